package study

import (
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/survival"
)

// A Contestant is a way of choosing a tolerance: a forecast and a rule that
// goes by it.
type Contestant struct {
	Name     string
	Forecast func(*lateness.World) (policy.Forecast, error)
	Rule     policy.Rule
}

// Once returns the contestant that fits a method to the history and never
// again.
func Once(name string, m survival.Method, rule policy.Rule) Contestant {
	return Contestant{name, func(w *lateness.World) (policy.Forecast, error) {
		e, err := survival.Once(w, m)
		if err != nil {
			return nil, err
		}
		return policy.By(w, e), nil
	}, rule}
}

// Rolling returns the contestant that fits a method again at the beginning of
// each month, to the months before it.
func Rolling(name string, m survival.Method, months int, rule policy.Rule) Contestant {
	return Contestant{name, func(w *lateness.World) (policy.Forecast, error) {
		e, err := survival.Rolling(w, m, months)
		if err != nil {
			return nil, err
		}
		return policy.By(w, e), nil
	}, rule}
}

// Truth returns the contestant that knows the law.
func Truth(rule policy.Rule) Contestant {
	return Contestant{"truth", func(w *lateness.World) (policy.Forecast, error) { return policy.Truth(w), nil }, rule}
}

// decide returns the contestant's choices in a world.
func (c Contestant) decide(w *lateness.World) ([]policy.Decision, error) {
	f, err := c.Forecast(w)
	if err != nil {
		return nil, err
	}
	return policy.Decide(w, f, c.Rule)
}

// The names of the contestants of the study.
const (
	ByArrived  = "arrived rows"
	ByPlain    = "plain KM"
	ByKM       = "KM"
	ByTied     = "tied KM"
	ByRecent   = "recent KM"
	ByLogistic = "logistic"
	ByMLP      = "MLP"
	ByRefitted = "refitted"
	By99       = "99 %"
	By999      = "99.9 %"
	ByTheTruth = "truth"
)

// RecentMonths and RefitMonths are the months that Kaplan-Meier and the hazard
// are fitted to where they are fitted again and again.
const (
	RecentMonths = 6
	RefitMonths  = 12
)

// Contestants returns the contestants of the study, at given costs. The
// logistic hazard and the neural network are handed in, so that a program that
// wants the stored results alone does not link what trains them.
func Contestants(costs policy.Costs, logistic, mlp survival.Method) ([]Contestant, error) {
	rule, err := costs.Cheapest()
	if err != nil {
		return nil, err
	}
	cs := []Contestant{
		Once(ByArrived, survival.Arrived{}, rule),
		Once(ByPlain, survival.KaplanMeier{}, rule),
		Once(ByKM, survival.KaplanMeier{Shrink: 1}, rule),
		Once(ByTied, Tied(), rule),
		Rolling(ByRecent, Tied(), RecentMonths, rule),
		Once(ByLogistic, logistic, rule),
		Once(ByMLP, mlp, rule),
		Rolling(ByRefitted, Refitted(), RefitMonths, rule),
		Truth(rule),
	}
	for _, r := range []struct {
		name string
		of   float64
	}{{By99, 0.99}, {By999, 0.999}} {
		share, err := policy.Share(r.of)
		if err != nil {
			return nil, err
		}
		cs = append(cs, Once(r.name, Tied(), share))
	}
	return cs, nil
}

// BreakContestants returns those that meet a break in the lesson: the logistic
// hazard as it was fitted once, Kaplan-Meier on the latest months, the hazard
// fitted again every month, and the truth.
func BreakContestants(costs policy.Costs) ([]Contestant, error) {
	rule, err := costs.Cheapest()
	if err != nil {
		return nil, err
	}
	return []Contestant{
		Once("the hazard fitted once", survival.Logistic{Sees: survival.Monitor}, rule),
		Rolling(ByRecent, Tied(), RecentMonths, rule),
		Rolling("the refitted hazard", Refitted(), RefitMonths, rule),
		Truth(rule),
	}, nil
}

// Tied returns the best of the plain methods: one hazard from a delay of two
// periods on, and one reading of the whole network added to each delay of each
// region.
func Tied() survival.KaplanMeier {
	return survival.KaplanMeier{TieFrom: survival.TieFrom, Shrink: 1}
}

// Refitted returns the hazard that is fitted again every month. Its ridge was
// chosen on other seeds.
func Refitted() survival.Logistic { return survival.Logistic{Sees: survival.Monitor, Ridge: 4} }
