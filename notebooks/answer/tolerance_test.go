package answer

import (
	"math"
	"testing"

	"tidemark/sim"
	"tidemark/sim/delay"
	"tidemark/sim/restart"
	"tidemark/sim/survival"
	"tidemark/sim/tolerance"
)

func init() {
	for name, e := range map[string]struct {
		Exercise
		run func(*testing.T) int
	}{
		"dear waiting": {DearWaiting, func(t *testing.T) int {
			return chosen(t, delay.Default(), tolerance.Costs{Polluted: 1, State: 0.0005, Waited: 0.2})[sim.North]
		}},
		"one month": {OneMonth, func(t *testing.T) int {
			h := must(drawn(t, steady(200).Months(1, 12)).Fitting())(t)
			return len(must(survival.Worked(h, sim.North))(t))
		}},
		"larger network": {LargerNetwork, func(t *testing.T) int {
			costs := tolerance.Usual()
			costs.State /= 10
			return chosen(t, steady(2000), costs)[sim.North]
		}},
		"every other period": {EveryOther, func(t *testing.T) int {
			w := drawn(t, steady(200))
			cells := must(tolerance.Cells(w, tolerance.Truth(w), w.First()))(t)
			return must(tolerance.Interrupted(cells, tolerance.Usual(), 0.5))(t).InMemory[0]
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

func steady(subscribers int) delay.Setting {
	s := delay.Default()
	s.Law, s.Network.Subscribers = delay.Steady(), subscribers
	return s
}

func drawn(t *testing.T, s delay.Setting) *delay.World { return must(delay.Draw(s))(t) }

// chosen returns the cheapest tolerances of the first held-out month.
func chosen(t *testing.T, s delay.Setting, costs tolerance.Costs) map[sim.Region]int {
	w, rule := drawn(t, s), must(costs.Cheapest())(t)
	tolerances := map[sim.Region]int{}
	for _, c := range must(tolerance.Cells(w, tolerance.Truth(w), w.First()))(t) {
		tolerances[c.Region] = rule(c.Crowds)
	}
	return tolerances
}
