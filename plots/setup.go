package plots

import (
	"fmt"
	"slices"
	"strings"

	"tidemark/sim"
)

// What the figures of the window lesson have in common.

// sameNetwork returns the network of the outcomes, or an error where there are
// none or they are not about the same one.
func sameNetwork(figure string, outcomes []sim.Outcome) (sim.Network, error) {
	if len(outcomes) == 0 {
		return sim.Network{}, fmt.Errorf("plots: figure %s must have at least 1 outcome, got 0", figure)
	}
	n := outcomes[0].Setup.Network
	for _, o := range outcomes {
		if o.WindowResult == nil {
			return n, fmt.Errorf("plots: figure %s must have outcomes of runs, got an empty one", figure)
		}
		if o.Setup.Network != n {
			return n, fmt.Errorf("plots: figure %s must have outcomes of one network, got %+v and %+v", figure, n, o.Setup.Network)
		}
	}
	return n, nil
}

// sameFaults returns an error unless all outcomes suffer the same faults.
func sameFaults(figure string, outcomes []sim.Outcome) error {
	for _, o := range outcomes {
		if !slices.Equal(o.Setup.Faults, outcomes[0].Setup.Faults) {
			return fmt.Errorf("plots: figure %s must have outcomes of the same faults, got %+v and %+v",
				figure, outcomes[0].Setup.Faults, o.Setup.Faults)
		}
	}
	return nil
}

// byTolerance returns the outcomes in order of tolerance, or an error where two
// have the same.
func byTolerance(figure string, outcomes []sim.Outcome) ([]sim.Outcome, error) {
	sorted := slices.SortedStableFunc(slices.Values(outcomes), func(a, b sim.Outcome) int { return tolerance(a) - tolerance(b) })
	for i := 1; i < len(sorted); i++ {
		if tolerance(sorted[i]) == tolerance(sorted[i-1]) {
			return nil, fmt.Errorf("plots: figure %s must have one outcome for each tolerance, got two for %d", figure, tolerance(sorted[i]))
		}
	}
	return sorted, nil
}

func tolerance(o sim.Outcome) int { return o.Setup.Windowing.Tolerance }

// lateRows returns how many rows of an outcome arrive late, or not in time for
// the run at all.
func lateRows(o sim.Outcome) int { return o.Late + o.LateDropped + o.InTransit }

// howLate says when the late rows come: "1 period late".
func howLate(s sim.Setup) string {
	delay, _ := s.Delay()
	if delay == 0 {
		return "on time"
	}
	words := plural(delay, "period") + " late"
	if !uniform(s) {
		return "up to " + words
	}
	return words
}

// uniform reports whether all late readings of a set-up have the same delay and
// the same event time.
func uniform(s sim.Setup) bool {
	delay, of := s.Delay()
	for _, f := range s.Faults {
		if f.Class == sim.LateArrival && (f.Delay != delay || f.Period != of) {
			return false
		}
	}
	return true
}

// ofPeriod says which rows are late: "of 2026-07".
func ofPeriod(s sim.Setup) string {
	_, of := s.Delay()
	if of == 0 || !uniform(s) {
		return "of several periods"
	}
	return "of " + of.String()
}

// variant names what is not as in the lesson: the delay, the network, and each
// fault of another shape than the lesson's.
func variant(s sim.Setup, parts ...string) string {
	n, d := s.Network, sim.Default()
	if delay, _ := s.Delay(); delay != 1 {
		parts = append(parts, fmt.Sprintf("delay%d", delay))
	}
	for _, f := range s.Faults {
		parts = append(parts, faultParts(f)...)
	}
	return joinParts(append(parts, networkParts(n, d)...))
}

// joinParts joins the parts of a variant that say something.
func joinParts(parts []string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "-")
}

func networkParts(n, usual sim.Network) []string {
	var parts []string
	if n.Subscribers != usual.Subscribers {
		parts = append(parts, fmt.Sprintf("subscribers%d", n.Subscribers))
	}
	if n.Periods != usual.Periods {
		parts = append(parts, fmt.Sprintf("periods%d", n.Periods))
	}
	if n.Seed != usual.Seed {
		parts = append(parts, fmt.Sprintf("seed%d", n.Seed))
	}
	return parts
}

// faultParts names where a fault differs from that of the lessons.
func faultParts(f sim.Fault) []string {
	usual := f.Class.In(sim.July)
	var parts []string
	if f.Class != sim.LateArrival {
		parts = append(parts, strings.ReplaceAll(f.Class.String(), "_", "-"))
	}
	if f.Period != usual.Period {
		parts = append(parts, "of-"+f.Period.String())
	}
	if f.First != usual.First || f.Last != usual.Last {
		parts = append(parts, fmt.Sprintf("subscribers%d-%d", max(f.First, 1), f.Last))
	}
	if f.Region != usual.Region {
		parts = append(parts, f.Region.String())
	}
	return parts
}
