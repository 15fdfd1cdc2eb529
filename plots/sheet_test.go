package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A sheet is a canvas that remembers what was drawn on it, for tests that ask
// what a reader would: is every text on the page, apart from the others and
// from the marks, large enough, and readable on what lies under it?
type sheet struct {
	texts   []setText
	fills   []filled
	strokes []stroked
	color   color.NRGBA
	width   vg.Length
}

type setText struct {
	text  string
	box   vg.Rectangle
	size  vg.Length
	color color.NRGBA
	after int // fills drawn before it
}

type filled struct {
	path  vg.Path
	color color.NRGBA
}

type stroked struct {
	path  vg.Path
	color color.NRGBA
	width vg.Length
}

func (s *sheet) SetLineWidth(w vg.Length)            { s.width = w }
func (s *sheet) SetLineDash([]vg.Length, vg.Length)  {}
func (s *sheet) SetColor(c color.Color)              { s.color = opaque(c) }
func (s *sheet) Rotate(float64)                      { panic("no figure rotates") }
func (s *sheet) Translate(vg.Point)                  { panic("no figure translates") }
func (s *sheet) Scale(x, y float64)                  { panic("no figure scales") }
func (s *sheet) Push()                               {}
func (s *sheet) Pop()                                {}
func (s *sheet) DrawImage(vg.Rectangle, image.Image) { panic("no figure draws an image") }
func (s *sheet) Fill(p vg.Path)                      { s.fills = append(s.fills, filled{p, s.color}) }
func (s *sheet) Stroke(p vg.Path)                    { s.strokes = append(s.strokes, stroked{p, s.color, s.width}) }
func (s *sheet) FillString(f font.Face, at vg.Point, text string) {
	size := f.Font.Size
	s.texts = append(s.texts, setText{
		text: text, size: size, color: s.color, after: len(s.fills),
		box: vg.Rectangle{
			Min: at.Add(vg.Point{Y: -size * 0.05}),
			Max: at.Add(vg.Point{X: f.Width(text), Y: size * capHeight}),
		},
	})
}

// draw returns what a figure draws in a look.
func drawn(f *Figure, l Look) (*sheet, error) {
	s := &sheet{}
	return s, f.draw(s, l)
}

// faults returns what a reader would find wrong with a figure in a look.
func faultsOf(f *Figure, l Look) []string {
	s, err := drawn(f, l)
	if err != nil {
		return []string{err.Error()}
	}
	w, h := f.bounds(l)
	page := vg.Rectangle{Max: vg.Point{X: w, Y: h}}
	var faults []string
	fault := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) }
	for i, t := range s.texts {
		if t.box.Min.X < page.Min.X || t.box.Min.Y < page.Min.Y || t.box.Max.X > page.Max.X || t.box.Max.Y > page.Max.Y {
			fault("%q leaves the page", t.text)
		}
		if l.Height > 0 && t.size < 17 {
			fault("%q is %v pt on a slide", t.text, t.size.Points())
		}
		for _, u := range s.texts[i+1:] {
			if overlap([]vg.Rectangle{t.box}, []vg.Rectangle{u.box}) {
				fault("%q overlaps %q", t.text, u.text)
			}
		}
		if c := s.contrast(t); c < 4.5 {
			fault("%q has a contrast of %.2f", t.text, c)
		}
		if what := s.struck(t, l); what != "" {
			fault("%q is struck by %s", t.text, what)
		}
	}
	if len(s.texts) < 5 {
		fault("only %d texts", len(s.texts))
	}
	return faults
}

// contrast returns the smallest contrast of a text with what lies under it.
func (s *sheet) contrast(t setText) float64 {
	least := math.Inf(1)
	for i := range 5 {
		at := vg.Point{
			X: t.box.Min.X + (t.box.Max.X-t.box.Min.X)*vg.Length(i)/4,
			Y: (t.box.Min.Y + t.box.Max.Y) / 2,
		}
		for j := t.after - 1; j >= 0; j-- {
			if inside(s.fills[j].path, at) {
				least = min(least, Contrast(t.color, s.fills[j].color))
				break
			}
		}
	}
	return least
}

// inside reports whether a filled path covers a point.
func inside(p vg.Path, at vg.Point) bool {
	var corners []vg.Point
	for _, c := range p {
		switch c.Type {
		case vg.ArcComp:
			return math.Hypot(float64(at.X-c.Pos.X), float64(at.Y-c.Pos.Y)) <= float64(c.Radius)
		case vg.MoveComp, vg.LineComp:
			corners = append(corners, c.Pos)
		}
	}
	in := false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (a.Y > at.Y) != (b.Y > at.Y) && at.X < a.X+(b.X-a.X)*(at.Y-a.Y)/(b.Y-a.Y) {
			in = !in
		}
	}
	return in
}

// struck returns a line or a round mark that runs into a text. Grid lines may,
// and so may what a text stands on: a bar, a band, a cell.
func (s *sheet) struck(t setText, l Look) string {
	for _, st := range s.strokes {
		if st.width <= 0 || st.color == l.Rule {
			continue
		}
		for i := 1; i < len(st.path); i++ {
			if st.path[i].Type == vg.LineComp && crosses(st.path[i-1].Pos, st.path[i].Pos, t.box) {
				return "a line"
			}
		}
	}
	for _, f := range s.fills {
		if box, round := disk(f.path); round && overlap([]vg.Rectangle{box}, []vg.Rectangle{t.box}) {
			return "a dot"
		}
	}
	return ""
}

func disk(p vg.Path) (box vg.Rectangle, round bool) {
	for _, c := range p {
		if c.Type == vg.ArcComp {
			r := vg.Point{X: c.Radius, Y: c.Radius}
			return vg.Rectangle{Min: c.Pos.Sub(r), Max: c.Pos.Add(r)}, true
		}
	}
	return box, false
}

// crosses reports whether a line from a to b runs into a box.
func crosses(a, b vg.Point, box vg.Rectangle) bool {
	const steps = 200
	for i := range steps + 1 {
		p := a.Add(b.Sub(a).Scale(vg.Length(i) / steps))
		if p.X > box.Min.X && p.X < box.Max.X && p.Y > box.Min.Y && p.Y < box.Max.Y {
			return true
		}
	}
	return false
}

// readable fails unless a figure is without fault at every size in the themes.
func readable(t *testing.T, f *Figure, themes ...Theme) {
	t.Helper()
	for _, size := range Sizes() {
		for _, theme := range themes {
			for _, fault := range faultsOf(f, Look{Theme: theme, Size: size}) {
				t.Errorf("%s at %s size, %s: %s", f.stem(), size.Name, theme.Name, fault)
			}
		}
	}
}
