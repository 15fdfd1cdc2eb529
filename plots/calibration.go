package plots

import (
	"fmt"
	"math"

	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// An Estimator is an estimate with a name.
type Estimator struct {
	Name     string
	Estimate survival.Estimate
}

// Calibration draws, for up to three estimates, the share of the readings of a
// world's held-out months that was more than k periods late over the share that
// was expected to be, in bins of readings with about the same expectation. Where
// the two agree a mark lies on the diagonal.
func Calibration(w *lateness.World, k int, estimates ...Estimator) (*Figure, error) {
	const name, most, bins = "calibration", 3, 10
	if w == nil || len(estimates) == 0 || len(estimates) > most {
		return nil, fmt.Errorf("plots: figure %s must have a world and 1 to %d estimates, got %d", name, most, len(estimates))
	}
	c := calibration{k: k}
	for _, e := range estimates {
		found, err := survival.Calibrate(w, e.Estimate, k, bins)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("plots: figure %s must have held-out months, got none", name)
		}
		c.all = append(c.all, calibrated{e.Name, found})
	}
	return &Figure{
		Name:    name,
		Variant: c.variant(w),
		Title:   c.title(),
		Lead:    fmt.Sprintf("Share of the readings that %s, expected and observed in the held-out months", isLate(k)),
		Note:    "Each mark is a bin of readings with about the same expectation; the line through it is two standard errors either way, if readings are late independently of each other.",
		Alt:     c.alt(),
		Aspect:  0.1 + 0.85/float64(len(c.all)+1),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{c.panels(l)} },
	}, nil
}

// calibrated is what an estimate expected and what came.
type calibrated struct {
	name string
	bins []survival.Bin
}

// variant names what is not as in the lesson.
func (c calibration) variant(w *lateness.World) string {
	parts := []string{worldVariant(w, lateness.Default())}
	if c.k != 0 {
		parts = append(parts, fmt.Sprintf("beyond%d", c.k))
	}
	return joinParts(parts)
}

type calibration struct {
	k   int
	all []calibrated
}

// isLate says which readings are more than k periods late.
func isLate(k int) string {
	if k == 0 {
		return "are late"
	}
	return "are more than " + plural(k, "period") + " late"
}

// off returns by how much an estimate is off, on the mean of the readings.
func off(e calibrated) float64 { return survival.CalibrationError(e.bins) }

func (c calibration) title() string {
	best, worst := c.all[0], c.all[0]
	for _, e := range c.all {
		if off(e) < off(best) {
			best = e
		}
		if off(e) > off(worst) {
			worst = e
		}
	}
	switch {
	case len(c.all) == 1:
		return fmt.Sprintf("%s is off by %s on average", sentence(best.name), points(off(best)))
	case off(worst) < 1.2*off(best):
		return fmt.Sprintf("All estimates are off by about %s on average", points(off(worst)))
	}
	return fmt.Sprintf("%s is off by %s on average, %s by %s", sentence(best.name), points(off(best)), worst.name, points(off(worst)))
}

// points writes a difference of shares.
func points(d float64) string { return Fixed(100*d, 1) + noBreak + "points" }

func (c calibration) alt() string {
	var parts []string
	for _, e := range c.all {
		first, last := e.bins[0], e.bins[len(e.bins)-1]
		parts = append(parts, fmt.Sprintf("%s expects %s in its lowest bin where %s came, and %s in its highest where %s came",
			e.name, percent(first.Expected), percent(first.Observed), percent(last.Expected), percent(last.Observed)))
	}
	return "Observed over expected share, with the diagonal. " + sentence(list(parts)) + "."
}

func (c calibration) panels(l Look) []*Panel {
	top := 0.001
	for _, e := range c.all {
		for _, b := range e.bins {
			top = max(top, b.Expected, b.Observed+2*b.StdErr())
		}
	}
	var ps []*Panel
	for _, e := range c.all {
		ps = append(ps, c.panel(l, e, 1.05*top))
	}
	return ps
}

func (c calibration) panel(l Look, e calibrated, top float64) *Panel {
	p := NewPanel(0, top, 0, top)
	p.Add(
		YTicks{Scale: Shares(0, top), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Shares(0, top), Style: l.Text(l.Muted), Title: "expected"},
		l.Heading(p, sentence(e.name)),
		Stroke{[]XY{{0, 0}, {top, top}}, l.Dashed(l.Line(l.Muted, 1))},
	)
	for _, b := range e.bins {
		hue, slack := l.Stream, 2*b.StdErr()
		if math.Abs(b.Observed-b.Expected) > slack {
			hue = l.Lost
		}
		p.Add(
			Stroke{[]XY{{b.Expected, max(0, b.Observed-slack)}, {b.Expected, b.Observed + slack}}, l.Line(hue, 1)},
			Dot{X: b.Expected, Y: b.Observed, Radius: l.Em(0.32), Color: hue},
		)
	}
	return p
}
