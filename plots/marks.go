package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Box is a filled rectangle in data coordinates: a bar, a cell of a heat map
// or a band.
type Box struct {
	X0, Y0, X1, Y1 float64
	Fill           color.Color // nil leaves it empty
	Border         draw.LineStyle
	Inset          vg.Length // left free inside each edge
}

// Plot implements [plot.Plotter].
func (b Box) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	x0, x1 := ordered(x(b.X0), x(b.X1))
	y0, y1 := ordered(y(b.Y0), y(b.Y1))
	in := b.Inset + b.Border.Width/2
	var path vg.Path
	path.Move(vg.Point{X: x0 + in, Y: y0 + in})
	path.Line(vg.Point{X: x1 - in, Y: y0 + in})
	path.Line(vg.Point{X: x1 - in, Y: y1 - in})
	path.Line(vg.Point{X: x0 + in, Y: y1 - in})
	path.Close()
	if b.Fill != nil {
		c.SetColor(b.Fill)
		c.Fill(path)
	}
	if b.Border.Width > 0 {
		c.SetLineStyle(b.Border)
		c.Stroke(path)
	}
}

func ordered(a, b vg.Length) (low, high vg.Length) { return min(a, b), max(a, b) }

// A Dot is a round mark.
type Dot struct {
	X, Y   float64
	Color  color.Color
	Radius vg.Length
	Hollow color.Color // of the middle, nil is full; a hollow dot is what is true only because the stream ends
}

// Plot implements [plot.Plotter].
func (d Dot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := vg.Point{X: x(d.X), Y: y(d.Y)}
	disc(c, at, d.Radius, d.Color)
	if d.Hollow != nil {
		disc(c, at, d.Radius*0.6, d.Hollow)
	}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (d Dot) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{square(p, d.X, d.Y, d.Radius)}
}

func disc(c draw.Canvas, at vg.Point, r vg.Length, col color.Color) {
	var path vg.Path
	path.Move(vg.Point{X: at.X + r, Y: at.Y})
	path.Arc(at, r, 0, 2*math.Pi)
	path.Close()
	c.SetColor(col)
	c.Fill(path)
}

// square is the room of a mark of radius r.
func square(p *plot.Plot, x, y float64, r vg.Length) plot.GlyphBox {
	return plot.GlyphBox{
		X:         p.X.Norm(x),
		Y:         p.Y.Norm(y),
		Rectangle: vg.Rectangle{Min: vg.Point{X: -r, Y: -r}, Max: vg.Point{X: r, Y: r}},
	}
}

// A Cross marks what is lost: a dropped row, a fault that no check finds.
type Cross struct {
	X, Y   float64
	Color  color.Color
	Radius vg.Length
}

// Plot implements [plot.Plotter].
func (m Cross) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	cx, cy, r := x(m.X), y(m.Y), m.Radius*0.85
	sty := draw.LineStyle{Color: m.Color, Width: m.Radius * 0.5}
	c.StrokeLine2(sty, cx-r, cy-r, cx+r, cy+r)
	c.StrokeLine2(sty, cx-r, cy+r, cx+r, cy-r)
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (m Cross) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{square(p, m.X, m.Y, m.Radius)}
}

// A Stroke is a line through points in data coordinates: a series, a guide or
// a rule.
type Stroke struct {
	XY   []XY
	Line draw.LineStyle
}

// An XY is a point in data coordinates.
type XY struct{ X, Y float64 }

// Plot implements [plot.Plotter].
func (s Stroke) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(s.XY))
	for i, q := range s.XY {
		pts[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
	}
	c.StrokeLines(s.Line, pts)
}

// An Area is a filled polygon in data coordinates.
type Area struct {
	XY   []XY
	Fill color.Color
}

// Plot implements [plot.Plotter].
func (a Area) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	pts := make([]vg.Point, len(a.XY))
	for i, q := range a.XY {
		pts[i] = vg.Point{X: x(q.X), Y: y(q.Y)}
	}
	c.FillPolygon(a.Fill, pts)
}

// Steps returns the corners of a staircase: the i-th value holds from edge i
// to edge i+1, so there is one edge more than there are values.
func Steps(edges, values []float64) []XY {
	xy := make([]XY, 0, 2*len(values))
	for i, v := range values {
		xy = append(xy, XY{edges[i], v}, XY{edges[i+1], v})
	}
	return xy
}
