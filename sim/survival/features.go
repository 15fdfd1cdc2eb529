package survival

import (
	"fmt"

	"tidemark/sim"
	"tidemark/sim/delay"
)

// TieFrom is the delay from which the models have one hazard: few readings get
// further.
const TieFrom = 2

// Features is how many numbers the models know of a case and a delay.
const Features = TieFrom + 1 + 4 + 1 + 1

// FeatureNames returns what the numbers are.
func FeatureNames() []string {
	var names []string
	for k := range TieFrom {
		names = append(names, fmt.Sprintf("delay %d", k))
	}
	names = append(names, fmt.Sprintf("delay %d or more", TieFrom))
	for _, r := range sim.Regions()[1:] {
		names = append(names, r.String())
	}
	return append(names, sim.Commercial.String(), "monitor")
}

// FeaturesOf returns the numbers of a case and a delay: 1 for the delay, 1 for
// the region but for the first one, 1 for a commercial subscriber, and what the
// monitor shows.
func FeaturesOf(c delay.Case, k int) (x [Features]float64) {
	x[min(k, TieFrom)] = 1
	if r := int(c.Region - sim.East); r > 0 {
		x[TieFrom+r] = 1
	}
	if c.Type == sim.Commercial {
		x[Features-2] = 1
	}
	x[Features-1] = c.Monitor
	return x
}
