package plots

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim/lateness"
)

// percent writes a share in per cent, with as many decimals as say something:
// 97 %, 8.3 %, 0.12 %.
func percent(share float64) string {
	v := 100 * share
	decimals := 0
	switch a := math.Abs(v); {
	case a == 0 || a >= 10:
	case a >= 1:
		decimals = 1
	case a >= 0.01:
		decimals = 2
	default:
		decimals = 3
	}
	return Fixed(v, decimals) + noBreak + "%"
}

// Shares labels round shares from low to high in per cent.
func Shares(low, high float64) Scale {
	return func(step int) []plot.Tick {
		d := roundStep(high-low, step)
		var ticks []plot.Tick
		for i := math.Ceil(low/d - 1e-9); i*d <= high+1e-9; i++ {
			ticks = append(ticks, plot.Tick{Value: i * d, Label: Fixed(100*i*d, decimals(100*d)) + noBreak + "%"})
		}
		return ticks
	}
}

// Decimals labels round numbers from low to high, with as many decimals as
// their distance needs.
func Decimals(low, high float64) Scale {
	return func(step int) []plot.Tick {
		d := roundStep(high-low, step)
		var ticks []plot.Tick
		for i := math.Ceil(low/d - 1e-9); i*d <= high+1e-9; i++ {
			ticks = append(ticks, plot.Tick{Value: i * d, Label: Fixed(i*d, decimals(d))})
		}
		return ticks
	}
}

// decimals returns how many decimals multiples of d need.
func decimals(d float64) int { return max(0, int(math.Ceil(-math.Log10(d)-1e-9))) }

// worldVariant names what of a world is not as in the usual setting.
func worldVariant(w *lateness.World, usual lateness.Setting) string {
	var parts []string
	if w.Law != usual.Law.Name {
		parts = append(parts, strings.ReplaceAll(w.Law, " ", "-"))
	}
	if w.History != usual.History {
		parts = append(parts, fmt.Sprintf("months%d", w.History))
	}
	if n := w.Network.Subscribers; n != usual.Network.Subscribers {
		parts = append(parts, fmt.Sprintf("subscribers%d", n))
	}
	if w.Seed != usual.Seed {
		parts = append(parts, fmt.Sprintf("seed%d", w.Seed))
	}
	return joinParts(parts)
}

// A keyLine says what a kind of mark means.
type keyLine struct {
	text  string
	color color.NRGBA
}

// headed returns the heading of a panel over lines that say what its marks
// mean.
func (l Look) headed(p *Panel, heading string, keys ...keyLine) []plot.Plotter {
	line := func(i int) vg.Length { return vg.Length(i) * l.Body * leading }
	head := l.Heading(p, heading)
	head.Gap = line(len(keys))
	marks := []plot.Plotter{head}
	for i, k := range keys {
		marks = append(marks, Label{X: p.X.Min, Y: highest(p.Plot), Text: k.text, Style: l.Bold(k.color), At: AboveRight, Gap: line(len(keys) - 1 - i)})
	}
	return marks
}

// rowNames names the rows of a panel, one at each whole number, in one line or
// in two.
type rowNames struct {
	names []string
	style text.Style
}

// labels returns the names with their points on the left border.
func (r rowNames) labels(p *plot.Plot) []Label {
	var all []Label
	for i, name := range r.names {
		all = append(all, Label{X: p.X.Min, Y: float64(i), Text: name, Style: r.style, At: Left})
	}
	return all
}

// Plot implements [plot.Plotter].
func (r rowNames) Plot(c draw.Canvas, p *plot.Plot) {
	for _, l := range r.labels(p) {
		l.Plot(c, p)
	}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (r rowNames) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, l := range r.labels(p) {
		boxes = append(boxes, l.GlyphBoxes(p)...)
	}
	return boxes
}
