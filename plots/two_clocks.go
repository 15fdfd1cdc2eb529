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
	switch {
	case trace == nil || len(trace.Seen) == 0 || len(trace.Seen) > most:
		return nil, fmt.Errorf("plots: figure %s must have 1 to %d events, got %d", twoClocks, most, seen(trace))
	case trace.Windows.Lateness > 0:
		return nil, fmt.Errorf("plots: figure %s must have windows that are written once, got a lateness of %v", twoClocks, trace.Windows.Lateness)
	}
	v := newClocks(trace, now)
	return &Figure{
		Name:    twoClocks,
		Variant: v.variant(),
		Title:   v.title(),
		Lead:    fmt.Sprintf("Events by when they happened (to the right) and when they arrived (upwards); the watermark is %s", v.behind()),
		Note:    "A box is a window from its first event until it is written; its number is the events in it. A dashed box is still open.",
		Alt:     v.alt(),
		Aspect:  0.48,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{v.panel(l)}} },
	}, nil
}

const twoClocks = "two-clocks"

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
	if s := v.trace.Windows.String(); s != "tumbling 2m0s" {
		parts = append(parts, strings.ReplaceAll(s, " ", "-"))
	}
	if t := v.trace.Windows.Tolerance; t > 0 {
		parts = append(parts, "tolerance"+t.String())
	}
	if v.now != 0 {
		parts = append(parts, fmt.Sprintf("at%v", strings.ReplaceAll(clock(v.now, v.now%60_000 != 0), ":", ".")))
	}
	return joinParts(parts)
}

func (v *clocks) title() string {
	n, lost := len(v.seen), len(v.lost())
	by := ""
	if v.now != 0 && v.now < v.high {
		by = " by " + v.clock(v.now)
	}
	switch {
	case n == 0:
		return "No event has come" + by
	case lost > 0:
		window := possessive(lost) + " window"
		if !v.dropped() {
			window = "one of " + window + "s"
		}
		return fmt.Sprintf("%d of %s %s after the watermark has closed %s%s", lost, plural(n, "event"), verb(lost, "come"), window, by)
	case v.waited():
		return "The watermark waits long enough: no event finds its window closed" + by
	}
	return "Every event comes before the watermark closes its window" + by
}

func possessive(n int) string {
	if n == 1 {
		return "its"
	}
	return "their"
}

// behind says how far the watermark is behind the newest event.
func (v *clocks) behind() string {
	if t := v.trace.Windows.Tolerance; t > 0 {
		return "the newest event time less " + short(t)
	}
	return "the newest event time"
}

// clock writes a time to the minute where that is exact.
func (v *clocks) clock(t event.Time) string { return clock(t, t%60_000 != 0) }

func (v *clocks) alt() string {
	parts := []string{fmt.Sprintf("Event time to the right, processing time upwards. %s %s; the watermark, %s, steps to the right with them",
		sentence(plural(len(v.seen), "event")), verb(len(v.seen), "come"), v.behind())}
	for _, s := range v.spans {
		what := "is still open"
		if v.written(s) {
			what = fmt.Sprintf("is written at %s with %s", v.clock(s.Written), plural(s.Events, "event"))
		}
		parts = append(parts, fmt.Sprintf("the window from %s to %s takes events from %s on and %s", v.clock(s.Start), v.clock(s.End), v.clock(s.Opened), what))
	}
	for _, s := range v.lost() {
		fate := "is dropped"
		if !s.Dropped {
			fate = "misses the first of its windows"
		}
		parts = append(parts, fmt.Sprintf("the event of %s arrives at %s and %s", v.clock(s.Time), v.clock(s.Arrival), fate))
	}
	return strings.Join(parts, "; ") + "."
}

func (v *clocks) panel(l Look) *Panel {
	p := NewPanel(float64(v.first), float64(v.last), float64(v.low), float64(v.high))
	p.Add(XTicks{Scale: Clock(v.first, v.last), Style: l.Text(l.Muted), Rule: l.Hair(), Title: "happened at"},
		YTicks{Scale: Clock(v.low, v.high), Style: l.Text(l.Muted), Rule: l.Hair()})
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
	for _, s := range v.spans {
		x0, x1, y0, y1 := float64(s.Start), float64(s.End), float64(s.Opened), float64(v.end())
		if !v.written(s) {
			p.Add(Stroke{[]XY{{x0, y1}, {x0, y0}, {x1, y0}, {x1, y1}}, l.Dashed(l.Line(l.Stream, 0.8))})
			continue
		}
		y1 = float64(s.Written)
		p.Add(Box{X0: x0, Y0: y0, X1: x1, Y1: y1, Fill: l.Tint(l.Stream, 0.16), Border: l.Line(l.Stream, 0.7), Inset: l.Em(0.06)})
		counts = append(counts, Label{X: x0 + (x1-x0)/8, Y: y1, Text: Count(s.Events), Style: l.Bold(l.Stream), At: Above, Gap: -l.Em(0.25)})
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
