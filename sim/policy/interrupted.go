package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tidemark/sim"
	"tidemark/sim/lateness"
)

// Lost returns the chance that a cell is lost because the run was interrupted
// while its rows were in memory, if each period begins with an interruption
// with the given chance.
//
// An interruption at the beginning of period r loses the windows that are open
// then, those of r-t to r-1, and the last indexes, without which the rows of r
// have no consumption: t+1 cells of each region. So a cell is lost if one of
// t+1 periods begins with an interruption.
func Lost(chance float64, t int) float64 { return 1 - math.Pow(1-chance, float64(t+1)) }

// LoseWindows delivers the readings of a network, each on time, but for those
// that were waiting in an open window when a run lost its state. The last
// indexes, which it loses too, are not rows: [sim.Windowing.ResetAt] takes them
// away.
func LoseWindows(n sim.Network, run sim.Windowing) (*sim.Delivery, error) {
	rows, err := n.Source()
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].Arrival = rows[i].Period
	}
	waiting := func(r sim.Reading) bool {
		return r.Period < run.ResetAt && r.Period >= run.ResetAt-sim.Period(run.Tolerance)
	}
	return n.DeliverRows(slices.DeleteFunc(rows, waiting))
}

// ExpectInterrupted returns what a tolerance is expected to bring where the
// state is in memory and each period begins with an interruption with the given
// chance. A lost cell counts as polluted.
func ExpectInterrupted(crowds []lateness.Crowd, t int, chance float64) Outcome {
	o := Expect(crowds, t)
	o.Polluted = 1 - (1-o.Polluted)*(1-Lost(chance, t))
	return o
}

// A Store compares the two places for the state: in memory, where an
// interruption loses it, and in a durable store. The costs are per cell.
type Store struct {
	Chance     float64 // of an interruption, a period
	InMemory   []int   // best tolerance of each cell with the state in memory
	Durable    []int   // and in a durable store of the same price
	CostMemory float64
	CostStore  float64
	// Worth is how much more a row may cost for a period in the durable store
	// before it is the dearer of the two.
	Worth float64
}

// Interrupted chooses the cheapest tolerance of each cell for a run that is
// interrupted with the given chance at the beginning of each period.
func Interrupted(cells []Cell, costs Costs, chance float64) (Store, error) {
	if err := costs.validate(); err != nil {
		return Store{}, err
	}
	if len(cells) == 0 {
		return Store{}, errors.New("policy: interrupted run must have at least 1 cell, got 0")
	}
	if !(chance >= 0 && chance <= 1) {
		return Store{}, fmt.Errorf("policy: chance of an interruption must be 0 to 1 a period, got %v", chance)
	}
	s := Store{Chance: chance}
	s.InMemory, s.CostMemory, _ = best(cells, costs, chance)
	s.Durable, s.CostStore, _ = best(cells, costs, 0)
	s.Worth = worth(cells, costs, s.CostMemory)
	return s, nil
}

// best returns the cheapest tolerances of the cells, and their mean cost and
// row-periods.
func best(cells []Cell, costs Costs, chance float64) (tolerances []int, cost, state float64) {
	for _, c := range cells {
		var curve [Longest + 1]float64
		for t := range curve {
			curve[t] = costs.Of(ExpectInterrupted(c.Crowds, t, chance))
		}
		t := cheapest(curve)
		tolerances = append(tolerances, t)
		cost += curve[t] / float64(len(cells))
		state += rowPeriods(c.Crowds, t) / float64(len(cells))
	}
	return tolerances, cost, state
}

// worth returns the surcharge on a row-period at which the durable store costs
// as much as limit. The cost of the best tolerances is a concave function of
// the surcharge, made of straight pieces, so Newton's method comes up to the
// answer from below and is there after as many steps as there are pieces.
func worth(cells []Cell, costs Costs, limit float64) float64 {
	extra := 0.0
	for range len(cells)*(Longest+1) + 1 {
		dearer := costs
		dearer.State += extra
		_, cost, state := best(cells, dearer, 0)
		step := (limit - cost) / state
		if !(step > 0) { // there, or nothing is kept at all
			break
		}
		extra += step
	}
	return extra
}
