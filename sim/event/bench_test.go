package event_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"tidemark/sim/event"
)

// clickLoad gives n events, a millisecond apart and at most half a second
// out of order, of so many keys.
func clickLoad(n, keys int) event.Stream[uint32] {
	return func(yield func(event.Event[uint32]) bool) {
		x := uint32(2463534242)
		for i := range n {
			x ^= x << 13
			x ^= x >> 17
			x ^= x << 5
			t := event.At(12, 0, 0) + event.Time(i)
			if !yield(event.Event[uint32]{ID: event.ID(i + 1), Time: t - event.Time(x>>23), Arrival: t, Value: x % uint32(keys)}) {
				return
			}
		}
	}
}

var kinds = []struct {
	name    string
	windows event.Windows
}{
	{"tumbling", event.Tumbling(time.Minute)},
	{"sliding", event.Sliding(5*time.Minute, time.Minute)},
	{"session", event.Session(time.Minute)},
}

// run aggregates n events and returns the most values held, seen every
// thousandth event.
func run(n, keys int, w event.Windows) (results, peak int, book event.Ledger) {
	w.Tolerance = time.Second
	a, err := event.NewAggregator(&book, w, same, event.Count[uint32](), func(event.Result[uint32, int]) { results++ })
	if err != nil {
		panic(err)
	}
	i := 0
	for e := range clickLoad(n, keys) {
		a.Add(e)
		if i++; i%1000 == 0 {
			peak = max(peak, a.Held())
		}
	}
	a.Flush()
	book.In, book.Open = n, a.Open()
	return results, peak, book
}

func same(x uint32) uint32 { return x }

// TestMemory checks that what is held follows the open windows: seven times
// the events take no more of it.
func TestMemory(t *testing.T) {
	const keys = 100
	for _, k := range kinds {
		_, short, _ := run(600_000, keys, k.windows)
		_, long, book := run(4_000_000, keys, k.windows)
		if long > short || book.OnTime != 4_000_000 {
			t.Errorf("%s: must hold at most %d values, got %d; %v", k.name, short, long, book)
		}
		if few, many := heapAfter(t, 600_000, keys, k.windows), heapAfter(t, 4_000_000, keys, k.windows); many > few+few/2+1<<16 {
			t.Errorf("%s: must take about %d bytes, got %d", k.name, few, many)
		}
	}
}

// heapAfter returns the memory that an aggregator takes after n events.
func heapAfter(t *testing.T, n, keys int, w event.Windows) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	a, err := event.NewAggregator(new(event.Ledger), w, same, event.Count[uint32](), func(event.Result[uint32, int]) {})
	if err != nil {
		t.Fatal(err)
	}
	for e := range clickLoad(n, keys) {
		a.Add(e)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(a)
	return max(after.HeapAlloc, before.HeapAlloc) - before.HeapAlloc
}

// BenchmarkWindows measures each kind of window over 10^4 to 10^7 events and 10
// to 10^5 keys, on one core. It gives the rate, and the time as a multiple of
// that of tumbling windows over the same events.
func BenchmarkWindows(b *testing.B) {
	for _, n := range []int{1e4, 1e5, 1e6, 1e7} {
		for _, keys := range []int{10, 1e3, 1e5} {
			var tumbling float64
			for i, k := range kinds {
				b.Run(fmt.Sprintf("events=%d/keys=%d/%s", n, keys, k.name), func(b *testing.B) {
					for b.Loop() {
						if _, _, book := run(n, keys, k.windows); book.OnTime != n {
							b.Fatal(book)
						}
					}
					took := b.Elapsed().Seconds() / float64(b.N)
					if i == 0 {
						tumbling = took
					}
					b.ReportMetric(float64(n)/took, "events/s")
					b.ReportMetric(took/tumbling, "x-tumbling")
				})
			}
		}
	}
}
