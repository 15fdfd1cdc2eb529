package lateness

import (
	"fmt"

	"tidemark/sim"
)

// A Case is what is known of readings in their own period: all that an estimate
// of their delay can go by.
type Case struct {
	Group
	Period  sim.Period
	Monitor float64 // what the monitor shows of the network's quality in that period
}

// Case returns the case of the readings of a group in a period.
func (w *World) Case(g Group, p sim.Period) Case { return Case{g, p, w.Monitor(p)} }

// A Line counts the readings of one case that were at least Delay periods late
// and had been watched for that long, and how many of them arrived with that
// delay. The field calls a table of such lines a person-period table.
type Line struct {
	Case
	Delay   int
	Awaited int
	Arrived int
}

// A History is what is known of the delays of the periods From to Now-1 at the
// beginning of period Now, by period, group and delay. It has no line where
// nothing was awaited.
type History struct {
	From, Now sim.Period
	Lines     []Line
}

// Known returns the history of a span of periods, as it is known when period
// now begins.
func (w *World) Known(from, now sim.Period) (History, error) {
	if from < 1 || from >= now || now > w.Network.Last()+1 {
		return History{}, fmt.Errorf("lateness: history must begin in %v or later and end within %d periods, got %v up to %v",
			sim.January, w.Network.Periods, from, now)
	}
	h := History{From: from, Now: now}
	for p := from; p < now; p++ {
		for _, g := range Groups() {
			h.Lines = append(h.Lines, w.lines(g, p, now)...)
		}
	}
	return h, nil
}

// Fitting returns the history over which estimates are fitted: all months
// before the held-out ones.
func (w *World) Fitting() (History, error) { return w.Known(1, w.First()) }

// lines returns the lines of one case.
func (w *World) lines(g Group, p, now sim.Period) []Line {
	var lines []Line
	awaited := w.Size(g)
	for k := 0; k < Horizon && p+sim.Period(k) < now && awaited > 0; k++ {
		arrived := w.counts[p-1][g.slot()][k]
		lines = append(lines, Line{w.Case(g, p), k, awaited, arrived})
		awaited -= arrived
	}
	return lines
}

// Readings returns how many readings the history is about.
func (h History) Readings() int {
	n := 0
	for _, l := range h.Lines {
		if l.Delay == 0 {
			n += l.Awaited
		}
	}
	return n
}

// Arrived returns how many of them have arrived.
func (h History) Arrived() int {
	n := 0
	for _, l := range h.Lines {
		n += l.Arrived
	}
	return n
}

// Of returns the part of the history that is about one region.
func (h History) Of(r sim.Region) History {
	part := History{From: h.From, Now: h.Now}
	for _, l := range h.Lines {
		if l.Region == r {
			part.Lines = append(part.Lines, l)
		}
	}
	return part
}
