package plots

import (
	"fmt"
	"math"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A guard passes on to a canvas what can be drawn and keeps back what cannot:
// gonum draws a mark at NaN or infinity without an error, and its PNG canvas
// may not return from the attempt. Letters that the face lacks, or that are
// written from right to left, would be lost, turned around or worse.
type guard struct {
	vg.Canvas
	err error // the first that was kept back
}

// Stroke implements [vg.Canvas].
func (g *guard) Stroke(p vg.Path) {
	if g.sound(p) {
		g.Canvas.Stroke(p)
	}
}

// Fill implements [vg.Canvas].
func (g *guard) Fill(p vg.Path) {
	if g.sound(p) {
		g.Canvas.Fill(p)
	}
}

// FillString implements [vg.Canvas].
func (g *guard) FillString(f font.Face, at vg.Point, s string) {
	if !finite(at.X) || !finite(at.Y) {
		g.refuse(at, fmt.Sprintf("%q", s))
		return
	}
	if r, ok := unwritable(f, s); ok {
		if g.err == nil {
			g.err = fmt.Errorf("text must be in letters of %s from left to right, got %q (%U) in %q", f.Name(), r, r, s)
		}
		return
	}
	g.Canvas.FillString(f, at, s)
}

// unwritable returns the first letter of s that f cannot write as it is read.
func unwritable(f font.Face, s string) (rune, bool) {
	var b sfnt.Buffer
	for _, r := range s {
		glyph, err := f.Face.GlyphIndex(&b, r)
		if err != nil || glyph == 0 || unicode.IsControl(r) || unicode.In(r, rightToLeft...) {
			return r, true
		}
	}
	return 0, false
}

var rightToLeft = []*unicode.RangeTable{
	unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Bidi_Control,
}

func (g *guard) sound(p vg.Path) bool {
	for _, c := range p {
		if !finite(c.Pos.X) || !finite(c.Pos.Y) || !finite(c.Radius) {
			g.refuse(c.Pos, "a mark")
			return false
		}
	}
	return true
}

func (g *guard) refuse(at vg.Point, what string) {
	if g.err == nil {
		g.err = fmt.Errorf("data must be finite, got %s at (%v, %v)", what, at.X.Points(), at.Y.Points())
	}
}

func finite(l vg.Length) bool {
	return !math.IsNaN(float64(l)) && !math.IsInf(float64(l), 0)
}
