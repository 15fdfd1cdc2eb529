package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

// WindowsOver draws clicks by the time at which they happened, one row for each
// user, and the windows that group them: tumbling ones in a row, sliding ones as
// stairs, each with its count, sessions around the clicks of their user.
// Outlined windows are written only because the stream ends.
func WindowsOver(clicks []event.Event[town.Click], w event.Windows) (*Figure, error) {
	v, err := newWindowsView(clicks, w)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    v.name(),
		Variant: v.variant(),
		Title:   v.title(),
		Lead:    v.lead(),
		Note:    v.note(),
		Alt:     v.alt(),
		Aspect:  0.06 + 0.034*float64(v.rows()),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{v.panel(l)}} },
	}, nil
}

// A windowsView is what the figure shows.
type windowsView struct {
	windows event.Windows
	clicks  []event.Event[town.Click]
	users   []town.User
	results []event.Result[town.User, int] // of user 0 where a window counts everyone
	book    event.Ledger
}

// most is how much the figure can hold.
const (
	mostUsers   = 8
	mostWindows = 24
	crowded     = 15 // rows, on a slide
)

func newWindowsView(clicks []event.Event[town.Click], w event.Windows) (*windowsView, error) {
	v := &windowsView{windows: w, clicks: clicks}
	v.windows.Flush = true
	key := func(town.Click) town.User { return 0 }
	if w.Kind == event.SessionKind {
		key = town.Click.By
	}
	out, err := event.Aggregate(&v.book, event.Screen(&v.book, slices.Values(clicks), nil), v.windows, key, event.Count[town.Click]())
	if err != nil {
		return nil, err
	}
	v.results = slices.Collect(out)
	for _, e := range clicks {
		v.users = append(v.users, e.Value.User)
	}
	slices.Sort(v.users)
	v.users = slices.Compact(v.users)
	if len(v.users) == 0 || len(v.users) > mostUsers || len(v.results) > mostWindows {
		return nil, fmt.Errorf("plots: figure %s must have 1 to %d users and at most %d windows, got %d and %d",
			v.name(), mostUsers, mostWindows, len(v.users), len(v.results))
	}
	return v, nil
}

func (v *windowsView) name() string { return v.windows.Kind.String() + "-windows" }

// usual are the windows of the lesson, by kind.
var usual = map[event.Kind]string{
	event.TumblingKind: "tumbling 1m0s", event.SlidingKind: "sliding 5m0s by 1m0s", event.SessionKind: "session 1m0s",
}

func (v *windowsView) variant() string {
	if s := v.windows.String(); s != usual[v.windows.Kind] {
		return strings.ReplaceAll(strings.TrimPrefix(s, v.windows.Kind.String()+" "), " ", "-")
	}
	return ""
}

// counted returns the sum of all counts.
func (v *windowsView) counted() int {
	n := 0
	for _, r := range v.results {
		n += r.Value
	}
	return n
}

func (v *windowsView) title() string {
	n, in := v.counted(), len(v.clicks)-v.book.Rejected-v.book.Dropped
	switch {
	case v.windows.Kind == event.SessionKind:
		return fmt.Sprintf("A pause of %s ends a session: here are %s", short(v.windows.Gap), spellPlural(len(v.results), "session"))
	case v.windows.Kind == event.TumblingKind && n == in:
		return fmt.Sprintf("Every click is in one tumbling window: %s for %s", plural(n, "count"), plural(in, "click"))
	case in > 0 && n%in == 0:
		return fmt.Sprintf("Every click is in %s sliding windows: %s for %s", spell(n/in), plural(n, "count"), plural(in, "click"))
	}
	return fmt.Sprintf("A click is in several sliding windows: %s for %s", plural(n, "count"), plural(in, "click"))
}

func (v *windowsView) lead() string {
	who := fmt.Sprintf("Clicks of %s by the time at which they happened, ", plural(len(v.users), "user"))
	switch w := v.windows; w.Kind {
	case event.TumblingKind:
		return who + fmt.Sprintf("counted in windows of %s", short(w.Size))
	case event.SlidingKind:
		return who + fmt.Sprintf("counted in windows of %s, one every %s", short(w.Size), every(w.Slide))
	}
	return who + "counted in sessions of each user"
}

func (v *windowsView) note() string {
	ends := 0
	for _, r := range v.results {
		if r.At == 0 {
			ends++
		}
	}
	if ends == 0 {
		return "A window in which nothing happens is not written."
	}
	return fmt.Sprintf("Outlined: %s written only because the stream ends. A window in which nothing happens is not written.", plural(ends, "window"))
}

func (v *windowsView) alt() string {
	var parts []string
	for _, r := range v.results {
		s := fmt.Sprintf("%s to %s", v.clock(r.Window.Start), v.clock(r.Window.End))
		if r.Key != 0 {
			s = fmt.Sprintf("%v %s", r.Key, s)
		}
		parts = append(parts, fmt.Sprintf("%s: %d", s, r.Value))
	}
	return fmt.Sprintf("A timeline with a dot for each of %s and a bar for each of %s. Clicks by window, %s.",
		plural(len(v.clicks), "click"), plural(len(v.results), "window"), strings.Join(parts, "; "))
}

// clock writes the end of a window, to the second where one needs it.
func (v *windowsView) clock(t event.Time) string {
	return clock(t, v.windows.Kind == event.SessionKind)
}

// rows returns how many rows the panel has: the users', and below them those of
// the windows.
func (v *windowsView) rows() int {
	switch v.windows.Kind {
	case event.SessionKind:
		return 3 * len(v.users)
	case event.TumblingKind:
		return len(v.users) + 2
	}
	return len(v.users) + 1 + len(v.results)
}

// height returns the row of the i-th window. Sessions stand in their user's.
func (v *windowsView) height(i int) float64 {
	n := float64(len(v.users))
	switch v.windows.Kind {
	case event.SessionKind:
		return float64(slices.Index(v.users, v.results[i].Key))
	case event.TumblingKind:
		return n + 0.5
	}
	return n + 0.3 + float64(i)
}

func (v *windowsView) span() (first, last event.Time) {
	first, last = v.results[0].Window.Start, v.results[0].Window.End
	for _, r := range v.results {
		first, last = min(first, r.Window.Start), max(last, r.Window.End)
	}
	if v.windows.Kind == event.SessionKind { // room for a click at the very start
		first -= (last - first) / 40
	}
	return first, last
}

func (v *windowsView) panel(l Look) *Panel {
	first, last := v.span()
	bottom := float64(len(v.users)) - 0.4
	if v.windows.Kind != event.SessionKind {
		bottom = v.height(len(v.results)-1) + 0.7
	}
	p := NewPanel(float64(first), float64(last), -0.6, bottom).Downwards()
	names := make([]string, len(v.users))
	for i, u := range v.users {
		names[i] = u.String()
	}
	p.Add(XTicks{Scale: Clock(first, last), Style: l.Text(l.Muted), Rule: l.Hair()},
		YTicks{Scale: Names(names...), Style: l.Text(l.Muted)})
	var labels Labels
	for i, r := range v.results {
		box, label := v.window(l, i, r)
		p.Add(box)
		labels = append(labels, label)
	}
	for _, e := range v.clicks {
		y := float64(slices.Index(v.users, e.Value.User))
		p.Add(Dot{X: float64(e.Time), Y: y, Radius: l.Em(0.24), Color: l.Ink})
	}
	p.Add(labels)
	return p
}

// window returns the bar of a window and what it says.
func (v *windowsView) window(l Look, i int, r event.Result[town.User, int]) (Box, Label) {
	y, half := v.height(i), 0.42
	if v.windows.Kind == event.SessionKind {
		half = 0.26 // with its label above it
	}
	fill, border := color.Color(l.Tint(l.Stream, 0.18)), draw.LineStyle{}
	switch {
	case r.At == 0 && l.Height > 0 && v.rows() > crowded: // no room between the outline and what it says
		fill = l.Tint(l.Stream, 0.06)
	case r.At == 0:
		fill, border = nil, l.Dashed(l.Line(l.Stream, 0.8))
	}
	box := Box{X0: float64(r.Window.Start), X1: float64(r.Window.End), Y0: y - half, Y1: y + half, Fill: fill, Border: border, Inset: l.Em(0.08)}
	label := Label{X: float64(r.Window.Start+r.Window.End) / 2, Y: y, Style: l.Text(l.Ink), At: Center, Loose: true}
	switch v.windows.Kind {
	case event.SessionKind:
		label.Y, label.At, label.Gap, label.Loose = y-half, Above, -l.Em(0.3), false
		label.Text = fmt.Sprintf("%s to %s: %d", v.clock(r.Window.Start), v.clock(r.Window.End), r.Value)
	case event.TumblingKind:
		label.Text = Count(r.Value)
	default:
		label.Text = fmt.Sprintf("%s–%s: %d", v.clock(r.Window.Start), v.clock(r.Window.End), r.Value)
	}
	return box, label
}
