package event_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/sim/event"
)

// at returns an event on a key, that many milliseconds after noon.
func at(t int, key uint8) ev { return ev{Time: noon + event.Time(t), Value: key} }

func TestTimeString(t *testing.T) {
	for want, got := range map[string]event.Time{
		"none":                0,
		"12:01:05":            event.At(12, 1, 5),
		"12:01:05.250":        event.At(12, 1, 5).Add(250 * time.Millisecond),
		"00:00:00":            event.At(0, 0, 0),
		"day 2 00:00:01":      event.At(24, 0, 1),
		"day 0 23:59:59.999":  event.At(0, 0, 0) - 1,
		"day 0 00:00:00.001":  1,
		"day -1 23:59:59.999": -1,
	} {
		if got.String() != want {
			t.Errorf("%d ms must be %q, got %q", int64(got), want, got)
		}
	}
}

// TestBoundaries pins the documented answers at the edges.
func TestBoundaries(t *testing.T) {
	minute := event.Tumbling(ms(60))
	for _, c := range []struct {
		name    string
		windows event.Windows
		events  []ev
		want    []int // values by order of writing
		ledger  string
	}{
		{"at its end an event is in the next window", minute, []ev{at(59, 1), at(60, 1)}, []int{1}, "2 in = 1 on time + 1 still open"},
		{"the watermark reaches the end: written", minute, []ev{at(0, 1), at(60, 1), at(59, 1)}, []int{1}, "3 in = 1 on time + 1 dropped + 1 still open"},
		{"the watermark is a millisecond before the end: open", minute, []ev{at(0, 1), at(59, 1), at(0, 1)}, nil, "3 in = 3 still open"},
		{"exactly at the watermark is on time", minute, []ev{at(60, 1), at(60, 1)}, nil, "2 in = 2 still open"},
		{"exactly a gap apart is two sessions", event.Session(ms(10)), []ev{at(0, 1), at(10, 1)}, []int{1}, "2 in = 1 on time + 1 still open"},
		{"a millisecond less is one", event.Session(ms(10)), []ev{at(0, 1), at(9, 1), at(19, 1)}, []int{2}, "3 in = 2 on time + 1 still open"},
		{"behind the watermark in an open window is on time", minute, []ev{at(50, 1), at(10, 1)}, nil, "2 in = 2 still open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var book event.Ledger
			out, err := event.Aggregate(&book, event.Screen(&book, slices.Values(c.events), nil), c.windows, byte1, event.Count[uint8]())
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for r := range out {
				got = append(got, r.Value)
			}
			if !slices.Equal(got, c.want) || book.String() != c.ledger {
				t.Errorf("must be %v and %q, got %v and %q", c.want, c.ledger, got, book)
			}
		})
	}
}

func TestLateness(t *testing.T) {
	w := event.Tumbling(ms(60))
	w.Lateness = ms(30)
	events := []ev{at(0, 1), at(70, 1), at(5, 1), at(6, 2), at(90, 1), at(7, 1)}
	var book event.Ledger
	out, err := event.Aggregate(&book, event.Screen(&book, slices.Values(events), nil), w, byte1, event.Count[uint8]())
	if err != nil {
		t.Fatal(err)
	}
	var got []result
	for r := range out {
		r.At -= noon
		got = append(got, r)
	}
	first := event.Window{Start: noon, End: noon + 60}
	want := []result{
		{first, 1, 1, event.OnTime, 70},
		{first, 1, 2, event.Late, 70},
		{first, 2, 1, event.Late, 70}, // a key that the window did not have
	}
	if !slices.Equal(got, want) {
		t.Errorf("must be %v, got %v", want, got)
	}
	if want := "6 in = 1 on time + 2 late + 1 dropped + 2 still open"; book.String() != want {
		t.Errorf("ledger must be %q, got %q", want, book)
	}
}

// TestSessionMerge checks that an event between two sessions makes them one,
// and that a written one is taken back for it.
func TestSessionMerge(t *testing.T) {
	w := event.Session(ms(10))
	w.Lateness, w.Flush = ms(20), true
	out, _, book := drive(t, w, []ev{at(0, 1), at(18, 1), at(9, 1)})
	short, long := event.Window{Start: noon, End: noon + 10}, event.Window{Start: noon, End: noon + 28}
	want := []result{
		{short, 1, 1, event.OnTime, noon + 18},
		{short, 1, 0, event.Retracted, 0},
		{long, 1, 3, event.Late, 0},
	}
	if !slices.Equal(out, want) || book.String() != "3 in = 2 on time + 1 late" {
		t.Errorf("must be %v, got %v with %v", want, out, book)
	}
}

func TestWindowsErrors(t *testing.T) {
	with := func(w event.Windows, set func(*event.Windows)) event.Windows {
		set(&w)
		return w
	}
	minute := event.Tumbling(time.Minute)
	for want, w := range map[string]event.Windows{
		"size must be at least 1ms, got 0s":                               event.Tumbling(0),
		"size must be at least 1ms, got -1s":                              event.Tumbling(-time.Second),
		"size must be whole milliseconds, got 1.5ms":                      event.Tumbling(1500 * time.Microsecond),
		"slide must be at least 1ms, got 0s":                              event.Sliding(time.Minute, 0),
		"slide must be at most the size 1m0s, got 2m0s":                   event.Sliding(time.Minute, 2*time.Minute),
		"size must be at most 1000000 slides, got 1h0m0s by 1ms":          event.Sliding(time.Hour, time.Millisecond),
		"gap must be at least 1ms, got -1s":                               event.Session(-time.Second),
		"gap must be at least 1ms, got 0s":                                event.Session(0),
		"tolerance must not be negative, got -1s":                         with(minute, func(w *event.Windows) { w.Tolerance = -time.Second }),
		"lateness must not be negative, got -1s":                          with(minute, func(w *event.Windows) { w.Lateness = -time.Second }),
		"slide of tumbling windows must be their size 1m0s, got 1s":       with(minute, func(w *event.Windows) { w.Slide = time.Second }),
		"tumbling windows have no other length, got size 1m0s and gap 1s": with(minute, func(w *event.Windows) { w.Gap = time.Second }),
		"windows must be tumbling, sliding or session, got none":          {},
		"windows must be tumbling, sliding or session, got Kind(9)":       {Kind: 9},
	} {
		_, err := event.Aggregate(new(event.Ledger), slices.Values([]ev{}), w, byte1, event.Count[uint8]())
		if err == nil || err.Error() != "event: "+want {
			t.Errorf("%v must be refused as %q, got %v", w, want, err)
		}
		if _, err := w.Of(noon); err == nil {
			t.Errorf("%v must have no windows at noon", w)
		}
	}
}

func TestEventValid(t *testing.T) {
	for want, e := range map[string]ev{
		"":                                       {ID: 1, Time: noon, Arrival: noon},
		"time must be set, got none for event 2": {ID: 2},
		"time must be 1 to 4503599627370496 ms, got -5 for event 3":                     {ID: 3, Time: -5},
		"time must be 1 to 4503599627370496 ms, got 9223372036854775807 for event 4":    {ID: 4, Time: math.MaxInt64},
		"arrival must be 12:00:00 or later, got 11:59:59.999 for event 5":               {ID: 5, Time: noon, Arrival: noon - 1},
		"arrival must be at most 4503599627370496 ms, got 4503599627370497 for event 6": {ID: 6, Time: noon, Arrival: 1<<52 + 1},
	} {
		got := ""
		if err := e.Valid(); err != nil {
			got = strings.TrimPrefix(err.Error(), "event: ")
		}
		if got != want {
			t.Errorf("%+v must be found %q, got %q", e, want, got)
		}
	}
}

func TestOperatorsCount(t *testing.T) {
	events := []ev{at(0, 1), {ID: 9, Value: 1}, at(1, 2), at(2, 3), at(3, 200), at(4, 4)}
	var book event.Ledger
	sound := event.Screen(&book, slices.Values(events), func(k uint8) error {
		if k == 200 {
			return errors.New("bad")
		}
		return nil
	})
	even := event.Filter(&book, sound, func(k uint8) bool { return k != 1 })
	named := event.Enrich(&book, even, map[uint8]string{2: "two", 4: "four"}, byte1, func(k uint8, name string) string { return name })
	var got []string
	for e := range named {
		got = append(got, e.Value)
		book.OnTime++
	}
	if !slices.Equal(got, []string{"two", "four"}) || book != (event.Ledger{In: 6, Rejected: 3, Filtered: 1, OnTime: 2}) || !book.Balanced() {
		t.Errorf("must give two and four, got %v and %v", got, book)
	}
	for range named { // a stream may be left at any time
		break
	}
}

func TestDedupe(t *testing.T) {
	id := func(id event.ID, t int) ev { return ev{ID: id, Time: noon + event.Time(t)} }
	events := []ev{id(1, 0), id(2, 5), id(1, 0), id(3, 30), id(2, 5), id(4, 10), id(0, 30), id(3, 30)}
	var book event.Ledger
	out, err := event.Dedupe(&book, event.Screen(&book, slices.Values(events), nil), ms(20))
	if err != nil {
		t.Fatal(err)
	}
	var got []event.ID
	for e := range out {
		got = append(got, e.ID)
		book.OnTime++
	}
	// 2 comes again when it has been forgotten: too old to be told, not new
	if want := "8 in = 4 on time + 1 dropped + 1 rejected + 2 duplicate"; !slices.Equal(got, []event.ID{1, 2, 3, 4}) || book.String() != want {
		t.Errorf("must give 1 to 4 and %q, got %v and %q", want, got, book)
	}
	if _, err := event.Dedupe(&book, slices.Values(events), 0); err == nil {
		t.Error("a memory of nothing must be refused")
	}
}

func TestMemoryRestore(t *testing.T) {
	m, err := event.NewMemory(time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		m.Judge(event.ID(i+1), noon+event.Time(i))
	}
	if m.Held() != 1001 {
		t.Errorf("a second must hold 1001 events a millisecond apart, got %d", m.Held())
	}
	again, _ := event.NewMemory(time.Second)
	if err := again.Restore(m.State()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   event.ID
		want event.Verdict
	}{{4999, event.Again}, {3998, event.TooOld}, {6000, event.New}, {6000, event.Again}} {
		if got := again.Judge(c.id, noon+event.Time(min(c.id, 5000))-1); got != c.want {
			t.Errorf("event %d must be judged %d, got %d", c.id, c.want, got)
		}
	}
	twice := event.MemoryState{Newest: noon, Seen: []event.Seen{{ID: 1, Time: noon}, {ID: 1, Time: noon}}}
	if err := again.Restore(twice); err == nil {
		t.Error("a state with an event twice must be refused")
	}
}

func TestInOrder(t *testing.T) {
	var book event.Ledger
	events := []ev{at(5, 1), at(3, 2), at(9, 3), at(2, 4), at(4, 5), at(20, 6)}
	for i := range events {
		events[i].ID = event.ID(i + 1)
	}
	out, err := event.InOrder(&book, event.Screen(&book, slices.Values(events), nil), ms(5))
	if err != nil {
		t.Fatal(err)
	}
	var got []uint8
	for e := range out {
		got = append(got, e.Value)
		book.OnTime++
	}
	if !slices.Equal(got, []uint8{2, 5, 1, 3, 6}) || book.String() != "6 in = 5 on time + 1 dropped" {
		t.Errorf("must give 2 5 1 3 6 and drop one, got %v, %v", got, book)
	}
	book = event.Ledger{}
	for range out { // left after the first, the others are still held
		book.OnTime++
		break
	}
	if !book.Balanced() {
		t.Errorf("ledger must balance, got %v", book)
	}
}

func TestDeliver(t *testing.T) {
	events := []event.Event[int]{{ID: 1, Time: noon, Arrival: noon + 9}, {ID: 2, Time: noon + 1}, {ID: 3, Time: noon + 4, Arrival: noon + 5}, {ID: 4, Time: noon + 9}}
	var got []event.ID
	for e := range event.Deliver(slices.Values(events)) {
		got = append(got, e.ID)
	}
	if !slices.Equal(got, []event.ID{2, 3, 1, 4}) {
		t.Errorf("must arrive as 2 3 1 4, got %v", got)
	}
}

func TestRedeliver(t *testing.T) {
	log := make([]event.Event[int], 10)
	for i := range log {
		log[i].ID = event.ID(i + 1)
	}
	for _, c := range []struct {
		commit  int
		crashes []int
		want    int
	}{
		{1, nil, 10}, {3, []int{5}, 12}, {3, []int{3}, 13}, {3, []int{10, 10, 10}, 13}, {100, []int{10}, 20}, {1, []int{4}, 11},
	} {
		stream, err := event.Redeliver(log, c.commit, c.crashes...)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // each range is a consumer of its own
			n := 0
			seen := map[event.ID]bool{}
			for e := range stream {
				n++
				seen[e.ID] = true
			}
			if n != c.want || len(seen) != len(log) {
				t.Errorf("commit %d, crashes %v: must deliver %d, got %d of %d", c.commit, c.crashes, c.want, n, len(seen))
			}
		}
	}
	if _, err := event.Redeliver(log, 0); err == nil {
		t.Error("a commit after every 0 events must be refused")
	}
	if _, err := event.Redeliver(log, 1, 11); err == nil {
		t.Error("a crash after the last event must be refused")
	}
}

func TestBuckets(t *testing.T) {
	out, err := event.Buckets(slices.Values([]ev{at(0, 1), at(59, 1), at(60, 1), at(200, 1)}), ms(60))
	if err != nil {
		t.Fatal(err)
	}
	var ends []event.Time
	var sizes []int
	for end, events := range out {
		ends, sizes = append(ends, end-noon), append(sizes, len(events))
	}
	if !slices.Equal(ends, []event.Time{60, 120, 240}) || !slices.Equal(sizes, []int{2, 1, 1}) {
		t.Errorf("buckets must end at 60, 120, 240 with 2, 1, 1, got %v %v", ends, sizes)
	}
	if _, err := event.Buckets(slices.Values([]ev{}), 0); err == nil {
		t.Error("a bucket of no time must be refused")
	}
}

func TestTable(t *testing.T) {
	w := func(from, to event.Time) event.Window { return event.Window{Start: noon + from, End: noon + to} }
	var table event.Table[uint8, int]
	for range 2 {
		table.Put(result{Window: w(10, 20), Key: 1, Value: 3})
		table.Put(result{Window: w(0, 10), Key: 2, Value: 1})
		table.Put(result{Window: w(0, 10), Key: 2, Timing: event.Retracted})
		table.Put(result{Window: w(0, 20), Key: 2, Value: 4, Timing: event.Late})
	}
	var got []int
	for r := range table.All() {
		got = append(got, r.Value)
	}
	if !slices.Equal(got, []int{4, 3}) || table.Len() != 2 || table.Writes != 8 || table.Again != 5 {
		t.Errorf("table must hold 4 and 3 after 8 writes, 5 of them again, got %v after %d, %d", got, table.Writes, table.Again)
	}
	if _, ok := table.Get(w(0, 10), 2); ok {
		t.Error("a retracted result must be gone")
	}
	if v, ok := table.Get(w(10, 20), 1); v != 3 || !ok {
		t.Errorf("result must be 3, got %d", v)
	}
}

func TestStats(t *testing.T) {
	nan := math.NaN()
	var s event.Stats
	fold := event.Summarize(func(x float64) float64 { return x })
	for _, x := range []float64{0.1, nan, 0.2, math.Inf(1), -5, 2e6} {
		fold.Add(&s, event.Event[float64]{Value: x})
	}
	if s.Count != 3 || s.Unusable != 3 || s.Sum() != -4.7 || s.Min != -5 || s.Max != 0.2 || s.Range() != 5.2 {
		t.Errorf("statistics must leave out three numbers, got %+v", s)
	}
	if m := (event.Stats{}).Mean(); m != 0 {
		t.Errorf("mean of nothing must be 0, got %v", m)
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		fresh time.Duration
		work  event.Work
		want  event.Mode
	}{
		{24 * time.Hour, event.AnomalyDetection, event.Batch},
		{10 * time.Second, event.HistoricalJoins, event.Streaming},
		{30 * time.Minute, event.HistoricalJoins, event.Batch},
		{30 * time.Minute, event.Reporting, event.Batch},
		{30 * time.Minute, event.AnomalyDetection, event.Streaming},
		{30 * time.Minute, event.Dashboards, event.Streaming},
		{30 * time.Minute, event.InventoryUpdates, event.Streaming},
		{30 * time.Minute, 0, event.Batch},
	} {
		got, why, err := event.Choose(c.fresh, c.work)
		if got != c.want || why == "" || err != nil {
			t.Errorf("%v for %v must be %v, got %v (%s) %v", c.fresh, c.work, c.want, got, why, err)
		}
	}
	if _, _, err := event.Choose(0, event.Reporting); err == nil {
		t.Error("a freshness of 0 must be refused")
	}
	if _, _, err := event.Choose(time.Second, 77); err == nil {
		t.Error("unknown work must be refused")
	}
}

func TestNilArguments(t *testing.T) {
	if _, err := event.Aggregate(nil, slices.Values([]ev{}), event.Session(1e9), byte1, event.Count[uint8]()); err == nil {
		t.Error("no ledger must be refused")
	}
	if _, err := event.Join(nil, slices.Values([]ev{}), slices.Values([]ev{}), byte1, byte1, 0, 0); err == nil {
		t.Error("no ledger must be refused")
	}
}

// TestRestoreErrors checks that a state that no run could have is refused, and
// leaves the aggregator as it was.
func TestRestoreErrors(t *testing.T) {
	w := event.Tumbling(ms(10))
	for want, s := range map[string]string{
		"state must be of":                     `{"Windows":{"Kind":1,"Size":1,"Slide":1}}`,
		"a watermark between":                  `{"Watermark":5}`,
		"its slices in order":                  `{"Slices":[{"Start":129600020},{"Start":129600010}]}`,
		"its slices in order, got one at 3 ms": `{"Slices":[{"Start":3}]}`,
		"each key once":                        `{"Slices":[{"Start":129600010,"Rows":[{"Key":1},{"Key":1}]}]}`,
	} {
		var book event.Ledger
		a, err := event.NewAggregator(&book, w, byte1, event.Count[uint8](), func(result) {})
		if err != nil {
			t.Fatal(err)
		}
		a.Add(at(0, 1))
		before := string(save(t, a))
		state := event.State[uint8, int]{Windows: w}
		if err := json.Unmarshal([]byte(s), &state); err != nil {
			t.Fatal(err)
		}
		if err := a.Restore(state); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s must be refused for %q, got %v", s, want, err)
		}
		if after := string(save(t, a)); after != before {
			t.Errorf("aggregator must stay %s, got %s", before, after)
		}
	}
}

// FuzzState checks that no state at all makes an aggregator panic or hang.
func FuzzState(f *testing.F) {
	f.Add(uint8(0), []byte(`{"Newest":129600099,"Watermark":129600050,"Slices":[{"Start":129600020,"Open":1,"Rows":[{"Key":1,"Value":2}]}]}`))
	f.Add(uint8(1), []byte(`{"Newest":129600099,"Watermark":129600050,"Slices":[{"Start":129600020,"Open":1,"Rows":[{"Key":1,"Value":2}]}]}`))
	f.Add(uint8(2), []byte(`{"Newest":129600099,"Watermark":129600050,"Sessions":[{"Key":1,"Window":{"Start":129600020,"End":129600044},"Open":1,"Gone":true},{"Key":1,"Window":{"Start":129600050,"End":129600064},"Open":1}]}`))
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		w := windowsOf(kind, 19, 4, 3, 5)
		state := event.State[uint8, int]{}
		if json.Unmarshal(data, &state) != nil {
			return
		}
		state.Windows = w
		var book event.Ledger
		a, err := event.NewAggregator(&book, w, byte1, event.Count[uint8](), func(result) {})
		if err != nil {
			t.Fatal(err)
		}
		if a.Restore(state) != nil {
			return
		}
		for i := range 50 {
			a.Add(at(i*7%90, uint8(i%3)))
		}
		if a.Flush(); a.Held() != 0 {
			t.Errorf("after the end nothing must be held, got %d", a.Held())
		}
	})
}

func TestMostHeld(t *testing.T) {
	in := slices.Values([]ev{at(1, 1), at(2, 2), at(15, 1), at(31, 1)})
	key := func(k uint8) uint8 { return k }
	for w, want := range map[event.Windows]int{event.Tumbling(10 * time.Millisecond): 2, event.Tumbling(time.Second): 2, event.Sliding(20*time.Millisecond, 10*time.Millisecond): 3} {
		if got, err := event.MostHeld(in, w, key); got != want || err != nil {
			t.Errorf("%v: want %d values held at most, got %d, %v", w, want, got, err)
		}
	}
	if _, err := event.MostHeld(in, event.Windows{}, key); err == nil {
		t.Error("want an error for no windows, got none")
	}
}

func TestPlaces(t *testing.T) {
	var places []int
	for range event.Places(slices.Values([]ev{at(1, 1), at(2, 2), at(3, 3)}), func(place int) { places = append(places, place) }) {
		if len(places) == 2 {
			break
		}
	}
	if !slices.Equal(places, []int{1, 2}) {
		t.Errorf("want the places that were read, got %v", places)
	}
}
