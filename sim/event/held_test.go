package event_test

import (
	"slices"
	"testing"

	"tidemark/sim/event"
)

// FuzzLedger checks the law of the ledger, after each event and across restarts:
// every event has one place, and those counted on time or late are what some
// result holds. A result of sliding windows may hold an event that still waits
// for a later window.
func FuzzLedger(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, tolerance, lateness, restarts uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, tolerance, lateness), scatter(data)
		var book event.Ledger
		results := &event.Table[uint8, int]{}
		a, err := event.NewAggregator(&book, w, byte1, event.Count[uint8](), results.Put)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range events {
			if restarts > 0 && i%int(restarts) == 0 {
				state := load(t, save(t, a))
				a, _ = event.NewAggregator(&book, w, byte1, event.Count[uint8](), results.Put)
				if err := a.Restore(state); err != nil {
					t.Fatal(err)
				}
			}
			book.In++
			a.Add(e)
			held := 0
			for r := range results.All() {
				held += r.Value
			}
			at := book
			at.Open = a.Open()
			if counted := at.OnTime + at.Late; !at.Balanced() || counted > held || counted < held && w.Kind != event.SlidingKind {
				t.Fatalf("%+v: after %d events the results hold %d, the ledger says %v", w, i+1, held, at)
			}
		}
	})
}

// FuzzWatch checks that a trace says of each event what a plain look at its
// windows does.
func FuzzWatch(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, tolerance, lateness, _ uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, tolerance, lateness), scatter(data)
		for i := range events {
			events[i].Value = 0
		}
		var want []verdict
		if w.Kind == event.SessionKind {
			want = sessionFates(w, events)
		} else {
			_, want = fixedModel(t, w, events)
		}
		trace, err := event.Watch(slices.Values(events), w)
		if err != nil || len(trace.Seen) != len(events) {
			t.Fatalf("must see %d events, got %d, %v", len(events), len(trace.Seen), err)
		}
		for i, s := range trace.Seen {
			if s.Dropped != (want[i] == dropped) || s.Late != (want[i] != waits) {
				t.Errorf("%+v: event %d must end as %v, got %+v", w, i, want[i], s)
			}
		}
	})
}
