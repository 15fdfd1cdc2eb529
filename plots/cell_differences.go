package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim"
)

// CellDifferences draws how far each summary cell of an outcome is from the
// baseline, as a heat map of regions and periods, and beside it what that comes
// to for each region. It is the proof behind [ServingStability]: where the
// differences of a region add up to zero its mean cannot move.
func CellDifferences(o sim.Outcome) (*Figure, error) {
	const name = "cell-differences"
	if _, err := sameNetwork(name, []sim.Outcome{o}); err != nil {
		return nil, err
	}
	if o.Baseline.Len() == 0 {
		return nil, fmt.Errorf("plots: figure %s must have a baseline with cells, got none", name)
	}
	d := newDifferences(o)
	return &Figure{
		Name:    name,
		Variant: variant(o.Setup, tolerancePart(o, 0), lostPart(o)),
		Title:   d.title(),
		Lead:    d.lead(),
		Note:    d.note(),
		Alt:     d.alt(),
		Aspect:  0.06 + 0.055*float64(len(d.regions)),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{d.heat(l), d.sums(l)}} },
		Grid:    func(l Look) Grid { return Grid{Widths: []float64{11, 3.4}, GapX: -l.Em(0.8)} },
	}, nil
}

// tolerancePart names the tolerance of an outcome in a file name, if it is
// another than usual.
func tolerancePart(o sim.Outcome, usual int) string {
	if tolerance(o) == usual {
		return ""
	}
	return fmt.Sprintf("tolerance%d", tolerance(o))
}

// lostPart names the period in which an outcome loses its state, if it does.
func lostPart(o sim.Outcome) string {
	if p := o.Setup.Windowing.ResetAt; p != 0 {
		return "lost-" + p.String()
	}
	return ""
}

// differences is what the figure shows.
type differences struct {
	outcome     sim.Outcome
	regions     []sim.Region // those that differ most first
	first, last sim.Period   // drawn
	diff        map[sim.Cell]int64
	missing     map[sim.Cell]bool
	sum         map[sim.Region]int64
	far         int64 // the largest difference of a cell that is there
	unit        Unit
}

func newDifferences(o sim.Outcome) *differences {
	d := &differences{outcome: o, diff: map[sim.Cell]int64{}, missing: map[sim.Cell]bool{}, sum: map[sim.Region]int64{}}
	for _, c := range o.Cells.Missing(o.Baseline) {
		d.missing[c] = true
	}
	most, largest := map[sim.Region]int64{}, int64(0)
	for _, c := range o.Polluted() {
		want, _ := o.Baseline.At(c)
		got, _ := o.Cells.At(c)
		v := got - want
		d.diff[c] = v
		d.sum[c.Region] += v
		most[c.Region] = max(most[c.Region], abs(v))
		largest = max(largest, abs(v))
		if !d.missing[c] {
			d.far = max(d.far, abs(v))
		}
	}
	d.unit = shortUnit(float64(largest))
	d.regions = o.Baseline.Regions()
	slices.SortFunc(d.regions, func(a, b sim.Region) int {
		return cmp.Or(cmp.Compare(most[b], most[a]), cmp.Compare(a, b))
	})
	d.first, d.last = d.span()
	return d
}

func abs(v int64) int64 { return max(v, -v) }

// span returns the periods that are drawn: all that have cells, or twelve of
// them around those that differ, where twelve are enough to hold those.
func (d *differences) span() (first, last sim.Period) {
	const most = 12
	low, high := sim.February, d.outcome.Setup.Network.Last()
	if high-low < most {
		return low, high
	}
	from, to := d.polluted()
	if to-from >= most {
		return low, high
	}
	first = min(max((from+to)/2-most/2, low), high-most+1)
	return first, first + most - 1
}

// polluted returns the first and the last period with a cell that differs, or
// the first period with cells where none does.
func (d *differences) polluted() (from, to sim.Period) {
	periods := d.periods()
	if len(periods) == 0 {
		return sim.February, sim.February
	}
	return periods[0], periods[len(periods)-1]
}

// periods returns the periods with a cell that differs.
func (d *differences) periods() []sim.Period {
	var ps []sim.Period
	for c := range d.diff {
		ps = append(ps, c.Period)
	}
	slices.Sort(ps)
	return slices.Compact(ps)
}

// balanced reports whether the differences of every region add up to zero.
func (d *differences) balanced() bool {
	for _, s := range d.sum {
		if s != 0 {
			return false
		}
	}
	return true
}

// handed reports whether one period loses what the next gains.
func (d *differences) handed() (from, to sim.Period, ok bool) {
	ps := d.periods()
	if len(ps) != 2 || !d.balanced() || len(d.missing) > 0 {
		return 0, 0, false
	}
	for c, v := range d.diff {
		if (c.Period == ps[0]) != (v < 0) {
			return 0, 0, false
		}
	}
	return ps[0], ps[1], true
}

func (d *differences) title() string {
	n := len(d.diff)
	if n == 0 {
		return "No cell differs from the baseline"
	}
	if from, to, ok := d.handed(); ok {
		return fmt.Sprintf("What %v loses, %v gains: each region’s total still adds up", from, to)
	}
	if p, ok := onlyMissing(d.outcome); ok {
		return fmt.Sprintf("The cells of %v are missing, which can be counted; no other cell is wrong", p)
	}
	out := 0
	for _, s := range d.sum {
		if s != 0 {
			out++
		}
	}
	title := fmt.Sprintf("%s of %s %s from the baseline", sentence(spell(n)), plural(d.outcome.Baseline.Len(), "cell"), verb(n, "differ"))
	if out == 0 {
		return title + ", and each region’s total still adds up"
	}
	return fmt.Sprintf("%s, and %s of %s no longer %s up", title, spell(out), spellPlural(len(d.regions), "region"), verb(out, "add"))
}

func (d *differences) lead() string {
	s := d.outcome.Setup
	lead := fmt.Sprintf("Difference of each summary cell from the baseline, %s; tolerance %d", d.unit.Of("m³"), tolerance(d.outcome))
	if rows := lateRows(d.outcome); rows > 0 {
		lead += fmt.Sprintf(", %s %s %s %s", plural(rows, "row"), ofPeriod(s), verb(rows, "arrive"), howLate(s))
	}
	if p := s.Windowing.ResetAt; p != 0 {
		lead += fmt.Sprintf(", state lost in %v", p)
	}
	return lead
}

func (d *differences) note() string {
	var notes []string
	if d.first == sim.February {
		notes = append(notes, fmt.Sprintf("No cell exists for %v, because a first reading has no predecessor to subtract.", sim.January))
	}
	if high := d.outcome.Setup.Network.Last(); d.first > sim.February || d.last < high {
		notes = append(notes, fmt.Sprintf("No cell differs outside of %v to %v.", d.first, d.last))
	}
	served := "Served is the mean of a region’s cells"
	if len(d.outcome.ServingDiff()) == 0 {
		return strings.Join(append(notes, served+", equal to the baseline’s."), " ")
	}
	return strings.Join(append(notes, served+"; in colour where it is not the baseline’s."), " ")
}

func (d *differences) alt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Heat map of %s by %s.", plural(len(d.regions), "region"), plural(int(d.last-d.first)+1, "period"))
	if len(d.diff) == 0 {
		return b.String() + " Every cell is empty."
	}
	for _, r := range d.regions {
		var cells []string
		for p := d.first; p <= d.last; p++ {
			c := sim.Cell{Region: r, Period: p}
			if v, ok := d.diff[c]; ok {
				cells = append(cells, d.altOf(c, v))
			}
		}
		if len(cells) > 0 {
			fmt.Fprintf(&b, " %s: %s; sum %s.", sentence(r.String()), list(cells), Signed(d.sum[r]))
		}
	}
	return b.String()
}

func (d *differences) altOf(c sim.Cell, v int64) string {
	if d.missing[c] {
		return c.Period.String() + " missing"
	}
	return fmt.Sprintf("%v %s", c.Period, Signed(v))
}

// heat draws the cells.
func (d *differences) heat(l Look) *Panel {
	p := NewPanel(float64(d.first)-0.5, float64(d.last)+0.5, -0.5, float64(len(d.regions))-0.5).Downwards()
	names := make([]string, len(d.regions))
	for i, r := range d.regions {
		names[i] = r.String()
	}
	p.Add(
		YTicks{Scale: Names(names...), Style: l.Text(l.Ink)},
		XTicks{Scale: Periods(d.first, d.last), Style: l.Text(l.Muted)},
	)
	for i, r := range d.regions {
		for x := d.first; x <= d.last; x++ {
			p.Add(d.cell(l, sim.Cell{Region: r, Period: x}, float64(x), float64(i))...)
		}
	}
	return p
}

// cell draws one cell: empty where it is right, a cross where it is missing.
func (d *differences) cell(l Look, c sim.Cell, x, y float64) []plot.Plotter {
	box := Box{X0: x - 0.5, X1: x + 0.5, Y0: y - 0.5, Y1: y + 0.5, Fill: l.Wash, Inset: l.Em(0.06)}
	v := d.diff[c]
	switch {
	case d.missing[c]:
		return []plot.Plotter{box, Cross{X: x, Y: y, Color: l.Lost, Radius: l.Em(0.5)}}
	case v == 0:
		return []plot.Plotter{box}
	}
	fill := d.fill(l, v)
	box.Fill = fill
	return []plot.Plotter{box, boxLabel{box, d.short(v), l.Bold(l.On(fill))}}
}

// fill returns the colour of a difference: what is lost, or what the stream's
// state hands on to a later cell. Shades on which neither ink nor paper reads
// well are left out.
func (d *differences) fill(l Look, v int64) color.NRGBA {
	hue := l.Stream
	if v < 0 {
		hue = l.Lost
	}
	strength := 0.3 + 0.7*float64(abs(v))/float64(max(d.far, 1))
	fill := l.Tint(hue, strength)
	for strength > 0 && Contrast(l.On(fill), fill) < 4.5 {
		strength -= 0.02
		fill = l.Tint(hue, strength)
	}
	return fill
}

// short writes a difference in the unit of the figure, in three digits.
func (d *differences) short(v int64) string {
	if d.unit.One == 1 {
		return Signed(v)
	}
	return threeDigits(float64(v) / d.unit.One)
}

// A boxLabel is text in the middle of a box, if it fits into it.
type boxLabel struct {
	box   Box
	text  string
	style text.Style
}

// Plot implements [plot.Plotter].
func (b boxLabel) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	if b.style.Width(b.text) > x(b.box.X1)-x(b.box.X0)-2*b.box.Inset {
		return
	}
	at := Label{X: (b.box.X0 + b.box.X1) / 2, Y: (b.box.Y0 + b.box.Y1) / 2, Text: b.text, Style: b.style}
	at.Plot(c, p)
}

// sums draws the two columns beside the heat map: the sum of the differences of
// each region, and its served value.
func (d *differences) sums(l Look) *Panel {
	p := NewPanel(-0.5, 1.5, -0.5, float64(len(d.regions))-0.5).Downwards()
	p.Add(XTicks{Scale: Names("sum", "served"), Style: l.Text(l.Ink)})
	served := d.outcome.Cells.Serve()
	moved := d.outcome.ServingDiff()
	for i, r := range d.regions {
		sum := Label{X: 0, Y: float64(i), Text: d.sumOf(r), Style: l.Bold(l.Ink)}
		value := Label{X: 1, Y: float64(i), Text: "none", Style: l.Text(l.Muted)}
		if d.sum[r] != 0 {
			sum.Style = l.Bold(l.Lost)
		}
		if m3, ok := served.At(r); ok {
			value.Text = servedValue(m3)
		}
		if _, ok := moved.At(r); ok {
			value.Style = l.Bold(l.Lost)
		}
		p.Add(sum, value)
	}
	return p
}

func (d *differences) sumOf(r sim.Region) string {
	if d.sum[r] == 0 {
		return "0"
	}
	return d.short(d.sum[r])
}
