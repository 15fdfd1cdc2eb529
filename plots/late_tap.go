package plots

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

// LateTap draws what becomes of the tap that is latest of all under several
// policies: when its window is written, with which count, and whether the tap
// is in it. The windows are tumbling ones of one size; only their tolerance and
// lateness differ.
func LateTap(taps []event.Event[town.Tap], policies ...event.Windows) (*Figure, error) {
	v, err := newLateView(taps, policies)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    lateTap,
		Variant: v.variant(),
		Title:   v.title(),
		Lead: fmt.Sprintf("The window from %s to %s, by the clock of arrival; a tap made at %s arrives at %s",
			clock(v.window.Start, false), clock(v.window.End, false), v.clock(v.late.Time), v.clock(v.late.Arrived())),
		Note:   "Numbers are taps counted. A bar is the time in which the window takes taps; the pale part comes after it was first written.",
		Alt:    v.alt(),
		Aspect: 0.07 + 0.085*float64(len(policies)),
		Panels: func(l Look) [][]*Panel { return [][]*Panel{{v.panel(l)}} },
	}, nil
}

const lateTap = "late-tap"

// A lateView is what the figure shows.
type lateView struct {
	late   event.Event[town.Tap]
	window event.Window
	last   event.Time // arrival of the last tap
	fates  []tapFate
}

// A tapFate is what becomes of the window and the late tap under one policy.
type tapFate struct {
	policy  event.Windows
	results []event.Result[int, int] // of the window, first one first
	counted bool                     // whether the late tap is in one of them
	closed  event.Time               // when the window takes no more taps; zero is not while the stream runs
}

func newLateView(taps []event.Event[town.Tap], policies []event.Windows) (*lateView, error) {
	if len(taps) == 0 || len(policies) == 0 || len(policies) > 5 {
		return nil, fmt.Errorf("plots: figure %s must have taps and 1 to 5 policies, got %d and %d", lateTap, len(taps), len(policies))
	}
	v := &lateView{late: taps[0]}
	for _, e := range taps {
		if e.Arrived().Sub(e.Time) > v.late.Arrived().Sub(v.late.Time) {
			v.late = e
		}
		v.last = max(v.last, e.Arrived())
	}
	for _, w := range policies {
		if w.Kind != event.TumblingKind || w.Size != policies[0].Size || w.Size < time.Second {
			return nil, fmt.Errorf("plots: figure %s must have tumbling windows of one size of at least 1s, got %v and %v", lateTap, policies[0], w)
		}
		in, err := w.Of(v.late.Time)
		if err != nil {
			return nil, err
		}
		v.window = in[0]
		fate, err := v.follow(taps, w)
		if err != nil {
			return nil, err
		}
		v.fates = append(v.fates, fate)
	}
	return v, nil
}

// follow runs one policy, with and without the late tap.
func (v *lateView) follow(taps []event.Event[town.Tap], w event.Windows) (tapFate, error) {
	w.Flush = true
	f := tapFate{policy: w}
	var err error
	if f.results, err = v.results(taps, w); err != nil {
		return f, err
	}
	others := slices.DeleteFunc(slices.Clone(taps), func(e event.Event[town.Tap]) bool { return e == v.late })
	without, err := v.results(others, w)
	f.counted = lastValue(f.results) != lastValue(without)
	for _, e := range taps {
		if e.Time >= v.window.End.Add(w.Tolerance+w.Lateness) && (f.closed == 0 || e.Arrived() < f.closed) {
			f.closed = e.Arrived()
		}
	}
	return f, err
}

func lastValue(rs []event.Result[int, int]) int {
	if len(rs) == 0 {
		return 0
	}
	return rs[len(rs)-1].Value
}

// results returns the results of the window.
func (v *lateView) results(taps []event.Event[town.Tap], w event.Windows) ([]event.Result[int, int], error) {
	all := func(town.Tap) int { return 0 }
	out, err := event.Aggregate(new(event.Ledger), slices.Values(taps), w, all, event.Count[town.Tap]())
	if err != nil {
		return nil, err
	}
	var of []event.Result[int, int]
	for r := range out {
		if r.Window == v.window {
			of = append(of, r)
		}
	}
	return of, nil
}

// delay returns how late the tap is.
func (v *lateView) delay() time.Duration { return v.late.Arrived().Sub(v.late.Time) }

func (v *lateView) variant() string {
	var parts []string
	if v.delay() != 4*time.Minute {
		parts = append(parts, "delay"+v.delay().String())
	}
	var policies []string
	for _, f := range v.fates {
		policies = append(policies, fmt.Sprintf("%v-%v", f.policy.Tolerance, f.policy.Lateness))
	}
	if s := strings.Join(policies, "-"); s != "0s-0s-4m0s-0s-0s-4m0s" {
		parts = append(parts, s)
	}
	return joinParts(parts)
}

// clock writes a time to the minute where that is exact.
func (v *lateView) clock(t event.Time) string { return clock(t, t%60_000 != 0) }

func (v *lateView) title() string {
	counted := 0
	for _, f := range v.fates {
		if f.counted {
			counted++
		}
	}
	switch {
	case v.delay() == 0:
		return "A tap that arrives at once is in its window whatever the policy"
	case counted == 0:
		return "A tap so late is lost under every one of these policies"
	case counted == len(v.fates):
		return "A tap so little late is counted under every one of these policies"
	}
	return "A late tap is lost, or waited for, or put in by a correction"
}

// name says what a policy does.
func (f tapFate) name() string {
	switch t, l := short(f.policy.Tolerance), short(f.policy.Lateness); {
	case f.policy.Tolerance > 0 && f.policy.Lateness > 0:
		return "wait " + t + ",\nthen correct for " + l
	case f.policy.Tolerance > 0:
		return "wait " + t
	case f.policy.Lateness > 0:
		return "write at once,\ncorrect for " + l
	}
	return "write at once"
}

func (v *lateView) alt() string {
	var parts []string
	for _, f := range v.fates {
		var writes []string
		for _, r := range f.results {
			writes = append(writes, fmt.Sprintf("%d %s", r.Value, v.when(r.At)))
		}
		fate := "without the late tap"
		if f.counted {
			fate = "with the late tap"
		}
		parts = append(parts, fmt.Sprintf("%s: written as %s, %s", strings.ReplaceAll(f.name(), "\n", " "), list(writes), fate))
	}
	return "One row for each policy. " + sentence(strings.Join(parts, "; ")) + "."
}

// when says when something was written.
func (v *lateView) when(t event.Time) string {
	if t == 0 {
		return "only when the stream ends"
	}
	return "at " + v.clock(t)
}

func (v *lateView) panel(l Look) *Panel {
	minute := event.Time(v.window.End - v.window.Start)
	first, last := v.window.Start-minute, v.last
	n := len(v.fates)
	p := NewPanel(float64(first), float64(last), -0.75, float64(n)-0.35).Downwards()
	names := make([]string, n)
	for i, f := range v.fates {
		names[i] = f.name()
		p.Add(Label{X: p.X.Min, Y: float64(i), Text: names[i], Style: l.Text(l.Muted), At: Left})
	}
	arrives := float64(v.late.Arrived())
	p.Add(XTicks{Scale: Clock(first, last), Style: l.Text(l.Muted), Rule: l.Hair()},
		Stroke{[]XY{{arrives, p.Y.Min}, {arrives, p.Y.Max}}, l.Dashed(l.Line(l.Ink, 0.8))})
	p.Add(Label{X: arrives, Y: p.Y.Min, Text: "the tap arrives", Style: l.Bold(l.Ink), At: Above, Gap: -l.Em(0.3)})
	for i, f := range v.fates {
		v.row(l, p, float64(i), f, last)
	}
	return p
}

// row draws the window under one policy.
func (v *lateView) row(l Look, p *Panel, y float64, f tapFate, last event.Time) {
	const half = 0.2
	written, closed := last, last
	if len(f.results) > 0 && f.results[0].At != 0 {
		written = f.results[0].At
	}
	if f.closed != 0 {
		closed = f.closed
	}
	bar := func(from, to event.Time, strength float64) {
		if to > from {
			p.Add(Box{X0: float64(from), X1: float64(to), Y0: y - half, Y1: y + half, Fill: l.Tint(l.Stream, strength)})
		}
	}
	bar(v.window.Start, written, 0.4)
	bar(written, closed, 0.14)
	var labels Labels
	for _, r := range f.results {
		at, hollow := r.At, false
		if at == 0 {
			at, hollow = last, true
		}
		d := Dot{X: float64(at), Y: y, Radius: l.Em(0.42), Color: l.Stream}
		if hollow {
			d.Hollow = l.Paper
		}
		p.Add(d)
		labels = append(labels, Label{X: float64(at), Y: y - half, Text: Count(r.Value), Style: l.Bold(l.Stream), At: Side{-1, 1}, Gap: -l.Em(0.3)})
	}
	if !f.counted {
		p.Add(Cross{X: float64(v.late.Arrived()), Y: y, Radius: l.Em(0.45), Color: l.Lost})
		labels = append(labels, Label{X: float64(v.late.Arrived()), Y: y, Text: "lost", Style: l.Bold(l.Lost), At: Right, Gap: l.Em(0.2)})
	}
	p.Add(labels)
}
