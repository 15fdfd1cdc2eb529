package survival

import (
	"fmt"
	"slices"

	"tidemark/sim"
	"tidemark/sim/lateness"
)

// Covariates are what a model is told of a case beside its region and its
// type.
type Covariates uint8

// What a model can be told; they can be combined as in Monitor|Month.
const (
	Monitor Covariates = 1 << iota // what the monitor shows
	Month                          // years since the first period, to follow a trend
)

// TieFrom is the delay from which the models have one hazard: few readings get
// further.
const TieFrom = 2

// Len returns how many numbers the models know of a case and a delay.
func (cv Covariates) Len() int { return len(cv.Names()) }

// Names returns what the numbers are.
func (cv Covariates) Names() []string {
	var names []string
	for k := range TieFrom {
		names = append(names, fmt.Sprintf("delay %d", k))
	}
	names = append(names, fmt.Sprintf("delay %d or more", TieFrom))
	for _, r := range sim.Regions()[1:] {
		names = append(names, r.String())
	}
	names = append(names, sim.Commercial.String())
	if cv&Monitor != 0 {
		names = append(names, "monitor")
	}
	if cv&Month != 0 {
		names = append(names, "month")
	}
	return names
}

// Append appends the numbers of a case and a delay to x: 1 for the delay, 1 for
// the region but for the first one, 1 for a commercial subscriber, and what
// else the model is told.
func (cv Covariates) Append(x []float64, c lateness.Case, k int) []float64 {
	for j := range TieFrom + 1 {
		x = append(x, one(j == min(k, TieFrom)))
	}
	for r := sim.East + 1; r <= sim.Central; r++ {
		x = append(x, one(c.Region == r))
	}
	x = append(x, one(c.Type == sim.Commercial))
	if cv&Monitor != 0 {
		x = append(x, c.Monitor)
	}
	if cv&Month != 0 {
		x = append(x, float64(c.Period-1)/12)
	}
	return x
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// ParseCovariates finds the covariates whose numbers have the given names.
func ParseCovariates(names []string) (Covariates, error) {
	for cv := range Monitor | Month + 1 {
		if slices.Equal(cv.Names(), names) {
			return cv, nil
		}
	}
	return 0, fmt.Errorf("survival: features must be %q, with or without the last ones, got %q", (Monitor | Month).Names(), names)
}
