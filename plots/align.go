package plots

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Grid says how the panels of a figure share its space.
type Grid struct {
	Widths  []float64 // of the data areas, column by column; nil is all equal
	Heights []float64 // of the data areas, row by row; nil is all equal
	GapX    vg.Length // between columns, added to the usual
	GapY    vg.Length // between rows, added to the usual
}

// Align returns the data areas of panels in rows and columns, such that those
// of a column share their left and right edges and those of a row their lower
// and upper ones, with the relative sizes that the grid asks for, and that the
// marks of no panel leave c or touch the next panel. A nil panel leaves its
// place empty. Where the marks leave no room, a data area has a negative size.
func Align(rows [][]*Panel, c draw.Canvas, g Grid) [][]draw.Canvas {
	size := c.Size()
	var xs, ys []span
	// The room that marks need beside a data area depends on its size, and its
	// size on the room that they need, so lay out until the two agree. Each
	// round comes nearer by the share that one area has of the whole.
	for round := range 50 {
		across, down := needs(rows, xs, ys, size)
		newXs := spread(size.X, g.GapX, g.Widths, across)
		newYs := spread(size.Y, g.GapY, g.Heights, down)
		if round > 0 && agree(xs, newXs) && agree(ys, newYs) {
			break
		}
		xs, ys = newXs, newYs
	}
	areas := make([][]draw.Canvas, len(rows))
	for j, row := range rows {
		areas[j] = make([]draw.Canvas, len(row))
		for i := range row {
			areas[j][i] = draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: c.Min.X + xs[i].low, Y: c.Max.Y - ys[j].high},
				Max: vg.Point{X: c.Min.X + xs[i].high, Y: c.Max.Y - ys[j].low},
			}}
		}
	}
	return areas
}

// A span is the place of a data area in one direction, from the left or from
// the top.
type span struct{ low, high vg.Length }

// A need is the room that marks take before and after a data area.
type need struct{ before, after vg.Length }

// needs returns what each column and each row needs when the data areas are at
// xs and ys, or, in the first round, when each has everything.
func needs(rows [][]*Panel, xs, ys []span, size vg.Point) (across, down []need) {
	across, down = make([]need, len(rows[0])), make([]need, len(rows))
	for j, row := range rows {
		for i, p := range row {
			w, h := size.X, size.Y
			if xs != nil {
				w, h = xs[i].high-xs[i].low, ys[j].high-ys[j].low
			}
			m := p.margins(w, h)
			across[i] = need{max(across[i].before, m.left), max(across[i].after, m.right)}
			down[j] = need{max(down[j].before, m.above), max(down[j].after, m.below)}
		}
	}
	return across, down
}

// spread lays data areas out one after the other, each with what it needs, with
// gap between them and their sizes in the ratio of weights.
func spread(room, gap vg.Length, weights []float64, needs []need) []span {
	free := room - gap*vg.Length(len(needs)-1)
	var total float64
	for i, n := range needs {
		free -= n.before + n.after
		total += weight(weights, i)
	}
	spans := make([]span, len(needs))
	var at vg.Length
	for i, n := range needs {
		spans[i].low = at + n.before
		spans[i].high = spans[i].low + free*vg.Length(weight(weights, i)/total)
		at = spans[i].high + n.after + gap
	}
	return spans
}

func weight(weights []float64, i int) float64 {
	if i < len(weights) {
		return weights[i]
	}
	return 1
}

// agree reports whether two layouts are the same to a hundredth of a point.
func agree(a, b []span) bool {
	for i := range a {
		if d := a[i].high - a[i].low - b[i].high + b[i].low; d > 0.01 || d < -0.01 {
			return false
		}
	}
	return true
}
