package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// An outliner takes a path piece by piece. SVG and PDF both know these pieces;
// neither knows gonum's arcs.
type outliner interface {
	moveTo(vg.Point)
	lineTo(vg.Point)
	curveTo(c1, c2, to vg.Point) // a cubic Bézier curve
	closePath()
}

// outline hands a path to o, its arcs and quadratic curves as cubic ones.
func outline(p vg.Path, o outliner) {
	var at vg.Point // the end of the last piece
	for _, c := range p {
		switch c.Type {
		case vg.MoveComp:
			o.moveTo(c.Pos)
		case vg.LineComp:
			o.lineTo(c.Pos)
		case vg.ArcComp:
			at = arc(c, at, o)
			continue
		case vg.CurveComp:
			c1, c2 := controls(c, at)
			o.curveTo(c1, c2, c.Pos)
		case vg.CloseComp:
			o.closePath()
			continue
		}
		at = c.Pos
	}
}

// controls returns the control points of a curve as those of a cubic one.
func controls(c vg.PathComp, from vg.Point) (c1, c2 vg.Point) {
	if len(c.Control) == 2 {
		return c.Control[0], c.Control[1]
	}
	towards := func(p vg.Point) vg.Point { return p.Add(c.Control[0].Sub(p).Scale(2.0 / 3)) }
	return towards(from), towards(c.Pos)
}

// arc hands an arc to o as curves of at most a quarter turn, which stray from
// the circle by 0.03 % of its radius, and returns where it ends.
func arc(c vg.PathComp, from vg.Point, o outliner) vg.Point {
	n := int(math.Ceil(math.Abs(c.Angle) / (math.Pi / 2)))
	step := c.Angle / float64(max(n, 1))
	k := c.Radius * vg.Length(4.0/3*math.Tan(step/4))
	on := func(angle float64) (at, ahead vg.Point) {
		sin, cos := math.Sincos(angle)
		at = c.Pos.Add(vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}.Scale(c.Radius))
		return at, vg.Point{X: vg.Length(-sin), Y: vg.Length(cos)}.Scale(k)
	}
	at, ahead := on(c.Start)
	if at != from {
		o.lineTo(at)
	}
	for i := range n {
		to, on := on(c.Start + step*float64(i+1))
		o.curveTo(at.Add(ahead), to.Sub(on), to)
		at, ahead = to, on
	}
	return at
}
