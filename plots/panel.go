package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// NewPanel returns an empty plot over the given ranges of data: no frame, no
// axes, no background. Axes are marks like any other, [XTicks] and [YTicks];
// those that are added first are drawn first.
func NewPanel(x0, x1, y0, y1 float64) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the figure paints the paper once
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x0, x1, y0, y1
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Padding = 0
		a.LineStyle.Width = 0
		a.Tick.Marker = plot.ConstantTicks(nil)
	}
	return p
}

// Downwards turns the y axis of p around: larger values are lower.
func Downwards(p *plot.Plot) *plot.Plot {
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	return p
}

// Heading returns the heading of a panel, above the left end of its data area.
func (l Look) Heading(p *plot.Plot, s string) Label {
	return Label{X: p.X.Min, Y: highest(p), Text: s, Style: l.Bold(l.Ink), At: AboveRight}
}

// key returns what a kind of mark in a panel means, on the line of its heading
// or higher, at the right end.
func (l Look) key(p *plot.Plot, s string, c color.NRGBA, gap vg.Length) Label {
	return Label{X: p.X.Max, Y: highest(p), Text: s, Style: l.Bold(c), At: AboveLeft, Gap: gap}
}

// highest returns the value at the upper border, which depends on the scale.
func highest(p *plot.Plot) float64 {
	if lowest(p) == p.Y.Min {
		return p.Y.Max
	}
	return p.Y.Min
}

// A Grid says how the panels of a figure share its space.
type Grid struct {
	Widths  []float64 // of the data areas, column by column; nil is all equal
	Heights []float64 // of the data areas, row by row; nil is all equal
	GapX    vg.Length // between columns
	GapY    vg.Length // between rows
}

// margins is the room that a panel needs around its data area.
type margins struct{ left, right, below, above vg.Length }

func marginsOf(p *plot.Plot, c draw.Canvas) margins {
	if p == nil {
		return margins{}
	}
	d := p.DataCanvas(c)
	return margins{d.Min.X - c.Min.X, c.Max.X - d.Max.X, d.Min.Y - c.Min.Y, c.Max.Y - d.Max.Y}
}

// Align places panels in rows and columns so that the data areas of a column
// share their left and right edges and those of a row their upper and lower
// ones, with the relative sizes that the grid asks for. ([plot.Align] makes
// them all equal.) A nil panel leaves its place empty.
func Align(rows [][]*plot.Plot, c draw.Canvas, g Grid) [][]draw.Canvas {
	places := make([][]draw.Canvas, len(rows))
	for j, row := range rows {
		places[j] = make([]draw.Canvas, len(row))
		for i := range row {
			places[j][i] = c // room is first measured on all of c: gonum divides by zero on one that is too small
		}
	}
	// The room that a panel needs depends on its size, and its size on the
	// room that the others need, so measure and place until they agree.
	for range 8 {
		places = place(rows, places, c, g)
	}
	return places
}

// place does one round of [Align].
func place(rows [][]*plot.Plot, old [][]draw.Canvas, c draw.Canvas, g Grid) [][]draw.Canvas {
	all := make([][]margins, len(rows))
	cols := make([]margins, len(rows[0]))
	bands := make([]margins, len(rows))
	for j, row := range rows {
		all[j] = make([]margins, len(row))
		for i, p := range row {
			m := marginsOf(p, old[j][i])
			all[j][i] = m
			cols[i].left, cols[i].right = max(cols[i].left, m.left), max(cols[i].right, m.right)
			bands[j].below, bands[j].above = max(bands[j].below, m.below), max(bands[j].above, m.above)
		}
	}
	xs := spread(c.Min.X, c.Max.X-c.Min.X, g.GapX, g.Widths, len(cols),
		func(i int) (before, after vg.Length) { return cols[i].left, cols[i].right })
	ys := spread(0, c.Max.Y-c.Min.Y, g.GapY, g.Heights, len(bands),
		func(j int) (before, after vg.Length) { return bands[j].above, bands[j].below })

	places := make([][]draw.Canvas, len(rows))
	for j := range rows {
		places[j] = make([]draw.Canvas, len(rows[j]))
		for i, m := range all[j] {
			places[j][i] = draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: xs[i].low - m.left, Y: c.Max.Y - ys[j].high - m.below},
				Max: vg.Point{X: xs[i].high + m.right, Y: c.Max.Y - ys[j].low + m.above},
			}}
		}
	}
	return places
}

// A span is the place of a data area in one direction.
type span struct{ low, high vg.Length }

// spread lays n data areas out one after the other from start, each between
// its margins, with gap between them and their sizes in the ratio of weights.
func spread(start, room, gap vg.Length, weights []float64, n int, margin func(int) (before, after vg.Length)) []span {
	free := room - gap*vg.Length(n-1)
	var total float64
	for i := range n {
		before, after := margin(i)
		free -= before + after
		total += weight(weights, i)
	}
	spans := make([]span, n)
	at := start
	for i := range n {
		before, after := margin(i)
		spans[i].low = at + before
		spans[i].high = spans[i].low + free*vg.Length(weight(weights, i)/total)
		at = spans[i].high + after + gap
	}
	return spans
}

func weight(weights []float64, i int) float64 {
	if i < len(weights) {
		return weights[i]
	}
	return 1
}
