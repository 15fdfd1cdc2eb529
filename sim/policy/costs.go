package policy

import (
	"fmt"
	"math"

	"tidemark/sim/lateness"
)

// Longest is the longest tolerance that is considered, in periods.
const Longest = lateness.Horizon - 1

// Costs are the prices of an [Outcome], all in one currency.
type Costs struct {
	Polluted float64 // of a polluted cell
	State    float64 // of a row kept for a period
	Waited   float64 // of a period that a cell is waited for
}

// Usual returns the costs of the lesson: a polluted cell costs 1, as much as
// waiting for 50 periods or keeping 2,000 rows for a period.
func Usual() Costs { return Costs{Polluted: 1, State: 0.0005, Waited: 0.02} }

func (c Costs) validate() error {
	for _, cost := range []struct {
		name  string
		value float64
	}{{"a polluted cell", c.Polluted}, {"a row in the state", c.State}, {"a period of waiting", c.Waited}} {
		if !(cost.value >= 0) || math.IsInf(cost.value, 0) {
			return fmt.Errorf("policy: cost of %s must be a number of at least 0, got %v", cost.name, cost.value)
		}
	}
	return nil
}

// Of returns what an outcome costs.
func (c Costs) Of(o Outcome) float64 {
	return c.Polluted*o.Polluted + c.State*o.State + c.Waited*o.Waited
}

// Curve returns the expected cost of each tolerance from 0 to [Longest].
func (c Costs) Curve(crowds []lateness.Crowd) [Longest + 1]float64 {
	var costs [Longest + 1]float64
	for t := range costs {
		costs[t] = c.Of(Expect(crowds, t))
	}
	return costs
}

// PerCell returns what a cell of the held-out months of a world is expected to
// cost, in the mean of all, if each gets the cheapest tolerance by a forecast.
func (c Costs) PerCell(w *lateness.World, f Forecast) (float64, error) {
	rule, err := c.Cheapest()
	if err != nil {
		return 0, err
	}
	all, err := Decide(w, f, rule)
	if err != nil {
		return 0, err
	}
	expected, _ := Mean(all)
	return c.Of(expected), nil
}

// A Rule chooses a tolerance for a cell whose readings are expected to be late
// as the crowds say.
type Rule func(crowds []lateness.Crowd) int

// Cheapest returns the rule that takes the tolerance of the least expected
// cost, the shortest where there are several.
func (c Costs) Cheapest() (Rule, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	return func(crowds []lateness.Crowd) int { return cheapest(c.Curve(crowds)) }, nil
}

func cheapest(costs [Longest + 1]float64) int {
	best := 0
	for t, cost := range costs {
		if cost < costs[best] {
			best = t
		}
	}
	return best
}

// Share returns the rule that takes the shortest tolerance in which a share of
// the readings is expected to arrive, [Longest] where there is none: "99 % of
// readings" is Share(0.99). It does not know what anything costs.
func Share(of float64) (Rule, error) {
	if !(of >= 0 && of <= 1) {
		return nil, fmt.Errorf("policy: share of the readings must be 0 to 1, got %v", of)
	}
	return func(crowds []lateness.Crowd) int {
		pool := lateness.Pool(crowds)
		t := 0
		for t < Longest && pool[t] > 1-of {
			t++
		}
		return t
	}, nil
}

// Always returns the rule that always takes the same tolerance.
func Always(t int) (Rule, error) {
	if t < 0 || t > Longest {
		return nil, fmt.Errorf("policy: tolerance must be 0 to %d periods, got %d", Longest, t)
	}
	return func([]lateness.Crowd) int { return t }, nil
}
