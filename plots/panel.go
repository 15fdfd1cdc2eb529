package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Panel is a data area with its marks. It draws no frame and no axes: those
// are marks like any other, [XTicks] and [YTicks]. Its marks may be gonum's own
// plotters; the embedded plot holds the ranges and scales of the axes.
//
// [plot.Plot] does not draw its marks itself, because it loses its coordinates
// where a label that begins inside of the data area ends outside of the panel.
type Panel struct {
	*plot.Plot
	marks []plot.Plotter
}

// NewPanel returns an empty panel over the given ranges of data. A range
// without extent gets one of 1.
func NewPanel(x0, x1, y0, y1 float64) *Panel {
	p := plot.New()
	p.X.Min, p.X.Max = extended(x0, x1)
	p.Y.Min, p.Y.Max = extended(y0, y1)
	return &Panel{Plot: p}
}

func extended(low, high float64) (float64, float64) {
	if low == high {
		return low, low + 1
	}
	return low, high
}

// Downwards turns the vertical axis around, so that larger values are lower,
// and returns the panel.
func (p *Panel) Downwards() *Panel {
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	return p
}

// Add adds marks. Those that are added first are drawn first.
func (p *Panel) Add(marks ...plot.Plotter) { p.marks = append(p.marks, marks...) }

// draw draws the marks with c as the data area.
func (p *Panel) draw(c draw.Canvas) {
	for _, m := range p.marks {
		m.Plot(c, p.Plot)
	}
}

// margins is the room that the marks of a panel take outside of its data area.
type margins struct{ left, right, below, above vg.Length }

// margins returns the room that the marks need outside of a data area of the
// given size.
func (p *Panel) margins(w, h vg.Length) (m margins) {
	if p == nil {
		return m
	}
	for _, mark := range p.marks {
		g, ok := mark.(plot.GlyphBoxer)
		if !ok {
			continue
		}
		for _, b := range g.GlyphBoxes(p.Plot) {
			x, y := vg.Length(b.X)*w, vg.Length(b.Y)*h
			if !finite(x) || !finite(y) {
				continue // has no place that could be made room for; drawing it is an error
			}
			m.left, m.right = max(m.left, -x-b.Min.X), max(m.right, x+b.Max.X-w)
			m.below, m.above = max(m.below, -y-b.Min.Y), max(m.above, y+b.Max.Y-h)
		}
	}
	return m
}

// Heading returns the heading of a panel, above the left end of its data area.
func (l Look) Heading(p *Panel, s string) Label {
	return Label{X: p.X.Min, Y: highest(p.Plot), Text: s, Style: l.Bold(l.Ink), At: AboveRight}
}

// key returns what a kind of mark in a panel means, on the line of its heading
// or higher, at the right end.
func (l Look) key(p *Panel, s string, c color.NRGBA, gap vg.Length) Label {
	return Label{X: p.X.Max, Y: highest(p.Plot), Text: s, Style: l.Bold(c), At: AboveLeft, Gap: gap}
}

// lowest returns the value at the lower border, which depends on the scale.
func lowest(p *plot.Plot) float64 {
	if p.Y.Norm(p.Y.Min) > p.Y.Norm(p.Y.Max) {
		return p.Y.Max
	}
	return p.Y.Min
}

// highest returns the value at the upper border, which depends on the scale.
func highest(p *plot.Plot) float64 {
	if lowest(p) == p.Y.Min {
		return p.Y.Max
	}
	return p.Y.Min
}
