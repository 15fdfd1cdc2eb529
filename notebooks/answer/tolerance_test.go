package answer

import (
	"math"
	"testing"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/restart"
	"tidemark/sim/study"
	"tidemark/sim/survival"
)

func init() {
	for name, e := range map[string]struct {
		Exercise
		run func(*testing.T) int
	}{
		"five readings": {FiveReadings, func(t *testing.T) int {
			h := must(lateness.HistoryOf(sim.April, []sim.Reading{
				{Region: sim.North, Period: sim.January, Arrival: sim.January},
				{Region: sim.North, Period: sim.January, Arrival: sim.February},
				{Region: sim.North, Period: sim.February, Arrival: sim.February},
				{Region: sim.North, Period: sim.February, Arrival: sim.May},
				{Region: sim.North, Period: sim.March, Arrival: sim.April},
			}))(t)
			return int(math.Round(100 * must(survival.Worked(h, sim.North))(t)[1].Later))
		}},
		"even the truth": {EvenTheTruth, func(t *testing.T) int {
			knowing := study.Truth(must(policy.Share(0.99))(t))
			r := contest(t, []study.Kind{{Law: lateness.Drifting(), Months: 24}}, knowing)
			return int(math.Round(100 * must(r.Polluted(r.Rows()[0], knowing.Name))(t).Value))
		}},
		"told the month": {ToldTheMonth, func(t *testing.T) int {
			rule := must(policy.Usual().Cheapest())(t)
			r := contest(t, study.Kinds(), study.Once("monitor", survival.Logistic{Sees: survival.Monitor}, rule),
				study.Once("month", survival.Logistic{Sees: survival.Monitor | survival.Month}, rule))
			return rows(t, r, "month", "monitor", func(d study.Mean) bool { return d.Value < 0 })
		}},
		"awaited buy": {AwaitedBuy, func(t *testing.T) int {
			r := must(study.Stored())(t)
			return rows(t, r, study.ByPlain, study.ByArrived, func(d study.Mean) bool { return d.Clear() && d.Value < 0 })
		}},
		"late together": {LateTogether, func(t *testing.T) int {
			crowd := lateness.Crowd{Readings: 1, Late: lateness.Curve{0.01}}
			return int(math.Round(100 * policy.Expect([]lateness.Crowd{crowd}, 0).Polluted))
		}},
		"lost windows": {LostWindows, func(t *testing.T) int {
			n, run := sim.Default(), sim.Windowing{Tolerance: 3, ResetAt: sim.August}
			lost := must(run.Run(must(policy.LoseWindows(n, run))(t)))(t)
			return len(lost.Cells.Polluted(must(n.Baseline())(t)))
		}},
		"checkpoints": {Checkpoints, func(t *testing.T) int {
			p := restart.Plan{Write: 0.02, Restart: 0.05, Between: 20}
			return int(math.Round(p.Between / must(p.Best())(t)))
		}},
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

// contest lets contestants decide in 30 worlds of each kind.
func contest(t *testing.T, kinds []study.Kind, cs ...study.Contestant) study.Results {
	t.Helper()
	return must(study.Run(kinds, 30, cs, policy.Usual(), func(n, of int) {}))(t)
}

// rows counts the kinds of world in which the difference of two contestants is
// one that counts.
func rows(t *testing.T, r study.Results, a, b string, counts func(study.Mean) bool) (n int) {
	t.Helper()
	for _, row := range r.Rows() {
		if counts(must(r.Difference(row, a, b))(t)) {
			n++
		}
	}
	return n
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
