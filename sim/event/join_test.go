package event_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"tidemark/sim/event"
)

type pair struct{ left, right event.ID }

// FuzzJoin checks a join against all pairs: with enough tolerance it finds
// those of one key within the bound, each once.
func FuzzJoin(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over"), []byte("the lazy dog, and then once more"), uint8(12))
	f.Add([]byte{31, 0, 31, 0, 31, 0}, []byte{31, 0, 31, 0, 31, 0}, uint8(0))
	f.Fuzz(func(t *testing.T, l, r []byte, bound uint8) {
		left, right, within := scatter(l), scatter(r), ms(int(bound))
		tolerance := ms(32 * (len(left) + len(right)))
		var book event.Ledger
		in := func(events []ev) event.Stream[uint8] { return event.Screen(&book, slices.Values(events), nil) }
		out, err := event.Join(&book, in(left), in(right), byte1, byte1, within, tolerance)
		if err != nil {
			t.Fatal(err)
		}
		var got []pair
		for p := range out {
			got = append(got, pair{p.Left.ID, p.Right.ID})
		}
		var want []pair
		for _, l := range left {
			for _, r := range right {
				if l.Value == r.Value && max(l.Time-r.Time, r.Time-l.Time).Sub(0) <= within {
					want = append(want, pair{l.ID, r.ID})
				}
			}
		}
		byID := func(a, b pair) int { return cmp.Or(cmp.Compare(a.left, b.left), cmp.Compare(a.right, b.right)) }
		slices.SortFunc(got, byID)
		slices.SortFunc(want, byID)
		if !slices.Equal(got, want) {
			t.Errorf("within %v must be %v, got %v", within, want, got)
		}
		if !book.Balanced() || book.In != len(left)+len(right) {
			t.Errorf("ledger must balance, got %v", book)
		}
	})
}

// TestJoinState checks that what a join holds follows its time bound, not the
// length of the streams, and that it drops what comes too late.
func TestJoinState(t *testing.T) {
	var book event.Ledger
	pairs, peak := 0, 0
	j, err := event.NewJoiner(&book, byte1, byte1, time.Second, 0, func(event.Pair[uint8, uint8]) { pairs++ })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100_000 {
		j.Left(at(i, 1))
		j.Right(at(i, 1))
		peak = max(peak, j.Held())
	}
	if peak > 2*1002 {
		t.Errorf("a bound of 1000 events must hold about twice as many, got %d", peak)
	}
	if want := 100_000 + 2*(100_000*1000-1000*1001/2); pairs != want {
		t.Errorf("must pair %d, got %d", want, pairs)
	}
	j.Left(at(5, 1))
	if book.Dropped != 1 {
		t.Errorf("an event before the watermark must be dropped, got %v", book)
	}
	j.Right(ev{})
	if book.Rejected != 1 {
		t.Errorf("an event without a time must be rejected, got %v", book)
	}
}

// TestJoinerRuns holds what the bound asks for, whichever side it comes from.
func TestJoinerRuns(t *testing.T) {
	left, right := []ev{at(1, 1), at(10, 1), at(20, 1)}, []ev{at(5, 1), at(30, 2)}
	for within, want := range map[int][2]int{0: {0, 3}, 5: {2, 4}, 60: {3, 5}} {
		pairs := 0
		j, err := event.NewJoiner(new(event.Ledger), byte1, byte1, ms(within), 0, func(event.Pair[uint8, uint8]) { pairs++ })
		if err != nil {
			t.Fatal(err)
		}
		j.Run(slices.Values(left), slices.Values(right))
		if got := [2]int{pairs, j.Most()}; got != want {
			t.Errorf("within %d: want pairs and most held %v, got %v", within, want, got)
		}
	}
}
