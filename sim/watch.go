package sim

import (
	"slices"
	"time"

	"tidemark/sim/event"
)

// watched is how long a period is in a trace.
const watched = time.Second

// Watch gives the run of the windows over d as a trace that can be drawn on
// both clocks, with the readings of some subscribers only, since those of all
// would cover each other. A reading lies somewhere within its period and
// somewhere within its arrival, those on time first; one without a period is
// rejected. A window that only the end of the run closes is not written in it.
func (w Windowing) Watch(d *Delivery, of ...Subscriber) (*event.Trace, error) {
	if err := w.validate(d.network); err != nil {
		return nil, err
	}
	policy := event.Tumbling(watched)
	policy.Tolerance = watched * time.Duration(min(w.Tolerance, d.network.Periods))
	v := watching{of: of, Trace: event.Trace{
		Windows: policy,
		Period:  start(1),
		Name:    func(t event.Time) string { return Period(t / start(1)).String() },
	}}
	for now, rows := range d.Arrivals() {
		rows = slices.DeleteFunc(rows, func(r Reading) bool { return !slices.Contains(of, r.Subscriber) })
		slices.SortStableFunc(rows, func(a, b Reading) int { return int(b.Period - a.Period) })
		v.take(rows, now, max(w.Watermark(now), January))
	}
	return &v.Trace, nil
}

// start returns where a period begins in a trace.
func start(p Period) event.Time { return event.Time(p) * event.Time(watched.Milliseconds()) }

// amid returns a place in a period, the share of n that i is after its start.
func amid(p Period, i, n int) event.Time {
	return start(p) + start(1)*event.Time(i)/event.Time(n)
}

// Ended returns the last moment of a period in a trace of [Windowing.Watch].
func (p Period) Ended() event.Time { return start(p+1) - 1 }

// A watching is a trace that is being made.
type watching struct {
	event.Trace
	of []Subscriber
}

// take adds the rows that arrive in period now, and closes the window that the
// watermark has reached.
func (v *watching) take(rows []Reading, now, mark Period) {
	for i, r := range rows {
		if r.Period == 0 {
			v.Rejected++
			continue
		}
		s := event.Sighting{Time: amid(r.Period, 1+slices.Index(v.of, r.Subscriber), 1+len(v.of)), Arrival: amid(now, i, len(rows)), Watermark: start(mark)}
		s.Late = r.Period < mark
		s.Dropped = s.Late
		v.Seen = append(v.Seen, s)
		if !s.Late {
			span := v.span(r.Period, s.Arrival)
			span.Events++
		}
	}
	for i := range v.Spans {
		if s := &v.Spans[i]; s.Start == start(mark) && now >= mark {
			s.Written = now.Ended()
		}
	}
}

// span returns the window of period p, which a row opens that arrives at a time.
func (v *watching) span(p Period, at event.Time) *event.Span {
	i := slices.IndexFunc(v.Spans, func(s event.Span) bool { return s.Start == start(p) })
	if i < 0 {
		i = len(v.Spans)
		v.Spans = append(v.Spans, event.Span{Window: event.Window{Start: start(p), End: start(p + 1)}, Opened: at})
	}
	return &v.Spans[i]
}
