package survival

import (
	"fmt"

	"tidemark/sim"
	"tidemark/sim/lateness"
)

// An Estimate says how late readings are.
type Estimate interface {
	// Late returns the curve of the readings of a case. A region that the
	// history did not have is an error.
	Late(c lateness.Case) (lateness.Curve, error)
}

// A Method makes an estimate from what is known.
type Method interface {
	// Fit is an error where the history has nothing that arrived.
	Fit(h lateness.History) (Estimate, error)
}

// Once fits a method to all months before the held-out ones, and never again.
func Once(w *lateness.World, m Method) (Estimate, error) {
	h, err := w.Fitting()
	if err != nil {
		return nil, err
	}
	return m.Fit(h)
}

// Rolling returns an estimate that is fitted again at the beginning of each
// period, to the given number of months before it, or to all there are.
func Rolling(w *lateness.World, m Method, months int) (Estimate, error) {
	if months < 1 {
		return nil, fmt.Errorf("survival: months of a rolling fit must be at least 1, got %d", months)
	}
	return &rolling{w, m, sim.Period(months), map[sim.Period]Estimate{}}, nil
}

type rolling struct {
	world  *lateness.World
	method Method
	months sim.Period
	fitted map[sim.Period]Estimate
}

func (r *rolling) Late(c lateness.Case) (lateness.Curve, error) {
	e, ok := r.fitted[c.Period]
	if !ok {
		h, err := r.world.Known(max(c.Period-r.months, 1), c.Period)
		if err != nil {
			return lateness.Curve{}, err
		}
		if e, err = r.method.Fit(h); err != nil {
			return lateness.Curve{}, fmt.Errorf("fit in %v: %w", c.Period, err)
		}
		r.fitted[c.Period] = e
	}
	return e.Late(c)
}

// Usable returns an error where a history says nothing about delays: it is
// empty or nothing in it has arrived.
func Usable(h lateness.History) error {
	switch n := h.Readings(); {
	case n == 0:
		return fmt.Errorf("survival: history must have at least 1 reading, got 0")
	case h.Arrived() == 0:
		return fmt.Errorf("survival: history must have a reading that arrived, got %d and all of them late", n)
	}
	return nil
}

// Seen is the set of regions that a history has readings of.
type Seen map[sim.Region]bool

// SeenIn returns the regions of a history.
func SeenIn(h lateness.History) Seen {
	seen := Seen{}
	for _, l := range h.Lines {
		seen[l.Region] = true
	}
	return seen
}

// Check returns an error for a region that was never seen.
func (s Seen) Check(r sim.Region) error {
	if s[r] {
		return nil
	}
	var names []string
	for _, known := range sim.Regions() {
		if s[known] {
			names = append(names, known.String())
		}
	}
	return fmt.Errorf("survival: region must be one that the history has, %v, got %v", names, r)
}

// A byRegion estimate knows the region and nothing else.
type byRegion map[sim.Region]lateness.Curve

func (b byRegion) Late(c lateness.Case) (lateness.Curve, error) {
	curve, ok := b[c.Region]
	if !ok {
		seen := Seen{}
		for r := range b {
			seen[r] = true
		}
		return lateness.Curve{}, seen.Check(c.Region)
	}
	return curve, nil
}
