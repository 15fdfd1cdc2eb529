package engine

import (
	"testing"

	"tidemark/notebooks/answer"
	"tidemark/sim"
)

// The answers of the lesson know what the engine gives.
func TestAnswersOfTheExercises(t *testing.T) {
	set := func(delay, tolerance int) sim.Setup {
		return sim.Grid(sim.Default(), []int{delay}, []int{tolerance})[0]
	}
	r := onPrism(t,
		Job{Setup: set(3, 3), Formulation: LatePanes},
		Job{Setup: set(0, 2), Formulation: LatePanes},
		Job{Setup: set(0, 0), From: sim.July},
		Job{Setup: set(0, 0), Flip: 2},
		Job{Setup: set(1, 1), Formulation: LatePanes},
		Job{Setup: set(1, 0), Flip: 50},
		Job{Setup: set(2, 2), Formulation: LatePanes},
		Job{Setup: set(2, 1), Source: Source{Live: true, Together: true}},
	)
	for _, e := range []struct {
		answer.Exercise
		got int
	}{
		{answer.TwoMachines, differing(t)},
		{answer.LateAndBroken, r[5].LateDropped},
		{answer.LateButTaken, len(r[6].Polluted())},
		{answer.AllAtOnce, r[7].LateDropped},
		{answer.OnlyInMemory, waitingWhenKilled(t, set(1, 1))},
		{answer.FlinkToPrism, flinkToPrism(t)},
		{answer.PaneAfterTheFact, len(r[0].Polluted())},
		{answer.WritesOnTime, r[1].Writes},
		{answer.AddedUp, len(r[4].Added.Polluted(r[4].Baseline))},
		{answer.FromTheMiddle, r[2].Cells.Len()},
		{answer.EverySecondRow, r[3].Uncomputable},
	} {
		if e.got != e.Given {
			t.Errorf("%s: the answer says %d, the engine gives %d", e.Of, e.Given, e.got)
		}
	}
	if n := len(r[3].Polluted()); n != 55 {
		t.Errorf("want all 55 cells polluted by broken rows, got %d", n)
	}
	wrong := map[sim.Period]bool{}
	for _, c := range r[0].Polluted() {
		wrong[c.Period] = true
	}
	if !wrong[sim.July] || !wrong[sim.August] || wrong[sim.September] || !wrong[sim.October] || len(wrong) != 3 {
		t.Errorf("want 2026-07, 2026-08 and 2026-10 polluted, got %v", wrong)
	}
}

// differing gives in how many of the nine set-ups of the lesson the engine differs from the simulation.
func differing(t *testing.T) (n int) {
	t.Helper()
	setups := sim.Grid(sim.Default(), []int{0, 1, 2}, []int{0, 1, 2})
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range onPrism(t, Jobs(HeldBack, setups)...) {
		if len(r.Differences(outcomes[i])) > 0 {
			n++
		}
	}
	return n
}

// waitingWhenKilled gives how many rows of 2026-07 have come before the first of 2026-08 does.
func waitingWhenKilled(t *testing.T, s sim.Setup) (n int) {
	t.Helper()
	killed := false
	onPrism(t, Job{Setup: s, OnRow: func(r sim.Reading) {
		killed = killed || r.Arrival == sim.August
		if !killed && r.Period == sim.July {
			n++
		}
	}})
	return n
}

func flinkToPrism(t *testing.T) int {
	t.Helper()
	flink, err := Rate("Flink", 120000)
	if err != nil {
		t.Fatal(err)
	}
	prism, err := Rate("Prism", 120000)
	if err != nil {
		t.Fatal(err)
	}
	return int(flink/prism + 0.5)
}
