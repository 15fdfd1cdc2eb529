package event_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"tidemark/sim/event"
)

// TestWatch follows eight events by hand: windows of a minute, a watermark half a
// minute behind the newest event.
func TestWatch(t *testing.T) {
	at := func(seconds int) event.Time { return event.At(12, 0, seconds) }
	var log []event.Event[int]
	for i, e := range [][2]int{{10, 10}, {40, 40}, {70, 70}, {50, 75}, {95, 95}, {55, 100}, {130, 130}, {-1, 0}} {
		log = append(log, event.Event[int]{ID: event.ID(i + 1), Time: at(e[0]), Arrival: at(e[1])})
	}
	log[len(log)-1].Time = 0
	w := event.Tumbling(time.Minute)
	w.Tolerance = 30 * time.Second
	trace, err := event.Watch(slices.Values(log), w)
	if err != nil {
		t.Fatal(err)
	}
	want := &event.Trace{
		Windows: w, Rejected: 1,
		Seen: []event.Sighting{
			{at(10), at(10), at(-20), false, false}, {at(40), at(40), at(10), false, false},
			{at(70), at(70), at(40), false, false}, {at(50), at(75), at(40), false, false},
			{at(95), at(95), at(65), false, false}, {at(55), at(100), at(65), true, true},
			{at(130), at(130), at(100), false, false},
		},
		Spans: []event.Span{
			{event.Window{at(0), at(60)}, at(10), at(95), 3}, {event.Window{at(60), at(120)}, at(70), 0, 2},
			{event.Window{at(120), at(180)}, at(130), 0, 1},
		},
	}
	if !reflect.DeepEqual(trace, want) {
		t.Errorf("want %+v\n got %+v", want, trace)
	}
	for now, want := range map[event.Time][2]int{at(94): {0, 0}, at(95): {1, 0}, at(100): {1, 1}, 0: {1, 1}} {
		if written, dropped := trace.Tally(now); [2]int{written, dropped} != want {
			t.Errorf("by %v: want %v, got %d and %d", now, want, written, dropped)
		}
	}
	if _, err := event.Watch(slices.Values(log), event.Tumbling(0)); err == nil {
		t.Error("want an error for windows without a length, got none")
	}
}

// TestWatchCorrections counts late events in windows that are written already,
// and sessions that a late one joins.
func TestWatchCorrections(t *testing.T) {
	at := func(seconds int) event.Time { return event.At(12, 0, seconds) }
	log := []event.Event[int]{{1, at(10), 0, 0}, {2, at(70), 0, 0}, {3, at(40), at(71), 0}}
	minute, session := event.Tumbling(time.Minute), event.Session(31*time.Second)
	minute.Lateness, session.Lateness = time.Minute, time.Hour
	for _, c := range []struct {
		windows event.Windows
		want    []event.Span
	}{
		{minute, []event.Span{{event.Window{at(0), at(60)}, at(10), at(70), 2}, {event.Window{at(60), at(120)}, at(70), 0, 1}}},
		{session, []event.Span{{event.Window{at(10), at(101)}, at(10), 0, 3}}},
	} {
		trace, err := event.Watch(slices.Values(log), c.windows)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(trace.Spans, c.want) || !trace.Seen[2].Late || trace.Seen[2].Dropped {
			t.Errorf("%v: want %v and a late event that counts, got %+v", c.windows, c.want, trace)
		}
	}
}
