package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"tidemark/sim/lateness"
)

// A Descent is the loss of a model in each step of its training.
type Descent struct {
	Name   string
	Losses []float64
}

func (d Descent) last() float64 { return d.Losses[len(d.Losses)-1] }

// Training draws the loss of up to three models over the steps of their
// training on the history of a world, and the least loss of the first of them
// as another method found it, for comparison. A least loss of 0 is not known.
func Training(w *lateness.World, least float64, all ...Descent) (*Figure, error) {
	const name, most = "training", 3
	if w == nil || len(all) == 0 || len(all) > most {
		return nil, fmt.Errorf("plots: figure %s must have a world and 1 to %d models, got %d", name, most, len(all))
	}
	for _, d := range all {
		if len(d.Losses) < 2 {
			return nil, fmt.Errorf("plots: figure %s must have at least 2 steps of each model, got %d of %q", name, len(d.Losses), d.Name)
		}
		if slices.ContainsFunc(d.Losses, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			return nil, fmt.Errorf("plots: figure %s must have finite losses, got one of %q that is not", name, d.Name)
		}
	}
	t := training{least, all}
	return &Figure{
		Name:    name,
		Variant: worldVariant(w, lateness.Default()),
		Title:   t.title(),
		Lead:    "Loss of each step: minus the log-likelihood for each reading that is awaited, per period",
		Alt:     t.alt(),
		Aspect:  0.33,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{t.panel(l)}} },
	}, nil
}

type training struct {
	least float64
	all   []Descent
}

func (t training) title() string {
	first := t.all[0]
	rest := ""
	for _, d := range t.all[1:] {
		rest += fmt.Sprintf(", %s at %s", d.Name, Fixed(d.last(), 4))
	}
	ends := fmt.Sprintf("%s ends at a loss of %s%s", sentence(first.Name), Fixed(first.last(), 4), rest)
	switch gap := first.last() - t.least; {
	case t.least == 0:
		return ends
	case gap < 0.00005:
		return ends + "; Newton’s method finds no less for the first"
	}
	return fmt.Sprintf("%s; Newton’s method comes to %s", ends, Fixed(t.least, 4))
}

func (t training) alt() string {
	var parts []string
	for _, d := range t.all {
		parts = append(parts, fmt.Sprintf("%s from %s to %s in %s", d.Name, Fixed(d.Losses[0], 3), Fixed(d.last(), 4), plural(len(d.Losses), "step")))
	}
	return "Line chart of the loss over the steps of training: " + list(parts) + "."
}

func (t training) panel(l Look) *Panel {
	low, high, steps := math.Inf(1), math.Inf(-1), 0
	for _, d := range t.all {
		low, high = min(low, slices.Min(d.Losses)), max(high, d.Losses[0])
		steps = max(steps, len(d.Losses))
	}
	pad := max(0.06*(high-low), 1e-6)
	p := NewPanel(0, float64(steps), low-pad, high+pad)
	p.Add(
		YTicks{Scale: Decimals(low-pad, high+pad), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Integers(0, steps), Style: l.Text(l.Muted), Title: "step"},
	)
	hues := []color.NRGBA{l.Ink, l.Stream, l.Batch}
	var keys []keyLine
	for i, d := range t.all {
		keys = append(keys, keyLine{"— " + d.Name + ", " + Fixed(d.last(), 4), hues[i]})
		var xy []XY
		for step, v := range d.Losses {
			xy = append(xy, XY{float64(step + 1), min(v, high+pad)})
		}
		p.Add(Stroke{xy, l.Line(hues[i], 2)})
	}
	p.Add(l.headed(p, "Loss", keys...)...)
	return p
}
