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
	)
	for _, e := range []struct {
		answer.Exercise
		got int
	}{
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
