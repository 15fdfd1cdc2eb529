package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"tidemark/sim"
)

// ServingStability draws how far the value served for each region is from the
// baseline's, and beside it how many cells are polluted, one row for each
// outcome in the order given. It takes at most 16.
func ServingStability(outcomes []sim.Outcome) (*Figure, error) {
	const name, most = "serving-stability", 16
	if _, err := sameNetwork(name, outcomes); err != nil {
		return nil, err
	}
	if n := len(outcomes); n > most {
		return nil, fmt.Errorf("plots: figure %s must have at most %d outcomes, got %d", name, most, n)
	}
	s := newServing(outcomes)
	if len(s.regions) == 0 {
		return nil, fmt.Errorf("plots: figure %s must have a baseline with cells, got none", name)
	}
	return &Figure{
		Name:    name,
		Variant: s.variant(),
		Title:   s.title(),
		Lead:    s.lead(),
		Note:    s.note(),
		Alt:     s.alt(),
		Aspect:  0.1 + 0.033*float64(len(outcomes)),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{s.panels(l)} },
		Grid: func(l Look) Grid {
			return Grid{Widths: append([]float64{1.15}, slices.Repeat([]float64{1}, len(s.regions))...), GapX: -l.Em(0.6)}
		},
	}, nil
}

// A serving is what the figure shows.
type serving struct {
	outcomes []sim.Outcome
	regions  []sim.Region // those of the baseline, in declared order
	baseline sim.Served
	rows     []servingRow
	unit     Unit    // of the differences
	far      float64 // the largest difference, in the unit
}

// A servingRow is one outcome.
type servingRow struct {
	name     string
	y        float64
	polluted int // cells that differ, without those missing
	missing  int // cells
	diff     map[sim.Region]float64
}

func newServing(outcomes []sim.Outcome) *serving {
	s := &serving{outcomes: outcomes, baseline: outcomes[0].Baseline.Serve()}
	for _, r := range sim.Regions() {
		if _, ok := s.baseline.At(r); ok {
			s.regions = append(s.regions, r)
		}
	}
	far, y := 0.0, 0.0
	for i, o := range outcomes {
		if i > 0 && !sameGroup(o, outcomes[i-1]) {
			y += 0.25 // some air between groups
		}
		row := servingRow{name: setupName(o), y: y, diff: map[sim.Region]float64{}, missing: len(o.Cells.Missing(o.Baseline))}
		row.polluted = len(o.Polluted()) - row.missing
		for _, d := range o.ServingDiff() {
			row.diff[d.Region] = d.M3
			far = max(far, math.Abs(d.M3))
		}
		s.rows = append(s.rows, row)
		y++
	}
	s.unit = shortUnit(far)
	s.far = far / s.unit.One
	return s
}

// sameGroup reports whether two outcomes stand together: they lose their state
// at the same time, or never, and their rows are equally late.
func sameGroup(a, b sim.Outcome) bool {
	x, _ := a.Setup.Delay()
	y, _ := b.Setup.Delay()
	return x == y && a.Setup.Windowing.ResetAt == b.Setup.Windowing.ResetAt
}

// setupName names an outcome by how its set-up differs from the others.
func setupName(o sim.Outcome) string {
	if p := o.Setup.Windowing.ResetAt; p != 0 {
		return fmt.Sprintf("state lost in %v", p)
	}
	delay, _ := o.Setup.Delay()
	return fmt.Sprintf("%s, tolerance %d", delayName(delay), tolerance(o))
}

// shortUnit returns the unit in which numbers up to largest have at most three
// digits before the point.
func shortUnit(largest float64) Unit {
	for _, u := range []Unit{{1, ""}, {1e3, "thousand"}, {1e6, "million"}} {
		if largest < 1000*u.One {
			return u
		}
	}
	return Unit{1e9, "billion"}
}

// moved reports whether the row serves another value than the baseline for some
// region.
func (r servingRow) moved() bool { return len(r.diff) > 0 }

// wrong returns the cells that are polluted or missing.
func (r servingRow) wrong() int { return r.polluted + r.missing }

// variant names the delays that the lesson does not have, and the rest of the
// set-ups if it is not as there.
func (s *serving) variant() string {
	var delays, tolerances, resets []int
	for _, o := range s.outcomes {
		delay, _ := o.Setup.Delay()
		delays = append(delays, delay)
		tolerances = append(tolerances, tolerance(o))
		if p := o.Setup.Windowing.ResetAt; p != 0 {
			resets = append(resets, int(p))
		}
	}
	var parts []string
	if d := distinct(delays); !slices.Equal(d, []int{0, 1, 2}) {
		parts = append(parts, "delay"+dashed(d))
	}
	if t := distinct(tolerances); !slices.Equal(t, []int{0, 1, 2}) {
		parts = append(parts, "tolerance"+dashed(t))
	}
	for _, p := range distinct(resets) {
		if p := sim.Period(p); p != sim.August {
			parts = append(parts, "lost-"+p.String())
		}
	}
	for _, f := range s.outcomes[0].Setup.Faults {
		parts = append(parts, faultParts(f)...)
	}
	return joinParts(append(parts, networkParts(s.outcomes[0].Setup.Network, sim.Default())...))
}

func (s *serving) title() string {
	still, moved := s.split()
	polluted := 0
	for _, r := range still {
		polluted = max(polluted, r.wrong())
	}
	stays := fmt.Sprintf("all %s served means where they were", spell(len(s.regions)))
	if len(s.regions) == 1 {
		stays = "the served mean where it was"
	}
	stays = fmt.Sprintf("%s %s %s", sentence(spellPlural(polluted, "polluted cell")), verb(polluted, "leave"), stays)
	switch {
	case polluted == 0 && len(moved) == 0:
		return "Every set-up serves what the baseline serves: no cell is polluted"
	case len(moved) == 0:
		return stays
	case polluted > 0:
		return stays + "; " + s.movers(moved)
	case len(still) == 0:
		return "No set-up here serves the means of the baseline"
	}
	return "Served means stay where no cell is polluted; " + s.movers(moved)
}

// split returns the rows whose served values are the baseline's and those whose
// are not.
func (s *serving) split() (still, moved []servingRow) {
	for _, r := range s.rows {
		if r.moved() {
			moved = append(moved, r)
		} else {
			still = append(still, r)
		}
	}
	return still, moved
}

// movers says what moves the served values, and how many of them.
func (s *serving) movers(moved []servingRow) string {
	regions := map[sim.Region]bool{}
	for _, r := range moved {
		for region := range r.diff {
			regions[region] = true
		}
	}
	many := fmt.Sprintf("%s of them", spell(len(regions)))
	switch len(s.regions) {
	case 1:
		many = "it"
	case len(regions):
		many = "every one"
	}
	if s.onlyLost(moved) {
		return "a lost state moves " + many
	}
	return fmt.Sprintf("%s of %s set-ups %s %s", spell(len(moved)), spell(len(s.rows)), verb(len(moved), "move"), many)
}

// onlyLost reports whether the moved rows are exactly those that lose their
// state.
func (s *serving) onlyLost(moved []servingRow) bool {
	lost := 0
	for i, r := range s.rows {
		if s.outcomes[i].Setup.Windowing.ResetAt != 0 {
			lost++
			if !r.moved() {
				return false
			}
		}
	}
	return lost == len(moved)
}

func (s *serving) lead() string {
	lead := fmt.Sprintf("Change of each served regional mean against the baseline, %s a period", s.unit.Of("m³"))
	if rows := s.late(); rows > 0 {
		lead += fmt.Sprintf("; %s %s %s late", plural(rows, "row"), ofPeriod(s.latest().Setup), verb(rows, "arrive"))
	}
	return lead
}

// latest returns the outcome with the longest delay.
func (s *serving) latest() sim.Outcome {
	return slices.MaxFunc(s.outcomes, func(a, b sim.Outcome) int {
		x, _ := a.Setup.Delay()
		y, _ := b.Setup.Delay()
		return x - y
	})
}

func (s *serving) late() int { return lateRows(s.latest()) }

func (s *serving) note() string {
	var notes []string
	if p, ok := s.shift(); ok {
		notes = append(notes, fmt.Sprintf("A dropped row shifts consumption from %v to %v inside its region, so the regional mean is blind to it.", p, p+1))
	}
	for _, o := range s.outcomes {
		if p, ok := onlyMissing(o); ok {
			notes = append(notes, fmt.Sprintf("Lost state leaves out the whole of %v.", p))
			break
		}
	}
	return strings.Join(notes, " ")
}

// shift returns the period from which dropped rows shift consumption to the
// next, if that is all that pollutes the cells of rows that do not move.
func (s *serving) shift() (sim.Period, bool) {
	var from sim.Period
	for i, o := range s.outcomes {
		if s.rows[i].moved() || s.rows[i].wrong() == 0 {
			continue
		}
		_, of := o.Setup.Delay()
		for _, c := range o.Polluted() {
			if o.LateDropped == 0 || c.Period != of && c.Period != of+1 {
				return 0, false
			}
		}
		from = of
	}
	return from, from != 0
}

// onlyMissing returns the period whose cells are all missing in an outcome, if
// nothing else is wrong with it.
func onlyMissing(o sim.Outcome) (sim.Period, bool) {
	missing := o.Cells.Missing(o.Baseline)
	if len(missing) == 0 || len(missing) != len(o.Polluted()) || len(missing) != len(o.Baseline.Regions()) {
		return 0, false
	}
	for _, c := range missing {
		if c.Period != missing[0].Period {
			return 0, false
		}
	}
	return missing[0].Period, true
}

func (s *serving) alt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A row for each of %s, with its polluted cells as a bar and the change of each served value as a dot.", plural(len(s.rows), "set-up"))
	for _, r := range s.rows {
		fmt.Fprintf(&b, " %s: %s", sentence(r.name), r.cells())
		if r.moved() {
			b.WriteString(", served " + s.changes(r))
		}
		b.WriteString(".")
	}
	if _, moved := s.split(); len(moved) < len(s.rows) {
		b.WriteString(" All other served values are the baseline's.")
	}
	return b.String()
}

// cells says how many cells of a row are wrong: 10, or 5 missing.
func (r servingRow) cells() string {
	switch {
	case r.missing == 0:
		return Count(r.polluted)
	case r.polluted == 0:
		return Count(r.missing) + " missing"
	}
	return fmt.Sprintf("%s, %s missing", Count(r.polluted), Count(r.missing))
}

func (s *serving) changes(r servingRow) string {
	var words []string
	for _, region := range s.regions {
		if d, ok := r.diff[region]; ok {
			words = append(words, region.String()+" "+signedFixed(d))
		}
	}
	return list(words)
}

// signedFixed writes a difference in m³ to two decimals, with its sign.
func signedFixed(m3 float64) string {
	if m3 > 0 {
		return "+" + Fixed(m3, 2)
	}
	return Fixed(m3, 2)
}

// signed writes a difference in the unit of the figure, in three digits.
func (s *serving) signed(m3 float64) string { return threeDigits(m3 / s.unit.One) }

// threeDigits writes a number below a thousand with its sign, in three digits:
// −7.66, +38.3, +107.
func threeDigits(v float64) string {
	decimals := 2
	switch {
	case math.Abs(v) >= 100:
		decimals = 0
	case math.Abs(v) >= 10:
		decimals = 1
	}
	if v > 0 {
		return "+" + Fixed(v, decimals)
	}
	return Fixed(v, decimals)
}

func (s *serving) panels(l Look) []*Panel {
	panels := []*Panel{s.cells(l)}
	for _, r := range s.regions {
		panels = append(panels, s.region(l, r))
	}
	return panels
}

// top is the upper border of the panels, above the first row.
const servingTop = -0.6

func (s *serving) bottom() float64 { return s.rows[len(s.rows)-1].y + 0.6 }

// cells draws the bars of the wrong cells, with the names of the rows.
func (s *serving) cells(l Look) *Panel {
	most := 1
	for _, r := range s.rows {
		most = max(most, r.wrong())
	}
	p := NewPanel(0, float64(most), servingTop, s.bottom()).Downwards()
	var names []plot.Tick
	for _, r := range s.rows {
		names = append(names, plot.Tick{Value: r.y, Label: r.name})
	}
	p.Add(
		YTicks{Scale: At(names...), Style: l.Text(l.Ink)},
		XTicks{Scale: withEnds(At(plot.Tick{Label: "0"}, plot.Tick{Value: float64(most), Label: Count(most)})), Style: l.Text(l.Muted)},
		s.head(l, 0, AboveRight, "cells polluted", 1),
		Label{Y: servingTop, Text: fmt.Sprintf("of %s", Count(s.outcomes[0].Baseline.Len())), Style: l.Text(l.Muted), At: AboveRight},
	)
	for _, r := range s.rows {
		c := l.Muted
		if r.wrong() > 0 {
			c = l.Lost
			p.Add(Box{X1: float64(r.wrong()), Y0: r.y - 0.32, Y1: r.y + 0.32, Fill: c})
		}
		p.Add(Label{X: float64(r.wrong()), Y: r.y, Text: r.cells(), Style: l.Text(c), At: Right, Gap: -l.Em(0.15)})
	}
	return p
}

// head returns a heading that stands some lines above the panels.
func (s *serving) head(l Look, x float64, at Side, text string, lines float64) Label {
	return Label{X: x, Y: servingTop, Text: text, Style: l.Bold(l.Ink), At: at, Gap: l.Em(lines * leading)}
}

// region draws the changes of one region's served value.
func (s *serving) region(l Look, r sim.Region) *Panel {
	width := max(1.25*s.far, 1e-9)
	p := NewPanel(-width, width, servingTop, s.bottom()).Downwards()
	served, _ := s.baseline.At(r)
	p.Add(
		XTicks{Scale: s.scale(), Style: l.Text(l.Muted)},
		s.head(l, 0, Above, r.String(), 1),
		Label{Y: servingTop, Text: servedValue(served), Style: l.Text(l.Muted), At: Above},
	)
	for _, row := range s.rows {
		p.Add(Stroke{[]XY{{-width, row.y}, {width, row.y}}, l.Hair()})
	}
	p.Add(Stroke{[]XY{{0, servingTop}, {0, s.bottom()}}, l.Line(l.Muted, 0.8)})
	for _, row := range s.rows {
		p.Add(s.dot(l, row, r)...)
	}
	return p
}

// scale labels zero and a round number on each side of it.
func (s *serving) scale() Scale {
	ticks := []plot.Tick{{Label: "0"}}
	if s.far > 0 {
		t := roundBelow(s.far)
		ticks = []plot.Tick{{Value: 0, Label: "0"}, {Value: -t, Label: Count(-t)}, {Value: t, Label: Count(t)}}
	}
	return func(step int) []plot.Tick {
		if step > 1 {
			return ticks[:1]
		}
		return ticks
	}
}

// roundBelow returns the largest of …, 0.5, 1, 2, 5, 10, … that is not above v.
func roundBelow(v float64) float64 {
	d := math.Pow(10, math.Floor(math.Log10(v)))
	for _, n := range []float64{5, 2} {
		if n*d <= v {
			return n * d
		}
	}
	return d
}

// servedValue writes a served value, without decimals where they say nothing.
func servedValue(m3 float64) string {
	if m3 >= 1e5 {
		return Count(math.Round(m3))
	}
	return Fixed(m3, 2)
}

// dot returns the marks of one row in the panel of a region: a dot, and where
// the value has moved a line from zero and a label on the other side of it.
func (s *serving) dot(l Look, row servingRow, r sim.Region) []plot.Plotter {
	d, moved := row.diff[r]
	x := d / s.unit.One
	if !moved {
		return []plot.Plotter{Dot{Y: row.y, Radius: l.Em(0.34), Color: l.Stream}}
	}
	side := Right
	if d > 0 {
		side = Left
	}
	return []plot.Plotter{
		Stroke{[]XY{{0, row.y}, {x, row.y}}, l.Line(l.Lost, 2)},
		Dot{X: x, Y: row.y, Radius: l.Em(0.34), Color: l.Lost},
		Label{Y: row.y, Text: s.signed(d), Style: l.Bold(l.Lost), At: side, Gap: -l.Em(0.15), Loose: true},
	}
}
