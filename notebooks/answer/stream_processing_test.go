package answer

import (
	"iter"
	"slices"
	"testing"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

func init() {
	for name, e := range map[string]struct {
		Exercise
		run func(*testing.T) int
	}{
		"shorter pause": {ShorterPause, func(t *testing.T) int {
			w := event.Session(20 * time.Second)
			w.Flush = true
			var book event.Ledger
			return length(must(event.Aggregate(&book, event.Screen(&book, clicks(t), nil), w, town.Click.By, event.Count[town.Click]()))(t))
		}},
		"just late enough": {JustLateEnough, longestDelay},
		"costly crash": {CostlyCrash, func(t *testing.T) int {
			most := 0
			for crash := 1; crash <= 6; crash++ {
				most = max(most, length(must(event.Redeliver(make([]event.Event[int], 6), 4, crash))(t))-6)
			}
			return most
		}},
		"no bound": {NoBound, heldAtMost},
		"sliding by two": {SlidingByTwo, func(t *testing.T) int {
			most := 0
			for e := range clicks(t) {
				most = max(most, len(must(event.Sliding(5*time.Minute, 2*time.Minute).Of(e.Time))(t)))
			}
			return most
		}},
	} {
		posed[name] = e
	}
}

func clicks(t *testing.T) event.Stream[town.Click] {
	t.Helper()
	return must(town.Site{Users: 3}.Clicks(town.Traffic{Seed: 7, Count: 24, Gap: 50 * time.Second}))(t)
}

func length[T any](s iter.Seq[T]) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// longestDelay gives the seconds that a tap may be late.
func longestDelay(t *testing.T) int {
	w := event.Tumbling(time.Minute)
	w.Tolerance, w.Flush = 4*time.Minute, true
	longest := 0
	for seconds := range 600 {
		var book event.Ledger
		taps := slices.Values(town.OneLate(time.Duration(seconds)*time.Second, 12*time.Minute))
		all := func(town.Tap) int { return 0 }
		length(must(event.Aggregate(&book, event.Screen(&book, taps, nil), w, all, event.Count[town.Tap]()))(t))
		if book.Dropped == 0 {
			longest = seconds
		}
	}
	return longest
}

func heldAtMost(t *testing.T) int {
	rank, traffic := town.Taxi{Zones: 5}, town.Traffic{Seed: 1, Count: 300, Gap: 4 * time.Second}
	requests, offers := slices.Collect(must(rank.Requests(traffic))(t)), slices.Collect(must(rank.Offers(traffic))(t))
	j := must(event.NewJoiner(new(event.Ledger), town.Request.From, town.Offer.From, 24*time.Hour, 0,
		func(event.Pair[town.Request, town.Offer]) {}))(t)
	most := 0
	for i := range requests {
		j.Left(requests[i])
		j.Right(offers[i])
		most = max(most, j.Held())
	}
	return most
}
