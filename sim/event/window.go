package event

import (
	"fmt"
	"time"
)

// A Window is an interval of event time, [Start, End): an event exactly at End
// is not in it.
type Window struct{ Start, End Time }

// Contains reports whether an event that happened at t is in the window.
func (w Window) Contains(t Time) bool { return w.Start <= t && t < w.End }

// String returns the window as in "[12:00:00, 12:01:00)".
func (w Window) String() string { return fmt.Sprintf("[%v, %v)", w.Start, w.End) }

// A Kind is a way to cut time into windows.
type Kind uint8

// The three kinds, in the order of the lesson.
const (
	TumblingKind Kind = 1 + iota // fixed windows side by side
	SlidingKind                  // fixed windows that overlap; the field also says hopping
	SessionKind                  // windows of one key's activity, closed by a pause
)

// String returns the name of the kind.
func (k Kind) String() string {
	names := [...]string{"none", "tumbling", "sliding", "session"}
	if int(k) >= len(names) {
		return fmt.Sprintf("Kind(%d)", k)
	}
	return names[k]
}

// Windows says how events are grouped, and how long a group waits. Make one
// with [Tumbling], [Sliding] or [Session] and set the rest as needed. Durations
// are whole milliseconds; tumbling and sliding windows start at whole multiples
// of their slide since midnight.
//
// The watermark is the newest event time seen less the Tolerance. It says that
// everything before it has arrived, and a window is written as soon as it
// reaches the window's end. Tolerance and Lateness are two answers to late
// events: with a tolerance the windows wait, each is written once, and later.
// With a lateness they are written on time, and again, corrected, for every
// event that comes after.
type Windows struct {
	Kind  Kind
	Size  time.Duration // length of a tumbling or sliding window
	Slide time.Duration // from one sliding window's start to the next, at most Size
	Gap   time.Duration // pause that ends a session; two events exactly a gap apart are two sessions

	Tolerance time.Duration // how far event time may run back: bounded out-of-orderness, a delay of the watermark
	Lateness  time.Duration // how long after its end a written window can be corrected: allowed lateness
	Flush     bool          // when the stream ends, write what is still open
}

// Tumbling returns fixed windows side by side: each event is in one.
func Tumbling(size time.Duration) Windows {
	return Windows{Kind: TumblingKind, Size: size, Slide: size}
}

// Sliding returns windows of the given size, one started every slide. Each
// event is in size/slide of them; where that is no whole number, in one more or
// one fewer by turns.
func Sliding(size, slide time.Duration) Windows {
	return Windows{Kind: SlidingKind, Size: size, Slide: slide}
}

// Session returns windows of activity: a key's session opens with an event,
// grows with each further one and ends when there is none for a gap. It is the
// interval from its first event to a gap after its last.
func Session(gap time.Duration) Windows { return Windows{Kind: SessionKind, Gap: gap} }

// String returns the kind with its lengths, "sliding 5m0s by 1m0s".
func (w Windows) String() string {
	switch w.Kind {
	case SlidingKind:
		return fmt.Sprintf("%v %v by %v", w.Kind, w.Size, w.Slide)
	case SessionKind:
		return fmt.Sprintf("%v %v", w.Kind, w.Gap)
	}
	return fmt.Sprintf("%v %v", w.Kind, w.Size)
}

// Of returns the windows that an event at t is in, by start. For sessions it is
// the one that the event would have alone.
func (w Windows) Of(t Time) ([]Window, error) {
	g, err := w.grid()
	if err != nil {
		return nil, err
	}
	if w.Kind == SessionKind {
		return []Window{{t, t + g.gap}}, nil
	}
	var in []Window
	for end := g.firstEnd(t); end <= g.lastEnd(t); end += g.slide {
		in = append(in, Window{end - g.size, end})
	}
	return in, nil
}

// A grid is the arithmetic of Windows, in milliseconds.
type grid struct {
	size, slide, gap    Time
	rest                Time // of size divided by slide
	tolerance, lateness Time
}

// maxOpen bounds how many sliding windows an event may be in. More are surely a
// slip of the unit, and writing them would take for ever.
const maxOpen = 1_000_000

func (w Windows) grid() (grid, error) {
	var g grid
	for _, s := range []struct {
		to    *Time
		what  string
		d     time.Duration
		least time.Duration
	}{
		{&g.size, "size", w.Size, w.least(TumblingKind, SlidingKind)},
		{&g.slide, "slide", w.Slide, w.least(TumblingKind, SlidingKind)},
		{&g.gap, "gap", w.Gap, w.least(SessionKind)},
		{&g.tolerance, "tolerance", w.Tolerance, 0},
		{&g.lateness, "lateness", w.Lateness, 0},
	} {
		var err error
		if *s.to, err = span(s.what, s.d, s.least); err != nil {
			return grid{}, err
		}
	}
	if w.Kind != SessionKind {
		g.rest = g.size % max(g.slide, 1)
	}
	return g, w.validate()
}

// least returns the shortest length that windows of these kinds can have.
func (w Windows) least(kinds ...Kind) time.Duration {
	for _, k := range kinds {
		if w.Kind == k {
			return time.Millisecond
		}
	}
	return 0
}

func (w Windows) validate() error {
	switch {
	case w.Kind < TumblingKind || w.Kind > SessionKind:
		return fmt.Errorf("event: windows must be tumbling, sliding or session, got %v", w.Kind)
	case w.Kind == TumblingKind && w.Slide != w.Size:
		return fmt.Errorf("event: slide of tumbling windows must be their size %v, got %v", w.Size, w.Slide)
	case w.Slide > w.Size:
		return fmt.Errorf("event: slide must be at most the size %v, got %v", w.Size, w.Slide)
	case w.Kind == SlidingKind && w.Size/w.Slide > maxOpen:
		return fmt.Errorf("event: size must be at most %d slides, got %v by %v", maxOpen, w.Size, w.Slide)
	case w.Kind == SessionKind && w.Size != 0, w.Kind != SessionKind && w.Gap != 0:
		return fmt.Errorf("event: %v windows have no other length, got size %v and gap %v", w.Kind, w.Size, w.Gap)
	}
	return nil
}

// slice returns the start of the slice that t is in. Slices are the pieces that
// all starts and ends of windows cut time into: no window divides a slice, so
// an event is added up once however many windows share it. There are one or
// two slices to a slide (Krishnamurthy, Wu and Franklin, "On-the-fly sharing for
// streamed aggregation", SIGMOD 2006, call them paired windows).
func (g *grid) slice(t Time) Time {
	start := floor(t, g.slide)
	if t-start >= g.rest {
		start += g.rest
	}
	return start
}

// sliceEnd returns the end of the slice that starts at start.
func (g *grid) sliceEnd(start Time) Time {
	if next := floor(start, g.slide) + g.rest; next > start {
		return next
	}
	return floor(start, g.slide) + g.slide
}

// firstEnd returns the end of the first window that t is in, which is also the
// first end after t.
func (g *grid) firstEnd(t Time) Time { return floor(t-g.size, g.slide) + g.slide + g.size }

// lastEnd returns the end of the last window that t is in.
func (g *grid) lastEnd(t Time) Time { return floor(t, g.slide) + g.size }
