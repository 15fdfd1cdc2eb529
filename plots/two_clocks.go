package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim/event"
)

// TwoClocks draws a run of windows on both clocks, event time to the right and
// processing time upwards: each event is a dot, the watermark a line that steps
// to the right as events come, and each window a box that takes events until
// the watermark passes its end. An event above its box is late, and dropped. It
// shows what has happened by now, in processing time; none is all of it.
func TwoClocks(trace *event.Trace, now event.Time) (*Figure, error) {
	const most = 60
	name := twoClocks
	if trace != nil && trace.Period > 0 {
		name = windowClocks
	}
	switch {
	case trace == nil || len(trace.Seen) == 0 || len(trace.Seen) > most:
		return nil, fmt.Errorf("plots: figure %s must have 1 to %d events, got %d", name, most, seen(trace))
	case trace.Windows.Lateness > 0:
		return nil, fmt.Errorf("plots: figure %s must have windows that are written once, got a lateness of %v", name, trace.Windows.Lateness)
	}
	v := newClocks(trace, now)
	return &Figure{
		Name:    name,
		Variant: v.variant(),
		Title:   v.title(),
		Lead:    fmt.Sprintf("%s by when they happened (to the right) and when they arrived (upwards); the watermark is %s", sentence(v.noun()+"s"), v.behind()),
		Note:    fmt.Sprintf("A box is a window from its first %[1]s until it is written; its number is the %[1]ss in it. A dashed box is still open.", v.noun()),
		Alt:     v.alt(),
		Aspect:  0.48,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{v.panel(l)}} },
	}, nil
}

// The names of the figure, of events and of a year's readings.
const (
	twoClocks    = "two-clocks"
	windowClocks = "window-clocks"
)

func seen(t *event.Trace) int {
	if t == nil {
		return 0
	}
	return len(t.Seen)
}

// clocks are what the figure shows: what has happened by now, in a frame that
// holds the whole run.
type clocks struct {
	trace *event.Trace
	now   event.Time // none is the end
	seen  []event.Sighting
	spans []event.Span

	first, last event.Time // on the axis of event time
	low, high   event.Time // on that of processing time
}

func newClocks(t *event.Trace, now event.Time) *clocks {
	v := &clocks{trace: t, now: now, seen: slices.Collect(t.Until(now))}
	v.first, v.last, v.low, v.high = t.Seen[0].Time, t.Seen[0].Time, t.Seen[0].Arrival, t.Seen[0].Arrival
	for _, s := range t.Seen {
		v.first, v.last = min(v.first, s.Time), max(v.last, s.Time)
		v.low, v.high = min(v.low, s.Arrival), max(v.high, s.Arrival)
	}
	for _, s := range t.Spans {
		v.first, v.last = min(v.first, s.Start), max(v.last, s.End)
		if now == 0 || s.Opened <= now {
			v.spans = append(v.spans, s)
		}
	}
	air := max((v.high-v.low)/20, 1)
	v.low, v.high = v.low-air, v.high+air
	return v
}

// noun is what a dot is.
func (v *clocks) noun() string {
	if v.trace.Period > 0 {
		return "reading"
	}
	return "event"
}

// end is the moment up to which the figure is drawn.
func (v *clocks) end() event.Time {
	if v.now == 0 {
		return v.high
	}
	return min(max(v.now, v.low), v.high)
}

// written reports whether a window is written by now.
func (v *clocks) written(s event.Span) bool {
	return s.Written != 0 && (v.now == 0 || s.Written <= v.now)
}

// lost returns the events that came by now and are missing in a window.
func (v *clocks) lost() []event.Sighting {
	return slices.DeleteFunc(slices.Clone(v.seen), func(s event.Sighting) bool { return !s.Late })
}

// dropped reports whether the events that are missing in one window are missing
// in all of theirs.
func (v *clocks) dropped() bool {
	return !slices.ContainsFunc(v.seen, func(s event.Sighting) bool { return s.Late && !s.Dropped })
}

// waited reports whether an event comes after it happened.
func (v *clocks) waited() bool {
	return slices.ContainsFunc(v.seen, func(s event.Sighting) bool { return s.Arrival > s.Time })
}

func (v *clocks) variant() string {
	var parts []string
	if v.trace.Period > 0 {
		return v.months()
	}
	if s := v.trace.Windows.String(); s != "tumbling 2m0s" {
		parts = append(parts, strings.ReplaceAll(s, " ", "-"))
	}
	if t := v.trace.Windows.Tolerance; t > 0 {
		parts = append(parts, "tolerance"+t.String())
	}
	if v.now != 0 {
		parts = append(parts, "at"+strings.ReplaceAll(v.clock(v.now), ":", "."))
	}
	return joinParts(parts)
}

// months are the parts of a name for readings.
func (v *clocks) months() string {
	var parts []string
	if n := v.held(); n > 0 {
		parts = append(parts, fmt.Sprintf("tolerance%d", n))
	}
	if v.now != 0 {
		parts = append(parts, "to-"+v.clock(v.now))
	}
	return joinParts(parts)
}

// held returns by how many periods the watermark is held back.
func (v *clocks) held() int {
	return int(event.Time(v.trace.Windows.Tolerance.Milliseconds()) / v.trace.Period)
}

func (v *clocks) title() string {
	n, lost := len(v.seen), len(v.lost())
	by := ""
	if v.now != 0 && v.now < v.trace.Seen[len(v.trace.Seen)-1].Arrival {
		by = v.by(v.now)
	}
	switch {
	case n == 0:
		return fmt.Sprintf("No %s has come%s", v.noun(), by)
	case lost > 0:
		window := possessive(lost) + " window"
		if !v.dropped() {
			window = "one of " + window + "s"
		}
		return fmt.Sprintf("%d of %s %s after the watermark has closed %s%s", lost, plural(n, v.noun()), verb(lost, "come"), window, by)
	case v.waited():
		return fmt.Sprintf("The watermark waits long enough: no %s finds its window closed%s", v.noun(), by)
	}
	return fmt.Sprintf("Every %s comes before the watermark closes its window%s", v.noun(), by)
}

func possessive(n int) string {
	if n == 1 {
		return "its"
	}
	return "their"
}

// behind says how far the watermark is behind the newest event.
func (v *clocks) behind() string {
	if v.trace.Period > 0 {
		if n := v.held(); n > 0 {
			return "the current month less " + plural(n, "month")
		}
		return "the current month"
	}
	if t := v.trace.Windows.Tolerance; t > 0 {
		return "the newest event time less " + short(t)
	}
	return "the newest event time"
}

// clock writes a time to the minute where that is exact, or names its period.
func (v *clocks) clock(t event.Time) string {
	if v.trace.Period > 0 {
		return v.trace.Name(t)
	}
	return clock(t, t%60_000 != 0)
}

// spans labels the middle of each period.
func spans(first, last, length event.Time, name func(event.Time) string) Scale {
	return func(step int) (ticks []plot.Tick) {
		every := length * event.Time(max(step, int((last-first)/length/mostTicks)+1))
		for t := first - first%length; t < last; t += every {
			if middle := t + length/2; middle >= first && middle <= last {
				ticks = append(ticks, plot.Tick{Value: float64(middle), Label: name(t)})
			}
		}
		return ticks
	}
}

// scale is that of an axis of time.
func (v *clocks) scale(first, last event.Time) Scale {
	if p := v.trace.Period; p > 0 {
		return spans(first, last, p, v.trace.Name)
	}
	return Clock(first, last)
}

func (v *clocks) alt() string {
	parts := []string{fmt.Sprintf("Event time to the right, processing time upwards. %s %s; the watermark, %s, steps to the right with them",
		sentence(plural(len(v.seen), v.noun())), verb(len(v.seen), "come"), v.behind())}
	for _, s := range v.spans {
		what := "is still open"
		if v.written(s) {
			what = fmt.Sprintf("is written %s with %s", v.at(s.Written-v.trace.Period/2), plural(s.Events, v.noun()))
		}
		parts = append(parts, fmt.Sprintf("the window %s takes %ss from %s on and %s", v.window(s), v.noun(), v.clock(s.Opened), what))
	}
	return strings.Join(append(parts, v.fates()...), "; ") + "."
}

// fates tells what becomes of the late ones, together of those that are dropped
// and share their times as they are told.
func (v *clocks) fates() (parts []string) {
	lost := v.lost()
	for len(lost) > 0 {
		s, n := lost[0], 1
		when := v.clock(s.Time) + " %s " + v.at(s.Arrival)
		for s.Dropped && n < len(lost) && lost[n].Dropped && v.clock(lost[n].Time)+" %s "+v.at(lost[n].Arrival) == when {
			n++
		}
		what, fate := "the "+v.noun(), be(n)+" dropped"
		if n > 1 {
			what = plural(n, v.noun())
		}
		if !s.Dropped {
			fate = "misses the first of its windows"
		}
		parts = append(parts, fmt.Sprintf("%s of %s and %s", what, fmt.Sprintf(when, verb(n, "arrive")), fate))
		lost = lost[n:]
	}
	return parts
}

// at says when something happens, by the clock or in a period.
func (v *clocks) at(t event.Time) string {
	if v.trace.Period > 0 {
		return "in " + v.clock(t)
	}
	return "at " + v.clock(t)
}

// by says up to when a figure is drawn.
func (v *clocks) by(t event.Time) string {
	if v.trace.Period > 0 {
		return " by the end of " + v.clock(t)
	}
	return " by " + v.clock(t)
}

// window names a window by its ends, or by its period.
func (v *clocks) window(s event.Span) string {
	if v.trace.Period > 0 {
		return "of " + v.clock(s.Start)
	}
	return fmt.Sprintf("from %s to %s", v.clock(s.Start), v.clock(s.End))
}

func (v *clocks) panel(l Look) *Panel {
	p := NewPanel(float64(v.first), float64(v.last), float64(v.low), float64(v.high))
	p.Add(XTicks{Scale: v.scale(v.first, v.last), Style: l.Text(l.Muted), Rule: l.Hair(), Title: "happened at"},
		YTicks{Scale: v.scale(v.low, v.high), Style: l.Text(l.Muted), Rule: l.Hair()})
	counts := v.boxes(l, p)
	p.Add(v.instant(l), v.mark(l))
	for _, s := range v.seen {
		p.Add(v.dot(l, s)...)
	}
	p.Add(append(v.names(l), counts...))
	return p
}

// boxes adds the windows and gives the labels of their counts. An open one has
// no upper edge.
func (v *clocks) boxes(l Look, p *Panel) (counts Labels) {
	beside := 1.0 / 8
	if v.trace.Period > 0 {
		beside = 3.0 / 4 // beside the ways of the first subscribers
	}
	for _, s := range v.spans {
		x0, x1, y0, y1 := float64(s.Start), float64(s.End), float64(s.Opened), float64(v.end())
		if !v.written(s) {
			p.Add(Stroke{[]XY{{x0, y1}, {x0, y0}, {x1, y0}, {x1, y1}}, l.Dashed(l.Line(l.Stream, 0.8))})
			continue
		}
		y1 = float64(s.Written)
		p.Add(Box{X0: x0, Y0: y0, X1: x1, Y1: y1, Fill: l.Tint(l.Stream, 0.16), Border: l.Line(l.Stream, 0.7), Inset: l.Em(0.06)})
		counts = append(counts, Label{X: x0 + (x1-x0)*beside, Y: y1, Text: Count(s.Events), Style: l.Bold(l.Stream), At: Above, Gap: -l.Em(0.25)})
	}
	return counts
}

// instant is where an event would lie that arrives as it happens.
func (v *clocks) instant(l Look) Stroke {
	from, to := max(v.first, v.low), min(v.last, v.end())
	return Stroke{[]XY{{float64(from), float64(from)}, {float64(to), float64(to)}}, l.Line(l.Muted, 0.5)}
}

// mark is the watermark, which no event has moved at first.
func (v *clocks) mark(l Look) Stroke {
	var line []XY
	at := v.first
	for _, s := range v.seen {
		line = append(line, XY{float64(at), float64(s.Arrival)})
		at = max(at, s.Watermark)
		line = append(line, XY{float64(at), float64(s.Arrival)})
	}
	return Stroke{append(line, XY{float64(at), float64(v.end())}), l.Line(l.Stream, 1.8)}
}

// dot returns the mark of an event, with its way from when it happened.
func (v *clocks) dot(l Look, s event.Sighting) []plot.Plotter {
	x, y := float64(s.Time), float64(s.Arrival)
	way := func(c color.NRGBA) Stroke {
		return Stroke{[]XY{{x, x}, {x, y}}, draw.LineStyle{Color: c, Width: l.Em(0.08), Dashes: []vg.Length{l.Em(0.15), l.Em(0.2)}}}
	}
	switch {
	case s.Dropped:
		return []plot.Plotter{way(l.Lost), Cross{X: x, Y: y, Radius: l.Em(0.45), Color: l.Lost}}
	case s.Late:
		return []plot.Plotter{way(l.Lost), Dot{X: x, Y: y, Radius: l.Em(0.3), Color: l.Lost}}
	}
	return []plot.Plotter{way(l.Ink), Dot{X: x, Y: y, Radius: l.Em(0.3), Color: l.Ink}}
}

// names says what the marks are, beside the first late event and at the end of
// the watermark.
func (v *clocks) names(l Look) Labels {
	at := Above
	if v.reached()-v.first < (v.last-v.first)/4 {
		at = AboveRight // clear of the axis
	}
	names := Labels{{X: float64(v.reached()), Y: float64(v.end()), Text: "watermark", Style: l.Bold(l.Stream), At: at, Gap: -l.Em(0.2)}}
	if lost := v.lost(); len(lost) > 0 {
		name := Label{X: float64(lost[0].Time), Y: float64(lost[0].Arrival), Text: "dropped", Style: l.Bold(l.Lost), At: Left, Gap: l.Em(0.2)}
		if !lost[0].Dropped {
			name.Text, name.Style = "late", l.Bold(l.Ink)
		}
		names = append(names, name)
	}
	return names
}

// reached returns where the watermark is by now.
func (v *clocks) reached() event.Time {
	if n := len(v.seen); n > 0 {
		return max(v.first, v.seen[n-1].Watermark)
	}
	return v.first
}
