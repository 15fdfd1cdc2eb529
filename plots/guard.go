package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A guard passes on to a canvas what can be drawn and keeps back what cannot:
// gonum draws a mark at NaN or infinity without an error, and its PNG canvas
// may not return from the attempt.
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
	g.Canvas.FillString(f, at, s)
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
