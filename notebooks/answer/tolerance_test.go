package answer

import (
	"math"
	"testing"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/restart"
	"tidemark/sim/survival"
)

func init() {
	for name, e := range map[string]struct {
		Exercise
		run func(*testing.T) int
	}{
		"dear waiting": {DearWaiting, func(t *testing.T) int {
			return chosen(t, lateness.Default(), policy.Costs{Polluted: 1, State: 0.0005, Waited: 0.2})[sim.North]
		}},
		"one month": {OneMonth, func(t *testing.T) int {
			h := must(drawn(t, steady(200).Months(1, 12)).Fitting())(t)
			return len(must(survival.Worked(h, sim.North))(t))
		}},
		"larger network": {LargerNetwork, func(t *testing.T) int {
			costs := policy.Usual()
			costs.State /= 10
			return chosen(t, steady(2000), costs)[sim.North]
		}},
		"every other period": {EveryOther, func(t *testing.T) int {
			w := drawn(t, steady(200))
			cells := must(policy.Cells(w, policy.Truth(w), w.First()))(t)
			return must(policy.Interrupted(cells, policy.Usual(), 0.5))(t).InMemory[0]
		}},
		"slow checkpoint": {SlowCheckpoint, func(t *testing.T) int {
			p := restart.Plan{Write: 2, Restart: 0.05, Between: 3}
			young := must(p.Slowdown(must(p.Young())(t)))(t)
			return int(math.Round(100 * (young/must(p.Slowdown(must(p.Best())(t)))(t) - 1)))
		}},
	} {
		posed[name] = e
	}
}

func steady(subscribers int) lateness.Setting {
	s := lateness.Default()
	s.Law, s.Network.Subscribers = lateness.Steady(), subscribers
	return s
}

func drawn(t *testing.T, s lateness.Setting) *lateness.World { return must(lateness.Draw(s))(t) }

// chosen returns the cheapest tolerances of the first held-out month.
func chosen(t *testing.T, s lateness.Setting, costs policy.Costs) map[sim.Region]int {
	w, rule := drawn(t, s), must(costs.Cheapest())(t)
	tolerances := map[sim.Region]int{}
	for _, c := range must(policy.Cells(w, policy.Truth(w), w.First()))(t) {
		tolerances[c.Region] = rule(c.Crowds)
	}
	return tolerances
}
