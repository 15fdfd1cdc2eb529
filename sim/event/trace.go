package event

import (
	"cmp"
	"iter"
	"slices"
)

// A Trace is what a run of windows looks like from outside: where the watermark
// stood when each event came, what became of the event, and from when to when
// each window took events. It has all that a drawing of both clocks needs.
type Trace struct {
	Windows  Windows
	Seen     []Sighting // in order of arrival
	Spans    []Span     // by start; a window without events has none
	Rejected int        // events that are not [Event.Valid]

	// Where times stand for whole periods of equal length, and not for those of
	// a day: the length of one, and what the period is called that a time is in.
	Period Time
	Name   func(Time) string
}

// A Sighting is one event as the pipeline meets it.
type Sighting struct {
	Time, Arrival Time
	Watermark     Time // that the event leaves; none at first
	Late          bool // came after a window of its own was written
	Dropped       bool // late, and counted in no window
}

// A Span is a window in processing time: open from its first event until the
// watermark passes its end and it is written.
type Span struct {
	Window
	Opened, Written Time // written is none if only the stream's end writes it
	Events          int
}

// A tally is what a span holds.
type tally struct {
	Events int
	Opened Time
}

// Watch runs windows over a stream, all events under one key, and gives the
// trace. The stream has to end.
func Watch[T any](in Stream[T], w Windows) (*Trace, error) {
	t := &Trace{Windows: w}
	all := func(T) int { return 0 }
	fold := Fold[T, tally]{
		Add:   func(n *tally, e Event[T]) { n.merge(tally{1, e.Arrived()}) },
		Merge: (*tally).merge,
	}
	var book Ledger
	a, err := NewAggregator(&book, w, all, fold, t.write)
	if err != nil {
		return nil, err
	}
	for e := range in {
		is := a.add(e)
		if t.Rejected = book.Rejected; e.Valid() == nil {
			t.Seen = append(t.Seen, Sighting{e.Time, e.Arrived(), a.Watermark(), is != waits, is == dropped})
		}
	}
	a.Flush()
	slices.SortStableFunc(t.Spans, func(x, y Span) int { return cmp.Compare(x.Start, y.Start) })
	return t, nil
}

func (n *tally) merge(other tally) {
	if n.Events == 0 || other.Opened < n.Opened {
		n.Opened = other.Opened
	}
	n.Events += other.Events
}

// write takes a result in: the first of a window is when it was written, a later
// one corrects its count, and a retracted session is none any more.
func (t *Trace) write(r Result[int, tally]) {
	i := slices.IndexFunc(t.Spans, func(s Span) bool { return s.Window == r.Window })
	switch {
	case r.Timing == Retracted:
		t.Spans = slices.Delete(t.Spans, i, i+1)
	case i >= 0:
		t.Spans[i].Events = r.Value.Events
	default:
		t.Spans = append(t.Spans, Span{r.Window, r.Value.Opened, r.At, r.Value.Events})
	}
}

// Until gives the events that have arrived by a moment of processing time; none
// is all of them.
func (t *Trace) Until(now Time) iter.Seq[Sighting] {
	return func(yield func(Sighting) bool) {
		for _, s := range t.Seen {
			if now != 0 && s.Arrival > now || !yield(s) {
				return
			}
		}
	}
}

// Tally returns how many windows are written and how many events are dropped by
// a moment of processing time; none is when the stream has ended and written
// nothing more.
func (t *Trace) Tally(now Time) (written, dropped int) {
	for _, s := range t.Spans {
		if s.Written != 0 && (now == 0 || s.Written <= now) {
			written++
		}
	}
	for s := range t.Until(now) {
		if s.Dropped {
			dropped++
		}
	}
	return written, dropped
}
