package lateness

import (
	"cmp"
	"fmt"
	"slices"

	"tidemark/sim"
)

// A Watched is one reading and what is known of its delay when a period
// begins.
type Watched struct {
	Case
	Age   int // periods for which it has been watched, its own among them
	Delay int // in periods; its age if it has not arrived, which then is the least that it can be
}

// Watch returns what is known of readings when period now begins: of those
// that arrive later, their age and no more. Nothing is known of the network's
// quality, so their cases have the usual one.
func Watch(now sim.Period, readings []sim.Reading) ([]Watched, error) {
	var all []Watched
	for _, r := range readings {
		if r.Period < 1 || r.Period >= now || r.Arrival < r.Period {
			return nil, fmt.Errorf("lateness: watched reading must be of %v to %v and arrive then or later, got %v arriving in %v",
				sim.January, now-1, r.Period, r.Arrival)
		}
		age := int(now - r.Period)
		all = append(all, Watched{
			Case:  Case{Group: Group{r.Region, r.Type}, Period: r.Period},
			Age:   age,
			Delay: min(int(r.Arrival-r.Period), age),
		})
	}
	return all, nil
}

// Arrived reports whether the reading has come.
func (w Watched) Arrived() bool { return w.Delay < w.Age }

// String returns the delay as in "delay 1", or "still awaited".
func (w Watched) String() string {
	if !w.Arrived() {
		return "still awaited"
	}
	return fmt.Sprintf("delay %d", w.Delay)
}

// At returns what is seen of the reading k periods after its own.
func (w Watched) At(k int) Sight {
	switch {
	case k < 0 || k >= w.Age || k > w.Delay:
		return Unseen
	case k == w.Delay:
		return Came
	}
	return NotYet
}

// A Sight is what is seen of a reading in one period.
type Sight uint8

// What can be seen.
const (
	Unseen Sight = iota // it had come before, or the period is yet to come
	NotYet              // it did not come
	Came
)

// String returns the sight as in "came", and nothing for Unseen.
func (s Sight) String() string {
	switch s {
	case NotYet:
		return "not yet"
	case Came:
		return "came"
	}
	return ""
}

// HistoryOf returns the history that readings make when period now begins.
func HistoryOf(now sim.Period, readings []sim.Reading) (History, error) {
	all, err := Watch(now, readings)
	if err != nil {
		return History{}, err
	}
	h := History{From: now, Now: now}
	for _, w := range all {
		h.From = min(h.From, w.Period)
		h.Lines = append(h.Lines, w.lines()...)
	}
	slices.SortFunc(h.Lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Period, b.Period), cmp.Compare(a.slot(), b.slot()), cmp.Compare(a.Delay, b.Delay))
	})
	h.Lines = added(h.Lines)
	return h, nil
}

// lines returns the lines that one reading makes.
func (w Watched) lines() []Line {
	var lines []Line
	for k := range min(w.Age, w.Delay+1, Horizon) {
		l := Line{Case: w.Case, Delay: k, Awaited: 1}
		if w.At(k) == Came {
			l.Arrived = 1
		}
		lines = append(lines, l)
	}
	return lines
}

// added adds up neighbouring lines of one case and delay.
func added(lines []Line) []Line {
	var sums []Line
	for _, l := range lines {
		if last := len(sums) - 1; last >= 0 && sums[last].Case == l.Case && sums[last].Delay == l.Delay {
			sums[last].Awaited += l.Awaited
			sums[last].Arrived += l.Arrived
			continue
		}
		sums = append(sums, l)
	}
	return sums
}
