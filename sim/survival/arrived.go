package survival

import "tidemark/sim/lateness"

// Arrived is the plain method: the delays of the readings that have arrived,
// region by region. It leaves out those that have not, and they are the late
// ones, so it takes delays to be shorter than they are. The shorter the
// history, the larger the share of its months that are still arriving.
type Arrived struct{}

// Fit implements [Method].
func (Arrived) Fit(h lateness.History) (Estimate, error) {
	if err := Usable(h); err != nil {
		return nil, err
	}
	curves := byRegion{}
	for r := range SeenIn(h) {
		if part := h.Of(r); part.Arrived() > 0 {
			curves[r] = arrivedCurve(part)
		}
	}
	return curves, nil
}

// arrivedCurve returns the shares of the arrived readings that were later than
// each delay.
func arrivedCurve(h lateness.History) lateness.Curve {
	var c lateness.Curve
	arrived := float64(h.Arrived())
	for _, l := range h.Lines {
		for k := range l.Delay {
			c[k] += float64(l.Arrived) / arrived
		}
	}
	return c
}
