package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"tidemark/sim"
)

// ToleranceTradeoff draws what tolerance buys and what it costs: which late
// rows are dropped, the carried state at its largest, and the period in which
// the cells of the late rows' period are written. The outcomes are those of
// [sim.Grid]: each of some delays with each of some tolerances.
func ToleranceTradeoff(outcomes []sim.Outcome) (*Figure, error) {
	t, err := newTradeoff("tolerance-tradeoff", outcomes)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    "tolerance-tradeoff",
		Variant: t.variant(),
		Title:   t.title(),
		Lead:    t.lead(),
		Note:    t.note(),
		Alt:     t.alt(),
		Aspect:  0.68,
		Panels: func(l Look) [][]*Panel {
			return [][]*Panel{{t.losses(l)}, {t.states(l)}, {t.waits(l)}}
		},
		Grid: t.grid,
	}, nil
}

// grid gives the rows of delays the room that their names need on a slide, and
// more where there is more.
func (t *tradeoff) grid(l Look) Grid {
	rows := float64(min(len(t.delays), 7))
	if l.Height == 0 {
		return Grid{Heights: []float64{0.3 * rows, 1.1, 0.85}}
	}
	const all = 10 // text sizes that the three data areas share, about
	names := min(1.25*rows, 0.6*all)
	return Grid{Heights: []float64{names, 0.56 * (all - names), 0.44 * (all - names)}}
}

// A tradeoff is the grid of outcomes behind the figure.
type tradeoff struct {
	network    sim.Network
	watched    sim.Period // whose cells are watched
	delays     []int
	tolerances []int
	at         map[set]sim.Outcome
}

// A set is a place in the grid.
type set struct{ delay, tolerance int }

func newTradeoff(name string, outcomes []sim.Outcome) (*tradeoff, error) {
	n, err := sameNetwork(name, outcomes)
	if err != nil {
		return nil, err
	}
	t := &tradeoff{network: n, at: map[set]sim.Outcome{}}
	for _, o := range outcomes {
		delay, of := o.Setup.Delay()
		if of != 0 {
			t.watched = of
		}
		t.at[set{delay, tolerance(o)}] = o
		t.delays = append(t.delays, delay)
		t.tolerances = append(t.tolerances, tolerance(o))
	}
	t.delays, t.tolerances = distinct(t.delays), distinct(t.tolerances)
	if want, got := len(t.delays)*len(t.tolerances), len(t.at); want != got {
		return nil, fmt.Errorf("plots: figure %s must have each of %d delays with each of %d tolerances, got %d of the %d pairs",
			name, len(t.delays), len(t.tolerances), got, want)
	}
	if t.watched == 0 {
		t.watched = min(sim.July, n.Last())
	}
	return t, nil
}

// distinct returns the numbers in ascending order, each once.
func distinct(ns []int) []int { return slices.Compact(slices.Sorted(slices.Values(ns))) }

// variant names the delays that the lesson does not have, and the tolerances if
// they are not all there are.
func (t *tradeoff) variant() string {
	var parts []string
	lesson := []int{0, 1, 2}
	others := slices.DeleteFunc(slices.Clone(t.delays), func(d int) bool { return slices.Contains(lesson, d) })
	switch {
	case len(t.delays) != len(lesson)+len(others):
		parts = append(parts, "delays"+dashed(t.delays))
	case len(others) > 0:
		parts = append(parts, "delay"+dashed(others))
	}
	if len(t.tolerances) != t.network.Periods || t.tolerances[0] != 0 || t.largest() != t.network.Periods-1 {
		parts = append(parts, "tolerance"+dashed(t.tolerances))
	}
	for _, f := range t.outcome(0).Setup.Faults {
		parts = append(parts, faultParts(f)...)
	}
	return joinParts(append(parts, networkParts(t.network, sim.Default())...))
}

// dashed joins numbers by hyphens.
func dashed(ns []int) string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(ns), "[]"), " ", "-") }

func (t *tradeoff) largest() int { return t.tolerances[len(t.tolerances)-1] }

// outcome returns the outcome of the last delay with the i-th tolerance.
func (t *tradeoff) outcome(i int) sim.Outcome {
	return t.at[set{t.delays[len(t.delays)-1], t.tolerances[i]}]
}

// A fate is what becomes of the late rows.
type fate int

const (
	saved   fate = iota // every cell is right
	dropped             // cells are polluted, and would be if the stream went on
	cutOff              // cells are polluted only because the stream ends before the rows come
)

func fateOf(o sim.Outcome) fate {
	delay, _ := o.Setup.Delay()
	switch {
	case len(o.Polluted()) == 0:
		return saved
	case o.LateDropped == 0 && o.InTransit > 0 && tolerance(o) >= delay:
		return cutOff
	}
	return dropped
}

// fates returns what becomes of rows that are so late, by tolerance.
func (t *tradeoff) fates(delay int) []fate {
	fates := make([]fate, len(t.tolerances))
	for i, tol := range t.tolerances {
		fates[i] = fateOf(t.at[set{delay, tol}])
	}
	return fates
}

// enough returns the smallest tolerance from which on rows that are so late are
// saved, and whether there is one.
func (t *tradeoff) enough(delay int) (tolerance int, ok bool) {
	fates := t.fates(delay)
	i := len(fates)
	for i > 0 && fates[i-1] == saved {
		i--
	}
	if i == len(fates) {
		return 0, false
	}
	return t.tolerances[i], true
}

func (t *tradeoff) title() string {
	late := slices.DeleteFunc(slices.Clone(t.delays), func(d int) bool { return d == 0 })
	if len(late) == 0 {
		if _, ok := t.enough(0); ok {
			return "Where every row is on time, tolerance only costs state and time"
		}
		return "No tolerance repairs cells that are polluted by something else"
	}
	var matched, lost, never int
	for _, d := range late {
		n, ok := t.enough(d)
		switch {
		case ok && n == t.firstFrom(d):
			matched++
		case !ok && slices.Contains(t.fates(d), cutOff):
			never++
		case !ok && t.largest() < d:
			lost++
		}
	}
	return tradeoffTitle(t, late, matched, lost, never)
}

// firstFrom returns the smallest tolerance drawn that is at least as long as
// the delay, or the largest.
func (t *tradeoff) firstFrom(delay int) int {
	i, _ := slices.BinarySearch(t.tolerances, delay)
	return t.tolerances[min(i, len(t.tolerances)-1)]
}

func tradeoffTitle(t *tradeoff, late []int, matched, lost, never int) string {
	const match = "Tolerance has to match the delay"
	switch n := len(late); {
	case matched == n && t.largest() > late[n-1]:
		return match + "; every further period only costs"
	case matched == n:
		return match + ", and costs state and time"
	case matched+lost == n && matched > 0:
		return fmt.Sprintf("%s: at %d it still drops rows that come %s late", match, t.largest(), plural(late[n-1], "period"))
	case lost == n:
		return fmt.Sprintf("A tolerance of %s saves no row that comes %s late", plural(t.largest(), "period"), plural(late[0], "period"))
	case matched+never == n && matched > 0:
		return match + ", and saves no row that comes after the stream has ended"
	case never == n:
		return "No tolerance saves rows that come after the stream has ended"
	}
	return "Tolerance pays for late rows with state and time"
}

// late returns how many rows come late, at the longest delay.
func (t *tradeoff) late() int { return lateRows(t.outcome(0)) }

func (t *tradeoff) lead() string {
	open := fmt.Sprintf("a window stays open %s longer", t.openFor())
	rows := t.late()
	if rows == 0 {
		return "Every row arrives in its own period; " + open
	}
	return fmt.Sprintf("%s of %s, %s, %s late; %s", Count(rows), plural(t.outcome(0).Sent, "row"), t.whose(), verb(rows, "arrive"), open)
}

func (t *tradeoff) openFor() string {
	if len(t.tolerances) == 1 {
		return plural(t.tolerances[0], "period")
	}
	return ranges(t.tolerances) + " periods"
}

func (t *tradeoff) whose() string {
	s := t.outcome(0).Setup
	if _, of := s.Delay(); of == 0 || !uniform(s) {
		return "of several periods"
	}
	return "all " + ofPeriod(s)
}

func (t *tradeoff) note() string {
	var notes []string
	if i := t.firstOpen(); i < len(t.tolerances) && t.anyWritten() {
		notes = append(notes, fmt.Sprintf("From tolerance %d on, the window of %v is still open when the stream ends and is written then.",
			t.tolerances[i], t.watched))
	}
	if i := t.firstCut(); i > 0 && i < len(t.tolerances) {
		notes = append(notes, fmt.Sprintf("At tolerance %s the state would be larger if the stream had more rows.", ranges(t.tolerances[i:])))
	}
	if t.sameStates() && len(t.delays) > 1 {
		notes = append(notes, "The state is the same for every delay.")
	}
	return strings.Join(notes, " ")
}

// firstOpen returns the index of the first tolerance at which the window of the
// watched period is still open when the stream ends.
func (t *tradeoff) firstOpen() int {
	i, _ := slices.BinarySearch(t.tolerances, int(t.network.Last()-t.watched)+1)
	return i
}

// firstCut returns the index of the first tolerance whose state would be larger
// in a longer stream: no window has closed, or none before the last period.
func (t *tradeoff) firstCut() int {
	i, _ := slices.BinarySearch(t.tolerances, max(t.network.Periods-1, 0))
	return i
}

// state returns the carried state at the i-th tolerance, the largest for any
// delay.
func (t *tradeoff) state(i int) int {
	most := 0
	for _, d := range t.delays {
		most = max(most, t.at[set{d, t.tolerances[i]}].CarriedState)
	}
	return most
}

func (t *tradeoff) sameStates() bool {
	for i, tol := range t.tolerances {
		for _, d := range t.delays {
			if t.at[set{d, tol}].CarriedState != t.state(i) {
				return false
			}
		}
	}
	return true
}

// written returns the period in which the watched cells are written at the i-th
// tolerance, zero if they are not.
func (t *tradeoff) written(i int) sim.Period {
	var p sim.Period
	for _, d := range t.delays {
		p = max(p, t.at[set{d, t.tolerances[i]}].Written(t.watched))
	}
	return p
}

func (t *tradeoff) anyWritten() bool {
	for i := range t.tolerances {
		if t.written(i) != 0 {
			return true
		}
	}
	return false
}

func (t *tradeoff) alt() string {
	var s strings.Builder
	fmt.Fprintf(&s, "Three panels over tolerance %s. ", ranges(t.tolerances))
	for _, d := range t.delays {
		s.WriteString(t.altOf(d))
	}
	last := len(t.tolerances) - 1
	fmt.Fprintf(&s, "The carried state is %s at tolerance %d and %s at %d.", plural(t.state(0), "entry"), t.tolerances[0],
		Count(t.state(last)), t.tolerances[last])
	if t.anyWritten() {
		fmt.Fprintf(&s, " The cells of %v are written in %v at tolerance %d and in %v at %d.",
			t.watched, t.written(0), t.tolerances[0], t.written(last), t.tolerances[last])
	}
	return s.String()
}

// altOf says what becomes of rows with one delay.
func (t *tradeoff) altOf(delay int) string {
	who := fmt.Sprintf("Rows %s late", plural(delay, "period"))
	if delay == 0 {
		who = "Rows on time"
	}
	n, ok := t.enough(delay)
	switch {
	case ok && n == t.tolerances[0]:
		return who + " are never dropped. "
	case ok:
		return fmt.Sprintf("%s pollute cells below tolerance %d, and none from there on. ", who, n)
	}
	return fmt.Sprintf("%s pollute cells at every tolerance. ", who)
}

func (t *tradeoff) panel(y0, y1 float64) *Panel {
	return NewPanel(float64(t.tolerances[0])-0.5, float64(t.largest())+0.5, y0, y1)
}

// losses draws a row of dots for each delay, large where cells are polluted.
func (t *tradeoff) losses(l Look) *Panel {
	p := t.panel(-0.2, float64(len(t.delays))-0.8).Downwards()
	names := make([]string, len(t.delays))
	for j, d := range t.delays {
		names[j] = delayName(d)
	}
	p.Add(YTicks{Scale: Names(names...), Style: l.Text(l.Muted), Rule: l.Hair()})
	for j, d := range t.delays {
		for i, f := range t.fates(d) {
			p.Add(fateDot(l, f, float64(t.tolerances[i]), float64(j)))
		}
	}
	head := l.Heading(p, fmt.Sprintf("Rows %s", t.rowsHeading()))
	head.Gap = l.Em(0.35)
	p.Add(head)
	for i, k := range t.keys() {
		p.Add(l.key(p, k, l.Lost, head.Gap+vg.Length(i)*l.Body*leading))
	}
	return p
}

func delayName(d int) string {
	if d == 0 {
		return "on time"
	}
	return Count(d) + " late"
}

func (t *tradeoff) rowsHeading() string {
	s := t.outcome(0).Setup
	if delay, _ := s.Delay(); delay == 0 {
		return "by delay"
	}
	return ofPeriod(s) + ", by delay"
}

func fateDot(l Look, f fate, x, y float64) Dot {
	switch f {
	case dropped:
		return Dot{X: x, Y: y, Radius: l.Em(0.42), Color: l.Lost}
	case cutOff:
		return Dot{X: x, Y: y, Radius: l.Em(0.42), Color: l.Lost, Hollow: l.Paper}
	}
	return Dot{X: x, Y: y, Radius: l.Em(0.17), Color: l.Tint(l.Muted, 0.7)}
}

// keys returns what the large dots mean, the lowest line first.
func (t *tradeoff) keys() []string {
	var keys []string
	if s := t.toll(dropped); s != "" {
		keys = append(keys, "● "+s)
	}
	if s := t.toll(cutOff); s != "" {
		keys = append(keys, "○ "+s)
	}
	return keys
}

// toll says how many rows and cells a fate costs, or nothing if none suffer it.
func (t *tradeoff) toll(f fate) string {
	var rows, cells []int
	total := 0
	for _, o := range t.at {
		if fateOf(o) == f {
			rows = append(rows, o.LateDropped+o.InTransit)
			cells = append(cells, len(o.Polluted()))
			total = o.Baseline.Len()
		}
	}
	if len(rows) == 0 {
		return ""
	}
	what := "dropped"
	if f == cutOff {
		what = "still under way when the stream ends"
	}
	return fmt.Sprintf("%s %s, %s of %s polluted", upTo(rows, "row"), what, upTo(cells, ""), plural(total, "cell"))
}

// upTo writes a number, or the largest of several: 40 rows, up to 40 rows. The
// noun may be left out.
func upTo(ns []int, noun string) string {
	most := slices.Max(ns)
	s := Count(most)
	if noun != "" {
		s = plural(most, noun)
	}
	if slices.Min(ns) != most {
		return "up to " + s
	}
	return s
}

// states draws the carried state at each tolerance.
func (t *tradeoff) states(l Look) *Panel {
	top := 1.0
	for i := range t.tolerances {
		top = max(top, float64(t.state(i)))
	}
	unit := UnitOf(top)
	p := t.panel(0, top)
	p.Add(YTicks{Scale: Counts(0, top, unit), Style: l.Text(l.Muted), Rule: l.Hair()})
	var values Labels
	for i, tol := range t.tolerances {
		x, y := float64(tol), float64(t.state(i))
		bar := Box{X0: x - 0.3, X1: x + 0.3, Y1: y, Fill: l.Stream}
		if i >= t.firstCut() {
			bar.Fill, bar.Border = nil, l.Line(l.Stream, 1.2)
		}
		p.Add(bar)
		values = append(values, Label{X: x, Y: y, Text: unit.Count(y), At: Above, Gap: -l.Em(0.2), Style: l.Fine(l.Ink)})
	}
	head := l.Heading(p, "Carried state at its largest, "+unit.Of("entries"))
	head.Gap = l.Em(0.75) // above the values
	p.Add(values, head)
	if t.firstCut() < len(t.tolerances) {
		p.Add(l.key(p, "□ only because the stream ends", l.Stream, head.Gap))
	}
	return p
}

// waits draws the period in which the watched cells are written.
func (t *tradeoff) waits(l Look) *Panel {
	p := t.panel(float64(t.watched), max(float64(t.network.Last()), float64(t.watched)+1))
	p.Add(
		YTicks{Scale: withEnds(Periods(t.watched, t.network.Last())), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Integers(t.tolerances[0], t.largest()), Style: l.Text(l.Muted), Title: "tolerance, periods", Gap: l.Em(0.3)},
	)
	head := l.Heading(p, fmt.Sprintf("Period in which the cells of %v are written", t.watched))
	head.Gap = l.Em(0.3)
	p.Add(head)

	open := t.firstOpen()
	var closed, ended []XY
	for i, tol := range t.tolerances {
		w := t.written(i)
		if w == 0 {
			continue
		}
		at := XY{float64(tol), float64(w)}
		if i < open {
			closed = append(closed, at)
		}
		if i >= open-1 {
			ended = append(ended, at)
		}
	}
	line := l.Line(l.Ink, 1.3)
	p.Add(Stroke{closed, line}, Stroke{ended, l.Dashed(line)})
	for i, tol := range t.tolerances {
		if w := t.written(i); w != 0 {
			dot := Dot{X: float64(tol), Y: float64(w), Radius: l.Em(0.36), Color: l.Ink}
			if i >= open {
				dot.Hollow = l.Paper
			}
			p.Add(dot)
		}
	}
	if open < len(t.tolerances) && len(ended) > 0 {
		p.Add(l.key(p, "○ only because the stream ends", l.Ink, head.Gap))
	}
	return p
}
