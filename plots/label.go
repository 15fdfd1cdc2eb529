package plots

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Label is text at a point in data coordinates. It takes the place of a
// legend entry, next to what it names, and makes room for itself: the data
// area shrinks until the text fits into the panel.
type Label struct {
	X, Y  float64
	Text  string     // lines are separated by \n
	Style text.Style // see [Look.Text], [Look.Bold] and [Look.Fine]
	At    Side       // where the text lies, seen from the point
	Gap   vg.Length  // added to the usual distance of half a text size
	Loose bool       // make no room: the text is known to fit inside
}

// A Side says where a [Label] lies, seen from its point.
type Side struct{ x, y int8 }

// The sides. A corner such as AboveRight begins at the point and runs to the
// right, above it.
var (
	Center     = Side{0, 0}
	Right      = Side{1, 0}
	Left       = Side{-1, 0}
	Above      = Side{0, 1}
	Below      = Side{0, -1}
	AboveRight = Side{2, 1}
	AboveLeft  = Side{-2, 1}
	BelowRight = Side{2, -1}
	BelowLeft  = Side{-2, -1}
)

// Measures of the face, as shares of the text size.
const (
	capHeight = 0.716 // of a capital or a digit above the baseline
	descent   = 0.212 // of a g below it
	leading   = 1.22  // between baselines
)

// Plot implements [plot.Plotter].
func (l Label) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := vg.Point{X: x(l.X), Y: y(l.Y)}
	for _, s := range l.lines() {
		write(c, l.Style, at.Add(s.at), s.text)
	}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (l Label) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	if l.Loose {
		return nil
	}
	var boxes []plot.GlyphBox
	for _, s := range l.lines() {
		boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(l.X), Y: p.Y.Norm(l.Y), Rectangle: s.box(l.Style)})
	}
	return boxes
}

// A line is one line of text and where its baseline begins.
type line struct {
	text string
	at   vg.Point
}

// box returns the ink of the line.
func (s line) box(sty text.Style) vg.Rectangle {
	size := sty.Font.Size
	return vg.Rectangle{
		Min: s.at.Add(vg.Point{Y: -size * descent}),
		Max: s.at.Add(vg.Point{X: sty.Width(s.text), Y: size * capHeight}),
	}
}

// lines places each line of the label relative to its point.
func (l Label) lines() []line {
	texts := strings.Split(l.Text, "\n")
	size := l.Style.Font.Size
	y := l.baseline(len(texts))
	lines := make([]line, len(texts))
	for i, s := range texts {
		lines[i] = line{s, vg.Point{X: l.start(l.Style.Width(s)), Y: y - vg.Length(i)*size*leading}}
	}
	return lines
}

// gap is the distance between the point and the text.
func (l Label) gap() vg.Length { return l.Style.Font.Size/2 + l.Gap }

// start returns where a line of width w begins.
func (l Label) start(w vg.Length) vg.Length {
	switch l.At.x {
	case 1:
		return l.gap()
	case -1:
		return -l.gap() - w
	case -2:
		return -w
	case 2:
		return 0
	}
	return -w / 2
}

// baseline returns the height of the first of n baselines.
func (l Label) baseline(n int) vg.Length {
	size := l.Style.Font.Size
	rest := vg.Length(n-1) * size * leading
	switch l.At.y {
	case 1:
		return l.gap() + rest
	case -1:
		return -l.gap() - size*capHeight
	}
	return (rest - size*capHeight) / 2
}

// write draws one line of text with the left end of its baseline at pt.
func write(c draw.Canvas, sty text.Style, pt vg.Point, s string) {
	if s == "" {
		return
	}
	c.SetColor(sty.Color)
	c.FillString(sty.Handler.Cache().Lookup(sty.Font, sty.Font.Size), pt, plain(s))
}

// plain writes no-break spaces, which keep a number with its unit on a line,
// as the spaces that a search in the finished figure looks for.
func plain(s string) string { return strings.ReplaceAll(s, noBreak, " ") }

const noBreak = "\u00a0"

// Labels are labels in order of importance. One that would overlap an earlier
// one is left out.
type Labels []Label

// Plot implements [plot.Plotter].
func (ls Labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var taken []vg.Rectangle
	for _, l := range ls {
		boxes := l.boxes(vg.Point{X: x(l.X), Y: y(l.Y)})
		if l.Text == "" || overlap(taken, boxes) {
			continue
		}
		taken = append(taken, boxes...)
		l.Plot(c, p)
	}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (ls Labels) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, l := range ls {
		boxes = append(boxes, l.GlyphBoxes(p)...)
	}
	return boxes
}

// boxes returns the room that the label takes when its point is at, with some
// air on each side.
func (l Label) boxes(at vg.Point) []vg.Rectangle {
	air := vg.Point{X: l.Style.Font.Size * 0.15, Y: l.Style.Font.Size * 0.05}
	var boxes []vg.Rectangle
	for _, s := range l.lines() {
		b := s.box(l.Style).Add(at)
		boxes = append(boxes, vg.Rectangle{Min: b.Min.Sub(air), Max: b.Max.Add(air)})
	}
	return boxes
}

func overlap(as, bs []vg.Rectangle) bool {
	for _, a := range as {
		for _, b := range bs {
			if a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y {
				return true
			}
		}
	}
	return false
}
