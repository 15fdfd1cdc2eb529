package plots

import (
	"fmt"
	"image/color"
	"strings"
	"time"

	"gonum.org/v1/plot"

	"tidemark/sim/event"
)

// clockSteps are the distances of ticks on a clock, finest first.
var clockSteps = [...]time.Duration{
	time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// Clock labels times of day from first to last at round distances: 12:00, 12:01
// and so on, with seconds where it is finer and by days where it is coarser. A
// value is a time in milliseconds.
func Clock(first, last event.Time) Scale {
	finest := 0
	for finest < len(clockSteps)-1 && (last-first)/clockStep(finest) > 9 {
		finest++
	}
	if days := (last - first) / clockStep(len(clockSteps)-1); days > mostTicks {
		finest += int(days / mostTicks)
	}
	return func(step int) []plot.Tick {
		d := clockStep(finest + step - 1)
		var ticks []plot.Tick
		for t := first - first%d; t <= last; t += d {
			if t >= first {
				ticks = append(ticks, plot.Tick{Value: float64(t), Label: tickLabel(t, d)})
			}
		}
		return ticks
	}
}

// tickLabel writes a time to the second, to the minute or to the day, whichever
// tells it from the next tick.
func tickLabel(t, distance event.Time) string {
	if day := event.At(24, 0, 0) - event.At(0, 0, 0); distance >= 2*day {
		return fmt.Sprintf("day %d", t/day)
	}
	return clock(t, distance < 60_000)
}

// clockStep returns the i-th step, in milliseconds; beyond the last, days.
func clockStep(i int) event.Time {
	day := clockSteps[len(clockSteps)-1]
	if i < len(clockSteps) {
		return event.Time(clockSteps[i].Milliseconds())
	}
	return event.Time(day.Milliseconds()) * event.Time(i-len(clockSteps)+2)
}

// clock writes a time of day to the minute, or to the second. The end of a day
// is 24:00.
func clock(t event.Time, seconds bool) string {
	s := t.Sub(event.At(0, 0, 0))
	h, m, sec := int(s.Hours()), int(s.Minutes())%60, int(s.Seconds())%60
	if h != 24 || m != 0 || sec != 0 {
		h = (h%24 + 24) % 24
	}
	if seconds {
		return fmt.Sprintf("%02d:%02d:%02d", h, m, sec)
	}
	return fmt.Sprintf("%02d:%02d", h, m)
}

// short writes a duration as a reader says it: "1 minute", "90 seconds",
// "2.5 hours".
func short(d time.Duration) string {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if d >= u.unit && d%(u.unit/2) == 0 {
			n := float64(d) / float64(u.unit)
			if n == 1 {
				return "1 " + u.name
			}
			return Count(n) + " " + u.name + "s"
		}
	}
	return plural(int(d.Milliseconds()), "millisecond")
}

// every writes a duration after the word every: "hour", "10 minutes".
func every(d time.Duration) string { return strings.TrimPrefix(short(d), "1 ") }

// roughly writes a duration in one unit, with one decimal at most.
func roughly(d time.Duration) string {
	unit, name := time.Second, "second"
	switch {
	case d >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case d >= 2*time.Minute:
		unit, name = time.Minute, "minute"
	}
	n := float64(d.Round(unit/10)) / float64(unit)
	if n != 1 {
		name += "s"
	}
	return Count(n) + noBreak + name
}

// modeHues returns the colours of the modes.
func modeHues(l Look) [len(modes)]color.NRGBA {
	return [...]color.NRGBA{stream: l.Stream, batch: l.Batch}
}
