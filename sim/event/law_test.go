package event_test

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"tidemark/sim/event"
)

type (
	ev     = event.Event[uint8] // the value is the key
	result = event.Result[uint8, int]
	cell   struct {
		event.Window
		key uint8
	}
)

const noon = event.Time(36 * 60 * 60 * 1000)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// scatter makes events out of bytes, two for each: how far event time moves, a
// little back or further on, and the key.
func scatter(data []byte) []ev {
	var events []ev
	now := noon
	for i := 0; i+1 < min(len(data), 400); i += 2 {
		now += event.Time(data[i]%32) - 8
		arrival := noon + 1000 + event.Time(i)
		events = append(events, ev{ID: event.ID(i + 1), Time: now, Arrival: max(now, arrival), Value: data[i+1] % 3})
	}
	return events
}

// windowsOf makes any windows at all out of small numbers.
func windowsOf(kind, size, slide, tolerance, lateness uint8) event.Windows {
	length := ms(1 + int(size%40))
	w := event.Tumbling(length)
	switch kind % 3 {
	case 1:
		w = event.Sliding(length, ms(1+int(slide)%(1+int(size%40))))
	case 2:
		w = event.Session(length)
	}
	w.Tolerance, w.Lateness, w.Flush = ms(int(tolerance%50)), ms(int(lateness%60)), true
	return w
}

// verdict is where the ledger has an event when it has been added.
type verdict int

const (
	waits verdict = iota
	late
	dropped
)

// drive adds events and returns the results in order and which events were
// dropped.
func drive(t *testing.T, w event.Windows, events []ev) ([]result, []bool, event.Ledger) {
	t.Helper()
	var book event.Ledger
	var out []result
	a, err := event.NewAggregator(&book, w, byte1, event.Count[uint8](), func(r result) { out = append(out, r) })
	if err != nil {
		t.Fatal(err)
	}
	gone := make([]bool, len(events))
	for i, e := range events {
		before := book.Dropped
		a.Add(e)
		gone[i] = book.Dropped > before
	}
	a.Flush()
	book.In, book.Open = len(events), a.Open()
	if book.Open != 0 || a.Held() != 0 || !book.Balanced() {
		t.Fatalf("after the end: %d values held, %v", a.Held(), book)
	}
	return out, gone, book
}

func byte1(k uint8) uint8 { return k }

// table returns what is left in a table, and checks how it came there.
func table(t *testing.T, out []result) map[cell]int {
	t.Helper()
	cells := map[cell]int{}
	for _, r := range out {
		c := cell{r.Window, r.Key}
		_, there := cells[c]
		switch {
		case r.Timing == event.OnTime && there:
			t.Fatalf("%v %v was written on time, though it was there", r.Key, r.Window)
		case r.Timing == event.Retracted && !there:
			t.Fatalf("%v %v was retracted, though it was not there", r.Key, r.Window)
		case r.Timing == event.Retracted:
			delete(cells, c)
		default:
			cells[c] = r.Value
		}
	}
	return cells
}

// fixedModel counts tumbling and sliding windows the plain way: every event in
// each of its windows, unless it comes after that is gone.
func fixedModel(t *testing.T, w event.Windows, events []ev) (map[cell]int, []verdict) {
	t.Helper()
	cells := map[cell]int{}
	fate := make([]verdict, len(events))
	var mark event.Time
	for i, e := range events {
		in, err := w.Of(e.Time)
		if err != nil {
			t.Fatal(err)
		}
		counted := 0
		for _, win := range in {
			if win.End.Add(w.Lateness) > mark {
				cells[cell{win, e.Value}]++
				counted++
			}
			if win.End <= mark {
				fate[i] = late
			}
		}
		if counted == 0 {
			fate[i] = dropped
		}
		mark = max(mark, e.Time.Add(-w.Tolerance))
	}
	return cells, fate
}

// sessionModel cuts sorted events into sessions, as a batch job would.
func sessionModel(w event.Windows, events []ev) map[cell]int {
	byKey := map[uint8][]ev{}
	for _, e := range events {
		byKey[e.Value] = append(byKey[e.Value], e)
	}
	cells := map[cell]int{}
	for key, list := range byKey {
		slices.SortFunc(list, func(a, b ev) int { return cmp.Compare(a.Time, b.Time) })
		for from, i := 0, 1; i <= len(list); i++ {
			if i == len(list) || list[i].Time.Sub(list[i-1].Time) >= w.Gap {
				win := event.Window{Start: list[from].Time, End: list[i-1].Time.Add(w.Gap)}
				cells[cell{win, key}] = i - from
				from = i
			}
		}
	}
	return cells
}

// sessionFates tells which events come too late, by a list of all sessions.
func sessionFates(w event.Windows, events []ev) []verdict {
	var all []cell
	fate := make([]verdict, len(events))
	var mark event.Time
	for i, e := range events {
		joined := cell{event.Window{Start: e.Time, End: e.Time.Add(w.Gap)}, e.Value}
		touches := func(c cell) bool { return c.key == joined.key && c.Start < joined.End && joined.Start < c.End }
		touched := append(slices.DeleteFunc(slices.Clone(all), func(c cell) bool { return !touches(c) }), joined)
		for _, c := range touched {
			switch {
			case c.End.Add(w.Lateness) <= mark:
				fate[i] = dropped
			case c.End <= mark:
				fate[i] = max(fate[i], late)
			}
		}
		if fate[i] != dropped {
			all = slices.DeleteFunc(all, touches)
			for _, c := range touched {
				joined.Start, joined.End = min(joined.Start, c.Start), max(joined.End, c.End)
			}
			all = append(all, joined)
		}
		mark = max(mark, e.Time.Add(-w.Tolerance))
	}
	return fate
}

func accepted(events []ev, gone []bool) []ev {
	var kept []ev
	for i, e := range events {
		if !gone[i] {
			kept = append(kept, e)
		}
	}
	return kept
}

func seedWindows(f *testing.F) {
	steady := []byte("the quick brown fox jumps over the lazy dog, and once more: the quick brown fox")
	jumpy := []byte{8, 0, 31, 1, 0, 0, 0, 0, 0, 0, 31, 2, 31, 0, 31, 1, 0, 2, 0, 1, 0, 0, 0, 1, 31, 1, 16, 1, 0, 1, 0, 1, 31, 1, 31, 2, 31, 2, 0, 2, 0, 2, 9, 2}
	for kind := range uint8(3) {
		for _, data := range [][]byte{steady, jumpy} {
			f.Add(kind, uint8(19), uint8(4), uint8(0), uint8(0), uint8(7), data)
			f.Add(kind, uint8(29), uint8(11), uint8(15), uint8(0), uint8(11), data)
			f.Add(kind, uint8(9), uint8(9), uint8(5), uint8(40), uint8(20), data)
		}
	}
}

// FuzzWindows checks that windows hold what a plain count finds, whatever the
// order of arrival: the events less those that came too late, which are
// counted.
func FuzzWindows(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, tolerance, lateness, _ uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, tolerance, lateness), scatter(data)
		out, gone, book := drive(t, w, events)
		got := table(t, out)
		var want map[cell]int
		var fate []verdict
		if w.Kind == event.SessionKind {
			want, fate = sessionModel(w, accepted(events, gone)), sessionFates(w, events)
		} else {
			want, fate = fixedModel(t, w, events)
		}
		lates := 0
		for i, f := range fate {
			if gone[i] != (f == dropped) {
				t.Errorf("%+v: event %d must be dropped: %v, got %v", w, i, f == dropped, gone[i])
			}
			if f == late {
				lates++
			}
		}
		if book.Late != lates {
			t.Errorf("%+v: %d events must be late, got %d", w, lates, book.Late)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v:\nmust be %v\n    got %v", w, want, got)
		}
		if w.Lateness == 0 && len(out) != len(got) {
			t.Errorf("%+v: each result must be written once, got %d for %d", w, len(out), len(got))
		}
	})
}

// FuzzOrder checks that with enough tolerance the order of arrival changes
// nothing.
func FuzzOrder(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, _, _, _ uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, 0, 0), scatter(data)
		w.Tolerance = ms(32 * len(events))
		out, _, book := drive(t, w, events)
		sorted := slices.SortedStableFunc(slices.Values(events), func(a, b ev) int { return cmp.Compare(a.Time, b.Time) })
		w.Tolerance = 0
		again, _, bookAgain := drive(t, w, sorted)
		if got, want := table(t, out), table(t, again); !reflect.DeepEqual(got, want) || book != bookAgain || book.OnTime != len(events) {
			t.Errorf("%+v:\n in order %v %v\nas it came %v %v", w, want, bookAgain, got, book)
		}
	})
}

// FuzzPartition checks what each kind of window says of itself: an event is in
// one tumbling window, in exactly size/slide sliding ones where that is whole,
// and sessions of a key are disjoint, their events at least a gap apart.
func FuzzPartition(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, tolerance, _, _ uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, tolerance, 0), scatter(data)
		out, gone, _ := drive(t, w, events)
		if w.Kind == event.SessionKind {
			apart(t, w, out)
			return
		}
		for _, e := range events {
			in, err := w.Of(e.Time)
			if err != nil {
				t.Fatal(err)
			}
			for _, win := range in {
				if !win.Contains(e.Time) || win.End.Sub(win.Start) != w.Size || int64(win.Start)%w.Slide.Milliseconds() != 0 {
					t.Fatalf("%v: %v is no window of %v", w, win, e.Time)
				}
			}
			if n := int(w.Size / w.Slide); w.Size%w.Slide == 0 && len(in) != n || len(in) < n || len(in) > n+1 {
				t.Fatalf("%v: %v must be in %d windows, got %v", w, e.Time, n, in)
			}
		}
		sum := 0
		for _, r := range out {
			sum += r.Value
		}
		if n := len(accepted(events, gone)); w.Kind == event.TumblingKind && sum != n {
			t.Errorf("%v: windows must share out %d events, got %d", w, n, sum)
		}
	})
}

func apart(t *testing.T, w event.Windows, out []result) {
	t.Helper()
	for i, a := range out {
		if a.Window.End.Sub(a.Window.Start) < w.Gap {
			t.Errorf("%v is shorter than the gap %v", a.Window, w.Gap)
		}
		for _, b := range out[:i] {
			if a.Key == b.Key && a.Window.Start < b.Window.End && b.Window.Start < a.Window.End {
				t.Errorf("sessions of key %d overlap: %v and %v", a.Key, a.Window, b.Window)
			}
		}
	}
}

// FuzzRestore checks that a run that is stopped after any event, and goes on
// from its state as a checkpoint holds it, gives the same results in the same
// order.
func FuzzRestore(f *testing.F) {
	seedWindows(f)
	f.Fuzz(func(t *testing.T, kind, size, slide, tolerance, lateness, cut uint8, data []byte) {
		w, events := windowsOf(kind, size, slide, tolerance, lateness), scatter(data)
		want, _, wantBook := drive(t, w, events)

		var book event.Ledger
		var got []result
		emit := func(r result) { got = append(got, r) }
		a, err := event.NewAggregator(&book, w, byte1, event.Count[uint8](), emit)
		if err != nil {
			t.Fatal(err)
		}
		at := min(int(cut), len(events))
		for _, e := range events[:at] {
			a.Add(e)
		}
		saved, open, held := save(t, a), a.Open(), a.Held()
		a, err = event.NewAggregator(&book, w, byte1, event.Count[uint8](), emit)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Restore(load(t, saved)); err != nil {
			t.Fatal(err)
		}
		if a.Open() != open || a.Held() != held || string(save(t, a)) != string(saved) {
			t.Fatalf("%+v: restored must be %s\n%s", w, saved, save(t, a))
		}
		for _, e := range events[at:] {
			a.Add(e)
		}
		a.Flush()
		book.In = len(events)
		if !slices.Equal(got, want) || book != wantBook {
			t.Errorf("%+v, stopped after %d:\nmust be %v %v\n    got %v %v", w, at, want, wantBook, got, book)
		}
	})
}

func save(t *testing.T, a *event.Aggregator[uint8, uint8, int]) []byte {
	t.Helper()
	b, err := json.Marshal(a.State())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func load(t *testing.T, b []byte) event.State[uint8, int] {
	t.Helper()
	var s event.State[uint8, int]
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}
