package survival

import (
	"fmt"

	"tidemark/sim"
	"tidemark/sim/lateness"
)

// KaplanMeier is the product-limit estimate of Kaplan and Meier
// ("Nonparametric estimation from incomplete observations", Journal of the
// American Statistical Association 53, 1958, pages 457 to 481), region by
// region: the hazard of a delay is the share of the readings still awaited that
// arrived with it, and a reading that has not arrived counts as awaited for as
// long as it has been watched.
//
// The zero KaplanMeier is that and nothing more. Its tail is shaky, because few
// readings get there: where none are awaited any more, those that the curve
// leaves are taken never to arrive.
type KaplanMeier struct {
	// TieFrom, if it is not zero, gives all delays from this one on the same
	// hazard.
	TieFrom int
	// Shrink is how many readings with the hazard of all regions together are
	// added to each delay of each region.
	Shrink float64
}

// Fit implements [Method].
func (km KaplanMeier) Fit(h lateness.History) (Estimate, error) {
	if err := km.validate(); err != nil {
		return nil, err
	}
	if err := Usable(h); err != nil {
		return nil, err
	}
	pooled := km.count(h)
	curves := byRegion{}
	for r := range SeenIn(h) {
		curves[r] = km.hazards(km.count(h.Of(r)), pooled).Curve()
	}
	return curves, nil
}

func (km KaplanMeier) validate() error {
	if km.TieFrom < 0 || km.TieFrom >= lateness.Horizon {
		return fmt.Errorf("survival: delay from which hazards are tied must be 0 to %d, got %d", lateness.Horizon-1, km.TieFrom)
	}
	if !(km.Shrink >= 0) || km.Shrink > maxShrink {
		return fmt.Errorf("survival: readings added to each region must be 0 to %g, got %v", maxShrink, km.Shrink)
	}
	return nil
}

// maxShrink keeps a hazard a number.
const maxShrink = 1e12

// A tally counts by delay.
type tally struct{ awaited, arrived [lateness.Horizon]float64 }

// count adds up the lines of a history, tied delays in the first of them.
func (km KaplanMeier) count(h lateness.History) (t tally) {
	for _, l := range h.Lines {
		k := km.tied(l.Delay)
		t.awaited[k] += float64(l.Awaited)
		t.arrived[k] += float64(l.Arrived)
	}
	return t
}

// tied returns the delay whose hazard stands for that of k.
func (km KaplanMeier) tied(k int) int {
	if km.TieFrom == 0 {
		return k
	}
	return min(k, km.TieFrom)
}

// hazards returns the hazards of a tally, drawn towards those of the pooled
// one. The half in the pooled hazard keeps it from being 0 or 1 for certain.
func (km KaplanMeier) hazards(t, pooled tally) (h lateness.Hazards) {
	for k := range h {
		at := km.tied(k)
		awaited := t.awaited[at] + km.Shrink
		if awaited == 0 {
			continue
		}
		all := (pooled.arrived[at] + 0.5) / (pooled.awaited[at] + 1)
		h[k] = (t.arrived[at] + km.Shrink*all) / awaited
	}
	return h
}

// An AwaitedRow is one row of the table from which a Kaplan-Meier curve is
// worked out by hand.
type AwaitedRow struct {
	Delay   int
	Awaited int
	Arrived int
	Hazard  float64 // arrived of awaited
	Later   float64 // chance of being later still
}

// Worked returns the table of the plain Kaplan-Meier curve of a region, down to
// the last delay at which a reading was awaited.
func Worked(h lateness.History, r sim.Region) ([]AwaitedRow, error) {
	e, err := KaplanMeier{}.Fit(h)
	if err != nil {
		return nil, err
	}
	curve, err := e.Late(lateness.Case{Group: lateness.Group{Region: r}})
	if err != nil {
		return nil, err
	}
	t := KaplanMeier{}.count(h.Of(r))
	var rows []AwaitedRow
	for k := 0; k < lateness.Horizon && t.awaited[k] > 0; k++ {
		rows = append(rows, AwaitedRow{k, int(t.awaited[k]), int(t.arrived[k]), t.arrived[k] / t.awaited[k], curve[k]})
	}
	return rows, nil
}
