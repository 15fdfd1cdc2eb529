package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/restart"
	"tidemark/sim/study"
	"tidemark/sim/survival"
)

const toleranceLesson = "04-choosing-a-tolerance"

// WorldParams returns the parameters that [Args.World] reads, with the law and
// the months of history of a lesson.
func WorldParams(law, months string) []Param {
	return []Param{
		{"law", law, "law of the delays: " + strings.Join(lawNames(), ", ")},
		{"months", months, "months of history"},
		{"seed", "1", "seed of the delays"},
	}
}

var costParams = []Param{
	{"polluted", "1", "cost of a polluted cell"},
	{"state", "0.0005", "cost of a row that is kept for a period"},
	{"waited", "0.02", "cost of a period that a cell is waited for"},
}

func toleranceRecipes() []Recipe {
	drifting := WorldParams("drifting", "24")
	costs := with(drifting, costParams...)
	return []Recipe{
		{
			Name: "censoring-bias", Lesson: toleranceLesson, Params: WorldParams("steady", "8"), Make: makeCensoringBias,
			About: "why the readings that have arrived are no fair sample",
		},
		{
			Name: "completeness", Lesson: toleranceLesson, Params: costs, Make: makeCompleteness,
			About: "readings in time and clean cells, by tolerance",
		},
		{
			Name: "cost-curves", Lesson: toleranceLesson, Params: costs, Make: makeCostCurves,
			About: "what each tolerance costs, by region",
		},
		{
			Name: "calibration", Lesson: toleranceLesson, Params: with(drifting, Param{"beyond", "0", "periods"}), Make: makeCalibration,
			About: "late readings that were expected and that came",
		},
		{
			Name: "contest", Lesson: toleranceLesson, Make: makeContest,
			About: "differences in cost over many worlds",
		},
		{
			Name: "polluted-by-month", Lesson: toleranceLesson, Make: makePollutedByMonth,
			Params: []Param{{"law", "unannounced-break", "law of the delays"}, {"months", "24", "months of history"}, {"worlds", "30", "worlds"}},
			About:  "what a break that nothing announces does to each estimate",
		},
		{
			Name: "checkpoint-interval", Lesson: toleranceLesson, Make: makeCheckpointInterval,
			Params: []Param{
				{"write", "0.02", "periods that writing a checkpoint takes"},
				{"restart", "0.05", "periods that a restart takes"},
				{"between", "20", "mean periods between interruptions"},
				{"seed", "1", "seed of the interruptions"},
			},
			About: "how much longer a run takes, by the interval between checkpoints",
		},
	}
}

// Float returns a number.
func (a *Args) Float(name string) float64 {
	v, err := strconv.ParseFloat(a.values[name], 64)
	if err != nil || math.IsNaN(v) {
		a.fail(fmt.Errorf("plots: %s must be a number, got %q", name, a.values[name]))
	}
	return v
}

// lawNames returns the names of the laws as parameters.
func lawNames() []string {
	var names []string
	for _, l := range lateness.Laws() {
		names = append(names, inFileName(l.Name))
	}
	return names
}

// law returns a law by its name.
func (a *Args) law() lateness.Law {
	for i, name := range lawNames() {
		if name == a.values["law"] {
			return lateness.Laws()[i]
		}
	}
	a.fail(fmt.Errorf("plots: law must be one of %s, got %q", strings.Join(lawNames(), ", "), a.values["law"]))
	return lateness.Steady()
}

// World draws a world like the usual one, with another law, history and seed.
func (a *Args) World(usual lateness.Setting) (*lateness.World, error) {
	s := usual.Months(a.Int("months"), usual.Network.Periods-usual.History)
	s.Law, s.Seed = a.law(), a.Int64("seed")
	return lateness.Draw(s)
}

func (a *Args) costs() policy.Costs {
	return policy.Costs{Polluted: a.Float("polluted"), State: a.Float("state"), Waited: a.Float("waited")}
}

func makeCensoringBias(a *Args) (*Figure, error) {
	w, err := a.World(CensoringSetting())
	if err != nil {
		return nil, err
	}
	return CensoringBias(w)
}

func makeCompleteness(a *Args) (*Figure, error) {
	w, err := a.World(lateness.Default())
	if err != nil {
		return nil, err
	}
	return Completeness(w, w.First(), a.costs())
}

func makeCostCurves(a *Args) (*Figure, error) {
	w, err := a.World(lateness.Default())
	if err != nil {
		return nil, err
	}
	e, err := survival.Once(w, study.Tied())
	if err != nil {
		return nil, err
	}
	return CostCurves(w, w.First(), a.costs(), Forecaster{"Kaplan-Meier", policy.By(w, e)})
}

func makeCalibration(a *Args) (*Figure, error) {
	w, err := a.World(lateness.Default())
	if err != nil {
		return nil, err
	}
	km, err := survival.Once(w, study.Tied())
	if err != nil {
		return nil, err
	}
	hazard, err := survival.Once(w, survival.Logistic{Sees: survival.Monitor})
	if err != nil {
		return nil, err
	}
	return Calibration(w, a.Int("beyond"), Estimator{"Kaplan-Meier", km}, Estimator{"the logistic hazard", hazard})
}

func makeContest(*Args) (*Figure, error) {
	r, err := study.Stored()
	if err != nil {
		return nil, err
	}
	return Contest(r, ContestPairs()...)
}

func makePollutedByMonth(a *Args) (*Figure, error) {
	cs, err := study.BreakContestants(policy.Usual())
	if err != nil {
		return nil, err
	}
	m, err := study.ByMonth(study.Kind{Law: a.law(), Months: a.Int("months")}, a.Int("worlds"), cs)
	if err != nil {
		return nil, err
	}
	return PollutedByMonth(m)
}

func makeCheckpointInterval(a *Args) (*Figure, error) {
	p := restart.Plan{Write: a.Float("write"), Restart: a.Float("restart"), Between: a.Float("between")}
	return CheckpointInterval(p, a.Int64("seed"))
}
