package plots

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim"
)

// A Scale returns the ticks of an axis. Step 1 asks for all of them; each
// larger step asks for fewer, until [XTicks] and [YTicks] find that their
// texts fit beside each other.
type Scale func(step int) []plot.Tick

// Names labels the integers 0, 1, 2, … with names. An empty name gets no tick.
func Names(names ...string) Scale {
	return func(step int) []plot.Tick {
		var ticks []plot.Tick
		for i := 0; i < len(names); i += step {
			if names[i] != "" {
				ticks = append(ticks, plot.Tick{Value: float64(i), Label: names[i]})
			}
		}
		return ticks
	}
}

// At labels the given ticks, or every step-th of them.
func At(ticks ...plot.Tick) Scale {
	return func(step int) []plot.Tick {
		var kept []plot.Tick
		for i := 0; i < len(ticks); i += step {
			kept = append(kept, ticks[i])
		}
		return kept
	}
}

// mostTicks bounds the ticks that a scale makes at step 1: far more than fit on
// an axis, and as nothing beside those of a range of millions.
const mostTicks = 500

// first returns the first step whose distance cuts width into at most mostTicks.
func first(width float64, distance func(step int) float64) int {
	step := 1
	for step < 256 && width/distance(step) > mostTicks {
		step++
	}
	return step
}

// Integers labels the integers from low to high.
func Integers(low, high int) Scale {
	finest := first(float64(high)-float64(low), func(step int) float64 { return float64(niceStep(step)) })
	return func(step int) []plot.Tick {
		var ticks []plot.Tick
		d := niceStep(finest + step - 1)
		for i := low; i <= high; i += d {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: Count(i)})
			if i > high-d {
				break // or else i could run over
			}
		}
		return ticks
	}
}

// niceStep returns the step-th of 1, 2, 5, 10, 20, 50, … 5·10¹⁷.
func niceStep(step int) int {
	n := [...]int{1, 2, 5}[(step-1)%3]
	for range min((step-1)/3, 17) {
		n *= 10
	}
	return n
}

// Counts labels round numbers from low to high, at most six of them, in unit.
// The ends themselves get a tick only where they are round.
func Counts(low, high float64, unit Unit) Scale {
	return func(step int) []plot.Tick {
		d := roundStep(high-low, step)
		var ticks []plot.Tick
		for i := range 7 { // counted, since in large numbers adding 1 is lost
			if v := (math.Ceil(low/d) + float64(i)) * d; v <= high {
				ticks = append(ticks, plot.Tick{Value: v, Label: unit.Count(v)})
			}
		}
		return ticks
	}
}

// roundStep returns the finest round distance with at most five of it in
// width, or with a larger step a coarser one.
func roundStep(width float64, step int) float64 {
	if !(width > 0) || math.IsInf(width, 0) {
		return 1
	}
	d := math.Pow(10, math.Floor(math.Log10(width))-1)
	for i := 0; ; i++ {
		if s := d * float64(niceStep(i+1)); width/s <= 5 {
			return d * float64(niceStep(i+step))
		}
	}
}

// XTicks writes the labels of a horizontal axis below the data area, or above
// it, as many as fit.
type XTicks struct {
	Scale Scale
	Style text.Style
	Title string         // what the axis is, with its unit
	Rule  draw.LineStyle // of the vertical grid lines, width 0 is none
	Gap   vg.Length      // between labels and data area, added to the usual
}

// YTicks writes the labels of a vertical axis to the left of the data area, as
// many as fit.
type YTicks struct {
	Scale Scale
	Style text.Style
	Rule  draw.LineStyle // of the horizontal grid lines, width 0 is none
	Gap   vg.Length      // between labels and data area, added to the usual
}

// label returns the label of one tick, with its point on the lower border.
func (x XTicks) label(p *plot.Plot, t plot.Tick) Label {
	return Label{X: t.Value, Y: lowest(p), Text: t.Label, Style: x.Style, At: Below, Gap: x.Gap}
}

// title returns the label of the axis, below its ticks.
func (x XTicks) title(p *plot.Plot) Label {
	return Label{
		X: (p.X.Min + p.X.Max) / 2, Y: lowest(p), Text: x.Title, Style: x.Style, At: Below,
		Gap: x.Gap + x.Style.Font.Size*(leading+0.3),
	}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (x XTicks) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, t := range x.Scale(1) {
		boxes = append(boxes, x.label(p, t).GlyphBoxes(p)...)
	}
	if x.Title != "" {
		boxes = append(boxes, x.title(p).GlyphBoxes(p)...)
	}
	return boxes
}

// Plot implements [plot.Plotter].
func (x XTicks) Plot(c draw.Canvas, p *plot.Plot) {
	tx, _ := p.Transforms(&c)
	ticks := fitting(x.Scale, func(t plot.Tick) (low, high vg.Length) {
		w := x.Style.Width(t.Label)/2 + x.Style.Font.Size*0.25
		return tx(t.Value) - w, tx(t.Value) + w
	})
	for _, t := range ticks {
		if x.Rule.Width > 0 {
			c.StrokeLine2(x.Rule, tx(t.Value), c.Min.Y, tx(t.Value), c.Max.Y)
		}
		x.label(p, t).Plot(c, p)
	}
	if x.Title != "" {
		x.title(p).Plot(c, p)
	}
}

// label returns the label of one tick, with its point on the left border.
func (y YTicks) label(p *plot.Plot, t plot.Tick) Label {
	return Label{X: p.X.Min, Y: t.Value, Text: t.Label, Style: y.Style, At: Left, Gap: y.Gap}
}

// GlyphBoxes implements [plot.GlyphBoxer].
func (y YTicks) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, t := range y.Scale(1) {
		boxes = append(boxes, y.label(p, t).GlyphBoxes(p)...)
	}
	return boxes
}

// Plot implements [plot.Plotter].
func (y YTicks) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	ticks := fitting(y.Scale, func(t plot.Tick) (low, high vg.Length) {
		h := y.Style.Font.Size * 0.6
		return ty(t.Value) - h, ty(t.Value) + h
	})
	for _, t := range ticks {
		if y.Rule.Width > 0 {
			c.StrokeLine2(y.Rule, c.Min.X, ty(t.Value), c.Max.X, ty(t.Value))
		}
		y.label(p, t).Plot(c, p)
	}
}

// fitting returns the ticks of the smallest step at which no two overlap.
func fitting(s Scale, span func(plot.Tick) (low, high vg.Length)) []plot.Tick {
	const steps = 64 // enough for any scale of ours to come down to one tick
	for step := range steps {
		if ticks := s(step + 1); apart(ticks, span) {
			return ticks
		}
	}
	return nil
}

func apart(ticks []plot.Tick, span func(plot.Tick) (low, high vg.Length)) bool {
	type interval struct{ low, high vg.Length }
	spans := make([]interval, len(ticks))
	for i, t := range ticks {
		spans[i].low, spans[i].high = span(t)
	}
	slices.SortFunc(spans, func(a, b interval) int { return cmp.Compare(a.low, b.low) })
	for i := 1; i < len(spans); i++ {
		if spans[i].low < spans[i-1].high {
			return false
		}
	}
	return true
}

// Periods labels the periods between two at their own numbers: the
// first in full, then the month alone, and in full again where a year begins:
// 2026-01, 02, … 12, 2027-01.
func Periods(from, to sim.Period) Scale {
	finest := first(float64(to-from), func(step int) float64 { return float64(periodStep(step)) })
	return func(step int) []plot.Tick {
		var ticks []plot.Tick
		d := periodStep(finest + step - 1)
		for p := from; p <= to; p += d {
			label := p.Month()
			if p == from || year(p) != year(p-d) {
				label = p.String()
			}
			ticks = append(ticks, plot.Tick{Value: float64(p), Label: label})
		}
		return ticks
	}
}

// year returns the year of a period, or the period itself outside of any.
func year(p sim.Period) string {
	y, _, _ := strings.Cut(p.String(), "-")
	return y
}

// withEnds returns a scale that keeps the first and the last tick of s at every
// step, and those between them that are at least a step from both.
func withEnds(s Scale) Scale {
	return func(step int) []plot.Tick {
		all := s(1)
		last := len(all) - 1
		if last < 1 {
			return all
		}
		kept := []plot.Tick{all[0]}
		for i := last % step; i < last; i += step {
			if i >= step {
				kept = append(kept, all[i])
			}
		}
		return append(kept, all[last])
	}
}

// periodStep returns the step-th of 1, 2, 3, 4, 6, 12, 24, … periods.
func periodStep(step int) sim.Period {
	if steps := [...]sim.Period{1, 2, 3, 4, 6}; step <= len(steps) {
		return steps[step-1]
	}
	return 12 << min(step-6, 20)
}
