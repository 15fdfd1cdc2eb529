package plots

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"

	"tidemark/sim"
)

// StateGrowth draws how many entries a run over windows holds in each period,
// one line for each tolerance. The outcomes differ in nothing but their
// tolerance.
func StateGrowth(outcomes []sim.Outcome) (*Figure, error) {
	const name = "state-growth"
	n, err := sameNetwork(name, outcomes)
	if err != nil {
		return nil, err
	}
	if err := sameFaults(name, outcomes); err != nil {
		return nil, err
	}
	sorted, err := byTolerance(name, outcomes)
	if err != nil {
		return nil, err
	}
	g := stateGrowth{network: n, outcomes: sorted, enough: smallestLossless(sorted)}
	return &Figure{
		Name:    name,
		Variant: variant(sorted[0].Setup),
		Title:   g.title(),
		Lead:    g.lead(),
		Note:    g.note(),
		Alt:     g.alt(),
		Aspect:  0.42,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{g.panel(l)}} },
	}, nil
}

type stateGrowth struct {
	network  sim.Network
	outcomes []sim.Outcome // by tolerance
	enough   int           // index of the smallest tolerance that drops nothing, -1 is none
}

// smallestLossless returns the index of the first outcome that drops no late
// row, or -1.
func smallestLossless(outcomes []sim.Outcome) int {
	for i, o := range outcomes {
		if o.LateDropped == 0 {
			return i
		}
	}
	return -1
}

// grows reports whether the state of an outcome is largest in the last period.
func grows(o sim.Outcome) bool {
	last := len(o.Trace) - 1
	for _, s := range o.Trace[:last] {
		if s.CarriedState >= o.Trace[last].CarriedState {
			return false
		}
	}
	return true
}

// split returns the tolerances whose state stops growing and those whose state
// does not.
func (g stateGrowth) split() (flat, growing []int) {
	for _, o := range g.outcomes {
		if grows(o) {
			growing = append(growing, tolerance(o))
		} else {
			flat = append(flat, tolerance(o))
		}
	}
	return flat, growing
}

func (g stateGrowth) title() string {
	flat, growing := g.split()
	const stops = "State stops growing once windows close as fast as they open"
	switch {
	case g.peak() == 0:
		return "No state is carried: no row arrives before the stream ends"
	case len(growing) == 0:
		return stops
	case len(flat) == 0:
		return "State grows to the end of the stream: no window closes early enough to stop it"
	case growing[0] > flat[len(flat)-1] && len(growing) > 1:
		return fmt.Sprintf("%s; from tolerance %d on it grows to the end", stops, growing[0])
	}
	return fmt.Sprintf("%s; with tolerance %s it grows to the end", stops, ranges(growing))
}

// peak returns the largest state of any outcome.
func (g stateGrowth) peak() int {
	peak := 0
	for _, o := range g.outcomes {
		peak = max(peak, o.CarriedState)
	}
	return peak
}

func (g stateGrowth) lead() string {
	s := g.outcomes[0].Setup
	lead := fmt.Sprintf("Entries held in each period, for tolerance %s", ranges(g.tolerances()))
	if rows := lateRows(g.outcomes[0]); rows > 0 {
		lead += fmt.Sprintf("; %s %s %s %s", plural(rows, "row"), ofPeriod(s), verb(rows, "arrive"), howLate(s))
	}
	return lead
}

func (g stateGrowth) tolerances() []int {
	ts := make([]int, len(g.outcomes))
	for i, o := range g.outcomes {
		ts[i] = tolerance(o)
	}
	return ts
}

func (g stateGrowth) note() string {
	var notes []string
	if g.enough >= 0 && len(g.outcomes) > 1 {
		notes = append(notes, fmt.Sprintf("Tolerance %d is the smallest here that drops no row.", tolerance(g.outcomes[g.enough])))
	}
	if p, ok := g.dip(); ok {
		rows := lateRows(g.outcomes[0])
		notes = append(notes, fmt.Sprintf("The dip in %v is the %s that %s not arrived yet.", p, plural(rows, "row"), have(rows)))
	}
	return strings.Join(notes, " ")
}

// dip returns the period of the late rows, if some state is smaller in it than
// in the period before because of them.
func (g stateGrowth) dip() (sim.Period, bool) {
	s := g.outcomes[0].Setup
	delay, of := s.Delay()
	if delay == 0 || of <= sim.January || !uniform(s) || lateRows(g.outcomes[0]) == 0 {
		return 0, false
	}
	for _, o := range g.outcomes {
		if o.Setup.Windowing.ResetAt != of && o.Trace[of-1].CarriedState < o.Trace[of-2].CarriedState {
			return of, true
		}
	}
	return 0, false
}

func (g stateGrowth) alt() string {
	var peaks []string
	for _, o := range g.outcomes {
		peaks = append(peaks, fmt.Sprintf("%d at %s", tolerance(o), Count(o.CarriedState)))
	}
	return fmt.Sprintf("Staircases over %s, one for each tolerance. Each rises while no window has closed and then stays level, unless the stream ends first. Peaks in entries: tolerance %s.",
		plural(g.network.Periods, "period"), list(peaks))
}

func (g stateGrowth) panel(l Look) *Panel {
	top := float64(g.peak())
	unit := UnitOf(top)
	first, last := sim.January, g.network.Last()
	p := NewPanel(float64(first)-0.5, float64(last)+0.5, 0, top)
	p.Add(
		YTicks{Scale: Counts(0, top, unit), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Periods(first, last), Style: l.Text(l.Muted)},
		l.Heading(p, sentence(unit.Of("entries"))),
	)
	for i := range g.outcomes {
		if i != g.enough {
			p.Add(g.line(l, i))
		}
	}
	if g.enough >= 0 {
		p.Add(g.line(l, g.enough)) // on top
	}
	p.Add(g.names(l, p.X.Max))
	return p
}

func (g stateGrowth) line(l Look, i int) Stroke {
	o := g.outcomes[i]
	edges := []float64{0.5}
	var values []float64
	for _, s := range o.Trace {
		edges = append(edges, float64(s.Period)+0.5)
		values = append(values, float64(s.CarriedState))
	}
	c, weight := g.color(l, i)
	return Stroke{XY: Steps(edges, values), Line: l.Line(c, weight)}
}

// color returns the colour and the weight of a line: a tolerance that drops
// nothing stands for the stream, one whose state never stops growing is a batch
// run.
func (g stateGrowth) color(l Look, i int) (c color.NRGBA, weight float64) {
	switch {
	case i == g.enough:
		return l.Stream, 2.4
	case grows(g.outcomes[i]):
		return l.Batch, 2.4
	}
	return l.Tint(l.Muted, 0.55), 1
}

// names returns the labels at the right ends of the lines, those that matter
// most first. Lines that end at the same height share one.
func (g stateGrowth) names(l Look, x float64) Labels {
	var first, rest Labels
	for _, group := range g.sameEnd() {
		label := Label{X: x, Y: g.end(group[0]), At: Right, Style: l.Text(l.Muted)}
		label.Text = g.nameOf(group)
		for _, i := range group {
			if c, weight := g.color(l, i); weight > 1 {
				label.Style = l.Bold(c)
			}
		}
		if label.Style.Font.Weight != (text.Style{}).Font.Weight {
			first = append(first, label)
		} else {
			rest = append(rest, label)
		}
	}
	return append(first, rest...)
}

func (g stateGrowth) nameOf(group []int) string {
	var ts []int
	grow, enough := false, false
	for _, i := range group {
		ts = append(ts, tolerance(g.outcomes[i]))
		grow = grow || grows(g.outcomes[i])
		enough = enough || i == g.enough
	}
	switch {
	case enough:
		return "tolerance " + ranges(ts)
	case grow:
		return ranges(ts) + ": to the end"
	}
	return ranges(ts)
}

func (g stateGrowth) end(i int) float64 {
	t := g.outcomes[i].Trace
	return float64(t[len(t)-1].CarriedState)
}

// sameEnd groups the outcomes by the state in which they end, in order of
// tolerance.
func (g stateGrowth) sameEnd() [][]int {
	var groups [][]int
	at := map[float64]int{}
	for i := range g.outcomes {
		k, ok := at[g.end(i)]
		if !ok {
			k = len(groups)
			at[g.end(i)] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}
