package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"tidemark/sim"
)

// WindowTimeline draws the readings by their own period and the period of their
// arrival, with the windows that are open and the watermark below them: one
// panel for each outcome, at most three. The outcomes differ in nothing but
// their tolerance.
func WindowTimeline(outcomes []sim.Outcome) (*Figure, error) {
	const name, most = "window-timeline", 3
	n, err := sameNetwork(name, outcomes)
	if err != nil {
		return nil, err
	}
	if len(outcomes) > most {
		return nil, fmt.Errorf("plots: figure %s must have at most %d outcomes, got %d", name, most, len(outcomes))
	}
	if err := sameFaults(name, outcomes); err != nil {
		return nil, err
	}
	sorted, err := byTolerance(name, outcomes)
	if err != nil {
		return nil, err
	}
	t, err := newTimeline(n, sorted)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    name,
		Variant: variant(sorted[0].Setup, t.tolerancesPart()),
		Title:   t.title(),
		Lead:    t.lead(),
		Note:    "The area of a dot is its number of rows. A window stays open for its own period and as many more as the tolerance has.",
		Alt:     t.alt(),
		Aspect:  0.34,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{t.panels(l)} },
		Grid:    func(l Look) Grid { return Grid{GapX: -l.Em(0.6)} },
	}, nil
}

// A timeline is what the figure shows.
type timeline struct {
	network  sim.Network
	outcomes []sim.Outcome // by tolerance
	groups   []arrivals
	lowest   sim.Period // drawn
	highest  sim.Period
}

// arrivals are the rows of one period that arrive in one period.
type arrivals struct {
	period, arrival sim.Period
	rows            int
}

func (a arrivals) late() bool { return a.arrival > a.period }

func newTimeline(n sim.Network, outcomes []sim.Outcome) (*timeline, error) {
	d, err := n.Deliver(outcomes[0].Setup.Faults...)
	if err != nil {
		return nil, err
	}
	t := &timeline{network: n, outcomes: outcomes, groups: arrivalsOf(d)}
	t.lowest, t.highest = t.span()
	return t, nil
}

// arrivalsOf counts the rows of a delivery, by arrival and then by period.
func arrivalsOf(d *sim.Delivery) []arrivals {
	type key struct{ arrival, period sim.Period }
	counts := map[key]int{}
	for r := range d.All() {
		counts[key{r.Arrival, r.Period}]++
	}
	var groups []arrivals
	for k, rows := range counts {
		groups = append(groups, arrivals{k.period, k.arrival, rows})
	}
	slices.SortFunc(groups, func(a, b arrivals) int {
		return int(a.arrival-b.arrival)*1e4 + int(a.period-b.period)
	})
	return groups
}

// late returns the groups that arrive after their own period.
func (t *timeline) late() []arrivals {
	return slices.DeleteFunc(slices.Clone(t.groups), func(a arrivals) bool { return !a.late() })
}

// span returns the periods that are drawn: six, or as many as it takes to hold
// the late rows with two more on each side.
func (t *timeline) span() (lowest, highest sim.Period) {
	last := t.network.Last()
	lowest, highest = min(sim.July, last), min(sim.July, last)
	if late := t.late(); len(late) > 0 {
		lowest, highest = last, sim.January
		for _, a := range late {
			lowest, highest = min(lowest, a.period), max(highest, a.arrival)
		}
	} else if _, of := t.outcomes[0].Setup.Delay(); of != 0 {
		lowest, highest = of, of
	}
	lowest, highest = max(lowest-2, sim.January), min(highest+2, last)
	highest = min(max(highest, lowest+5), last)
	return max(min(lowest, highest-5), sim.January), highest
}

// drops reports whether an outcome drops a group: its window was closed when the
// period of its arrival began.
func drops(o sim.Outcome, a arrivals) bool {
	return a.period <= o.Setup.Windowing.Watermark(a.arrival-1)
}

// tolerancesPart names the tolerances in a file name, if they are not 0, 1 and 2.
func (t *timeline) tolerancesPart() string {
	ts := t.tolerances()
	if slices.Equal(ts, []int{0, 1, 2}) {
		return ""
	}
	return "tolerance" + dashed(ts)
}

func (t *timeline) tolerances() []int {
	var ts []int
	for _, o := range t.outcomes {
		ts = append(ts, tolerance(o))
	}
	return ts
}

// tally returns how many late rows an outcome counts and drops.
func (t *timeline) tally(o sim.Outcome) (counted, dropped int) {
	for _, a := range t.late() {
		if drops(o, a) {
			dropped += a.rows
		} else {
			counted += a.rows
		}
	}
	return counted, dropped
}

// split returns the tolerances that drop no late row and those that do.
func (t *timeline) split() (lossless, lossy []int) {
	for _, o := range t.outcomes {
		if _, dropped := t.tally(o); dropped == 0 {
			lossless = append(lossless, tolerance(o))
		} else {
			lossy = append(lossy, tolerance(o))
		}
	}
	return lossless, lossy
}

func (t *timeline) title() string {
	lossless, lossy := t.split()
	switch {
	case len(t.late()) == 0 && t.outcomes[0].InTransit > 0:
		return "A row that comes after the stream has ended counts in no window"
	case len(t.late()) == 0:
		return "Where every row is on time, tolerance only keeps windows open longer"
	case len(lossless) == 0:
		return fmt.Sprintf("A late row counts only while its window is open: tolerance %s is too short", alternatives(lossy))
	case len(lossy) == 0:
		return fmt.Sprintf("A late row counts while its window is open: tolerance %d is enough", lossless[0])
	}
	return fmt.Sprintf("A late row counts only while its window is open: here from tolerance %d on", lossless[0])
}

// alternatives writes numbers as a choice: 0, 1 or 2.
func alternatives(ns []int) string { return strings.Replace(list(counts(ns)), " and ", " or ", 1) }

func counts(ns []int) []string {
	var words []string
	for _, n := range ns {
		words = append(words, Count(n))
	}
	return words
}

func (t *timeline) lead() string {
	lead := "Readings by their own period (upwards) and the period in which they arrive (to the right)"
	late, missing := t.late(), t.outcomes[0].InTransit
	switch {
	case len(late) == 1:
		a := late[0]
		lead += fmt.Sprintf("; %s of %v %s in %v", plural(a.rows, "row"), a.period, verb(a.rows, "arrive"), a.arrival)
	case len(late) > 1:
		rows := 0
		for _, a := range late {
			rows += a.rows
		}
		lead += fmt.Sprintf("; %s %s late", plural(rows, "row"), verb(rows, "arrive"))
	}
	if missing > 0 {
		lead += fmt.Sprintf("; %s %s still under way when the stream ends", plural(missing, "row"), be(missing))
	}
	return lead
}

func (t *timeline) alt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Small multiples for tolerance %s. Rows on time lie on the diagonal, late ones to the right of it.", ranges(t.tolerances()))
	for _, o := range t.outcomes {
		fmt.Fprintf(&b, " At tolerance %d the watermark runs %s below the diagonal: %s.",
			tolerance(o), plural(tolerance(o), "period"), t.verdict(o))
	}
	return b.String()
}

// verdict says what becomes of the late rows in an outcome.
func (t *timeline) verdict(o sim.Outcome) string {
	counted, dropped := t.tally(o)
	switch {
	case counted > 0 && dropped > 0:
		return fmt.Sprintf("%s counted, %s dropped", plural(counted, "late row"), Count(dropped))
	case dropped > 0:
		return plural(dropped, "late row") + " dropped"
	case counted > 0:
		return plural(counted, "late row") + " counted"
	}
	return "no row arrives late"
}

func (t *timeline) panels(l Look) []*Panel {
	var panels []*Panel
	for i, o := range t.outcomes {
		p := t.panel(l, o)
		if i == 0 {
			p.Add(YTicks{Scale: Periods(t.lowest, t.highest), Style: l.Text(l.Muted)})
		}
		if i == len(t.outcomes)-1 {
			p.Add(t.regions(l, o))
		}
		panels = append(panels, p)
	}
	return panels
}

// edges of the drawn periods.
func (t *timeline) low() float64  { return float64(t.lowest) - 0.5 }
func (t *timeline) high() float64 { return float64(t.highest) + 0.5 }

// panel draws one outcome.
func (t *timeline) panel(l Look, o sim.Outcome) *Panel {
	p := NewPanel(t.low(), t.high(), t.low(), t.high())
	open, mark := t.windows(o)
	p.Add(Area{XY: open, Fill: l.Tint(l.Stream, 0.14)})
	p.Add(t.rules(l)...)
	p.Add(
		XTicks{Scale: t.months(), Style: l.Text(l.Muted), Title: "arrives in"},
		Stroke{mark, l.Line(l.Stream, 1.6)},
	)
	p.Add(t.heading(l, p, o)...)
	for _, a := range t.groups {
		if a.period >= t.lowest && a.arrival <= t.highest {
			p.Add(t.mark(l, o, a))
		}
	}
	return p
}

// heading says the tolerance and what it means for the late rows.
func (t *timeline) heading(l Look, p *Panel, o sim.Outcome) []plot.Plotter {
	head := l.Heading(p, fmt.Sprintf("tolerance %d", tolerance(o)))
	verdict := l.Heading(p, strings.Replace(t.verdict(o), " late row", " row", 1))
	counted, dropped := t.tally(o)
	switch {
	case dropped > 0:
		verdict.Style = l.Bold(l.Lost)
	case counted > 0:
		verdict.Style = l.Bold(l.Stream)
	default:
		verdict.Style = l.Text(l.Muted)
	}
	head.Gap = l.Body * leading
	return []plot.Plotter{head, verdict}
}

// windows returns the outline of the windows that are open in each period of
// arrival, and their lower edge, the watermark.
func (t *timeline) windows(o sim.Outcome) (open, mark []XY) {
	var edges, top, bottom []float64
	for x := t.lowest; x <= t.highest; x++ {
		oldest := max(x-sim.Period(min(tolerance(o), int(x))), sim.January, t.lowest)
		edges = append(edges, float64(x)-0.5)
		top = append(top, float64(x)+0.5)
		bottom = append(bottom, float64(oldest)-0.5)
	}
	edges = append(edges, t.high())
	open, mark = Steps(edges, top), Steps(edges, bottom)
	back := slices.Clone(mark)
	slices.Reverse(back)
	return append(open, back...), mark
}

// rules returns the grid lines, through the middle of each period.
func (t *timeline) rules(l Look) []plot.Plotter {
	var rules []plot.Plotter
	for x := float64(t.lowest); x <= float64(t.highest); x++ {
		rules = append(rules,
			Stroke{[]XY{{x, t.low()}, {x, t.high()}}, l.Hair()},
			Stroke{[]XY{{t.low(), x}, {t.high(), x}}, l.Hair()})
	}
	return rules
}

// months labels the periods of arrival by their months; the vertical axis has
// the year.
func (t *timeline) months() Scale {
	var ticks []plot.Tick
	for x := t.lowest; x <= t.highest; x++ {
		ticks = append(ticks, plot.Tick{Value: float64(x), Label: x.Month()})
	}
	return At(ticks...)
}

// mark returns the mark of a group of rows, whose area is their number.
func (t *timeline) mark(l Look, o sim.Outcome, a arrivals) plot.Plotter {
	x, y := float64(a.arrival), float64(a.period)
	if a.late() && drops(o, a) {
		return Cross{X: x, Y: y, Radius: t.radius(l, 1) * 0.75, Color: l.Lost}
	}
	dot := Dot{X: x, Y: y, Radius: t.radius(l, float64(a.rows)/float64(t.largest())), Color: l.Ink}
	if a.late() {
		dot.Color = l.Stream
	}
	return dot
}

// radius returns the radius of a share of the largest dot, which has room in
// its period. A dot of few rows stays large enough to be seen.
func (t *timeline) radius(l Look, share float64) vg.Length {
	periods := float64(t.highest-t.lowest) + 1
	largest := min(0.62, 12/(periods*float64(len(t.outcomes))))
	return l.Em(max(largest*math.Sqrt(share), 0.18))
}

// largest returns the number of rows of the largest group.
func (t *timeline) largest() int {
	most := 1
	for _, a := range t.groups {
		most = max(most, a.rows)
	}
	return most
}

// regions names the watermark and what lies above and below it, at the right
// edge of the last panel.
func (t *timeline) regions(l Look, o sim.Outcome) Labels {
	mark := max(t.high()-1-float64(tolerance(o)), t.low())
	at := func(y float64, s string, c text.Style) Label {
		return Label{X: t.high(), Y: y, Text: s, Style: c, At: Right, Gap: -l.Em(0.1)}
	}
	names := Labels{at((mark+t.high())/2, "open", l.Text(l.Stream))}
	if mark > t.low() {
		names = append(names, at(mark, "watermark", l.Text(l.Stream)), at((mark+t.low())/2, "closed", l.Text(l.Muted)))
	}
	return names
}
