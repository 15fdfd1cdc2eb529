package answer

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/sim"
)

// An exercise is posed by what it asks the simulation.
var posed = map[string]struct {
	Exercise
	run func(*testing.T) int
}{
	"last month": {LastMonth, func(t *testing.T) int {
		return caught(must(sim.CompareAll(sim.Default(), sim.December))(t), func(c sim.Comparison) *sim.Result { return c.Batch })
	}},
	"one more run": {OneMoreRun, func(t *testing.T) int {
		n := sim.Default()
		n.Periods = 13
		return caught(must(sim.CompareAll(n, sim.December))(t), func(c sim.Comparison) *sim.Result { return c.Batch })
	}},
	"more subscribers": {MoreSubscribers, func(t *testing.T) int {
		n := sim.Default()
		n.Subscribers = 400
		return must(sim.Compare(n, nil))(t).Stream.CarriedState
	}},
	"two checks": {TwoChecks, func(t *testing.T) int {
		return caught(must(sim.CompareAll(sim.Default(), sim.July, sim.Schema, sim.Typed))(t), func(c sim.Comparison) *sim.Result { return c.Stream })
	}},
	"same limit": {SameLimit, func(t *testing.T) int {
		check := must(sim.Steady(1, 0.25))(t)
		return must(sim.Default().Try(check, sim.July, 50))(t).Alarms
	}},
	"twelve runs": {TwelveRuns, func(t *testing.T) int { return must(sim.Compare(sim.Default(), nil))(t).Batch.RowsRead }},
	"old keys": {OldKeys, func(t *testing.T) int {
		n := sim.Default()
		rows := slices.Collect(must(n.Deliver())(t).All())
		for _, again := range rows[:11*n.Subscribers] {
			again.Arrival++
			rows = append(rows, again)
		}
		return must(sim.Stream(must(n.DeliverRows(rows))(t), must(n.Baseline())(t)))(t).Duplicates
	}},
	"late for good": {LateForGood, func(t *testing.T) int {
		c := must(sim.Compare(sim.Default(), []sim.Fault{sim.LateArrival.In(sim.July)}))(t)
		return len(c.Stream.Cells.Polluted(c.Baseline))
	}},
	"one step": {OneStep, func(t *testing.T) int {
		c := must(sim.Compare(sim.Default(), []sim.Fault{sim.UnitChanged.In(sim.July)}))(t)
		batch := c.Batch.Detection.Period.Start().Add(6 * time.Hour)
		return int(batch.Sub((c.Stream.Detection.Period + 1).Start()).Hours())
	}},
	"north before": {NorthBefore, func(t *testing.T) (n int) {
		for r := range must(sim.Default().Deliver(sim.MissingPartition.In(sim.July)))(t).All() {
			if r.Region == sim.North && r.Arrival < sim.August {
				n++
			}
		}
		return n
	}},
	"one region": {OneRegion, func(t *testing.T) int {
		f := sim.UnitChanged.In(sim.July)
		f.Region = sim.North
		baseline := must(sim.Default().Baseline())(t)
		return len(must(sim.Stream(must(sim.Default().Deliver(f))(t), baseline))(t).Cells.Polluted(baseline))
	}},
	"two periods open": {TwoPeriodsOpen, func(t *testing.T) int { return set(t, 0, 2).CarriedState }},
	"too large": {TooLarge, func(t *testing.T) int {
		o, n := set(t, 1, 0), 0
		for _, c := range o.Polluted() {
			got, _ := o.Cells.At(c)
			if want, _ := o.Baseline.At(c); got > want {
				n++
			}
		}
		return n
	}},
	"half the wait":  {HalfTheWait, func(t *testing.T) int { return set(t, 2, 1).LateDropped }},
	"never closes":   {NeverCloses, func(t *testing.T) int { return set(t, 1, 11).CarriedState }},
	"lost in august": {LostInAugust, func(t *testing.T) int { return missing(t, sim.August) }},
	"longer delay":   {LongerDelay, func(t *testing.T) int { return lossless(t, 3).CarriedState }},
	"one subscriber": {OneSubscriber, func(t *testing.T) int {
		return polluted(t, 0, sim.Fault{Class: sim.LateArrival, Period: sim.July, First: 1, Last: 1, Delay: 1})
	}},
	"two months": {TwoMonths, func(t *testing.T) int {
		return polluted(t, 0, sim.LateArrival.In(sim.July), sim.LateArrival.In(sim.August))
	}},
	"past the end":       {PastTheEnd, func(t *testing.T) int { return polluted(t, 11, sim.Late(7)) }},
	"state lost earlier": {StateLostEarlier, func(t *testing.T) int { return missing(t, sim.February) }},

	// The tests of the engine, a module of its own, run these.
	"two machines":        {TwoMachines, nil},
	"late and broken":     {LateAndBroken, nil},
	"late but taken":      {LateButTaken, nil},
	"all at once":         {AllAtOnce, nil},
	"only in memory":      {OnlyInMemory, nil},
	"flink to prism":      {FlinkToPrism, nil},
	"pane after the fact": {PaneAfterTheFact, nil},
	"writes on time":      {WritesOnTime, nil},
	"added up":            {AddedUp, nil},
	"from the middle":     {FromTheMiddle, nil},
	"every second row":    {EverySecondRow, nil},
}

// must gives a value, or ends the test.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func caught(all []sim.Comparison, mode func(sim.Comparison) *sim.Result) int {
	n := 0
	for _, c := range all {
		if mode(c).Detection.Caught() {
			n++
		}
	}
	return n
}

// set gives the run of one delay and one tolerance.
func set(t *testing.T, delay, tolerance int) sim.Outcome {
	t.Helper()
	return must(sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(delay)}, Windowing: sim.Windowing{Tolerance: tolerance}}.Run())(t)
}

// lossless gives the run with the smallest tolerance that drops nothing.
func lossless(t *testing.T, delay int) sim.Outcome {
	t.Helper()
	for tolerance := 0; ; tolerance++ {
		if o := set(t, delay, tolerance); o.LateDropped == 0 {
			return o
		}
	}
}

func polluted(t *testing.T, tolerance int, faults ...sim.Fault) int {
	t.Helper()
	s := sim.Setup{Network: sim.Default(), Faults: faults, Windowing: sim.Windowing{Tolerance: tolerance}}
	return len(must(s.Run())(t).Polluted())
}

func missing(t *testing.T, lost sim.Period) int {
	t.Helper()
	o := must(sim.Setup{Network: sim.Default(), Windowing: sim.Windowing{Tolerance: 1, ResetAt: lost}}.Run())(t)
	return len(o.Cells.Missing(o.Baseline))
}

func TestGivenIsWhatTheRunGives(t *testing.T) {
	for name, e := range posed {
		if e.run == nil {
			continue
		}
		if got := e.run(t); got != e.Given {
			t.Errorf("%s: the answer says %d, the run gives %d", name, e.Given, got)
		}
	}
}

// Whatever is predicted, the answer says more than whether it is right.
func TestEveryPredictionIsExplained(t *testing.T) {
	for name, e := range posed {
		if len(e.Errors) < 3 {
			t.Errorf("%s: want at least 3 misconceptions, got %d", name, len(e.Errors))
		}
		replies := map[string]int{}
		for predict := None; predict <= 60_000; predict++ {
			reply := e.To(predict, e.Given)
			if predict == None && strings.Contains(reply, " gives ") {
				t.Errorf("%s: want no result before a prediction, got %q", name, reply)
			}
			for line := range strings.Lines(reply) {
				if len([]rune(line)) > width+1 {
					t.Errorf("%s: line is too long: %q", name, line)
				}
			}
			if _, reason, _ := strings.Cut(reply, ". "); predict != None && len(strings.Fields(reason)) < 8 {
				t.Errorf("%s: want a reason, got %q", name, reply)
			}
			_, reason, _ := strings.Cut(strings.ReplaceAll(reply, "\n", " "), ". ")
			replies[reason]++
		}
		if want := len(e.Errors) + 3; len(replies) != want {
			t.Errorf("%s: want %d different replies, got %d", name, want, len(replies))
		}
	}
}

func TestReplies(t *testing.T) {
	e := Exercise{Of: "cells", Given: 2, Because: "So it is.", Errors: []Misconception{{1, "Count again."}}, Hint: "Think."}
	cases := []struct {
		predict, given int
		want           string
	}{
		{None, 2, "First your prediction: put the number of cells in place of -1, then run again.\n"},
		{2, 2, "Right, 2 cells. So it is.\nseen [a b]\n"},
		{1, 2, "You predicted 1, and the run gives 2 cells. Count again.\nseen [a b]\n"},
		{7, 2, "You predicted 7, and the run gives 2 cells. Think.\nseen [a b]\n"},
		{2, 3, "You predicted 2, and the run gives 3 cells. It is not the run of the exercise any more,\nwhich gives 2: what did you change, and why does it matter?\nseen [a b]\n"},
	}
	for _, c := range cases {
		if got := e.To(c.predict, c.given, "seen", []string{"a", "b"}); got != c.want {
			t.Errorf("%d of %d: want %q, got %q", c.predict, c.given, c.want, got)
		}
	}
}
