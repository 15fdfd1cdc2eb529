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
		"two tunnels": {TwoTunnels, func(t *testing.T) int {
			ride := slices.Values(town.Ride(2 * time.Minute))
			_, dropped := must(event.Watch(ride, event.Tumbling(2*time.Minute)))(t).Tally(0)
			return dropped
		}},
		"five windows": {FiveWindows, func(t *testing.T) int {
			n := 0
			for e := range clicks(t) {
				n += len(must(event.Sliding(5*time.Minute, time.Minute).Of(e.Time))(t))
			}
			return n
		}},
		"same loss": {SameLoss, func(t *testing.T) int {
			w := event.Tumbling(time.Minute)
			w.Lateness, w.Flush = 2*time.Minute, true
			taps := must(town.Phones{Phones: 40}.Taps(town.Traffic{Seed: 1, Count: 5000, Gap: time.Second, Late: 0.2, Delay: 5 * time.Minute}))(t)
			return dropped(t, taps, w)
		}},
		"half caught": {HalfCaught, func(t *testing.T) int {
			bank := town.Bank{Cards: 500, Thefts: 0.01}
			payments := must(bank.Transactions(town.Traffic{Seed: 1, Count: 20_000, Gap: 500 * time.Millisecond}))(t)
			known := event.Enrich(new(event.Ledger), payments, must(bank.Profiles())(t), town.Transaction.Of, town.Know)
			got := town.NewDetector().Judge(known)
			return 100 * got.Caught / (got.Caught + got.Missed)
		}},
		"two twice": {TwoTwice, func(t *testing.T) int {
			return int(town.Settle(must(event.Redeliver(town.SixPayments(), 4, 6))(t)).Euros)
		}},
		"read again": {ReadAgain, func(t *testing.T) int {
			return length(must(event.Redeliver(make([]event.Event[int], 1000), 50, 479))(t)) - 1000
		}},
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
		taps := slices.Values(town.OneLate(time.Duration(seconds)*time.Second, 12*time.Minute))
		if dropped(t, taps, w) == 0 {
			longest = seconds
		}
	}
	return longest
}

// dropped gives how many taps windows drop.
func dropped(t *testing.T, taps event.Stream[town.Tap], w event.Windows) int {
	var book event.Ledger
	all := func(town.Tap) int { return 0 }
	length(must(event.Aggregate(&book, event.Screen(&book, taps, nil), w, all, event.Count[town.Tap]()))(t))
	return book.Dropped
}

func heldAtMost(t *testing.T) int {
	rank, traffic := town.Taxi{Zones: 5}, town.Traffic{Seed: 1, Count: 300, Gap: 4 * time.Second}
	j := must(event.NewJoiner(new(event.Ledger), town.Request.From, town.Offer.From, 24*time.Hour, 0,
		func(event.Pair[town.Request, town.Offer]) {}))(t)
	j.Run(must(rank.Requests(traffic))(t), must(rank.Offers(traffic))(t))
	return j.Most()
}
