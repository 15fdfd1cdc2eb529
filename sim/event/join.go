package event

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"time"
)

// A Pair is an event of one stream with one of another.
type Pair[L, R any] struct {
	Left  Event[L]
	Right Event[R]
}

// Join pairs the events of two streams that have the same key and happened at
// most within of each other, either way round, exactly within included. Each
// pair is given once, when its second event comes.
//
// Without the bound every event would have to be kept for ever. With it, one is
// kept until the watermark says that no partner can come. The watermark is the
// older of the two streams' newest event times, less the tolerance: a stream
// that falls silent holds it back, one that has ended does not. An event that
// happened before the watermark is dropped.
func Join[L, R any, K comparable](
	book *Ledger, left Stream[L], right Stream[R], keyL func(L) K, keyR func(R) K, within, tolerance time.Duration,
) (iter.Seq[Pair[L, R]], error) {
	if _, err := NewJoiner(book, keyL, keyR, within, tolerance, func(Pair[L, R]) {}); err != nil {
		return nil, err
	}
	return func(yield func(Pair[L, R]) bool) {
		more := true
		j, _ := NewJoiner(book, keyL, keyR, within, tolerance, func(p Pair[L, R]) { more = more && yield(p) })
		j.run(left, right, func() bool { return more })
		book.Open += j.Held()
	}, nil
}

// A Joiner is [Join] one event at a time.
type Joiner[L, R any, K comparable] struct {
	book      *Ledger
	tolerance Time
	left      side[L, K]
	right     side[R, K]
	watermark Time
	most      int // events held at once
	emit      func(Pair[L, R])
}

// NewJoiner returns a joiner that hands its pairs to emit.
func NewJoiner[L, R any, K comparable](
	book *Ledger, keyL func(L) K, keyR func(R) K, within, tolerance time.Duration, emit func(Pair[L, R]),
) (*Joiner[L, R, K], error) {
	bound, err := span("time bound of the join", within, 0)
	if err != nil {
		return nil, err
	}
	wait, err := span("tolerance", tolerance, 0)
	if err != nil {
		return nil, err
	}
	if book == nil || keyL == nil || keyR == nil || emit == nil {
		return nil, errors.New("event: join needs a ledger, a key of either side and a place for pairs, got nil")
	}
	return &Joiner[L, R, K]{
		book: book, tolerance: wait, left: newSide(keyL, bound), right: newSide(keyR, bound), emit: emit,
	}, nil
}

// Run takes in two streams, whichever event arrives first, until both have
// ended.
func (j *Joiner[L, R, K]) Run(left Stream[L], right Stream[R]) {
	j.run(left, right, func() bool { return true })
}

func (j *Joiner[L, R, K]) run(left Stream[L], right Stream[R], more func() bool) {
	nextL, stopL := iter.Pull(left)
	defer stopL()
	nextR, stopR := iter.Pull(right)
	defer stopR()
	l, okL := nextL()
	r, okR := nextR()
	for more() && (okL || okR) {
		if okL && (!okR || l.Arrived() <= r.Arrived()) {
			j.Left(l)
			l, okL = nextL()
		} else {
			j.Right(r)
			r, okR = nextR()
		}
		j.ended(!okL, !okR)
	}
}

// Left takes in an event of the left stream.
func (j *Joiner[L, R, K]) Left(l Event[L]) {
	if !j.accept(l.Time, l.Valid()) {
		return
	}
	for _, r := range j.right.near(j.left.key(l.Value), l.Time) {
		j.emit(Pair[L, R]{l, r})
	}
	j.left.hold(l)
	j.advance()
}

// Right takes in an event of the right stream.
func (j *Joiner[L, R, K]) Right(r Event[R]) {
	if !j.accept(r.Time, r.Valid()) {
		return
	}
	for _, l := range j.left.near(j.right.key(r.Value), r.Time) {
		j.emit(Pair[L, R]{l, r})
	}
	j.right.hold(r)
	j.advance()
}

// accept counts an event that cannot be joined.
func (j *Joiner[L, R, K]) accept(t Time, err error) bool {
	switch {
	case err != nil:
		j.book.Rejected++
	case t < j.watermark:
		j.book.Dropped++
	default:
		return true
	}
	return false
}

// ended notes that a stream gives no more events.
func (j *Joiner[L, R, K]) ended(left, right bool) {
	if left {
		j.left.newest = endOfTime
	}
	if right {
		j.right.newest = endOfTime
	}
	if left != right {
		j.advance()
	}
}

func (j *Joiner[L, R, K]) advance() {
	j.watermark = max(j.watermark, min(j.left.newest, j.right.newest)-j.tolerance)
	j.book.OnTime += j.left.release(j.watermark) + j.right.release(j.watermark)
	j.most = max(j.most, j.Held())
}

// Held returns how many events are held for a partner.
func (j *Joiner[L, R, K]) Held() int { return j.left.due.len() + j.right.due.len() }

// Most returns how many events have been held for a partner at once, at most.
func (j *Joiner[L, R, K]) Most() int { return j.most }

// A side holds the events of one stream that may yet find a partner.
type side[T any, K comparable] struct {
	key    func(T) K
	within Time
	newest Time
	events map[K][]Event[T] // by time
	due    heap[holding[K]]
}

type holding[K comparable] struct {
	time Time
	key  K
}

func newSide[T any, K comparable](key func(T) K, within Time) side[T, K] {
	before := func(a, b holding[K]) bool { return a.time < b.time }
	return side[T, K]{key: key, within: within, events: map[K][]Event[T]{}, due: heap[holding[K]]{before: before}}
}

// after returns where the events later than t begin.
func after[T any](events []Event[T], t Time) int {
	i, _ := slices.BinarySearchFunc(events, t+1, func(e Event[T], t Time) int { return cmp.Compare(e.Time, t) })
	return i
}

// near returns the events of key k within reach of t.
func (s *side[T, K]) near(k K, t Time) []Event[T] {
	events := s.events[k]
	return events[after(events, t-s.within-1):after(events, t+s.within)]
}

func (s *side[T, K]) hold(e Event[T]) {
	k := s.key(e.Value)
	events := s.events[k]
	s.events[k] = slices.Insert(events, after(events, e.Time), e)
	s.due.push(holding[K]{e.Time, k})
	s.newest = max(s.newest, e.Time)
}

// release lets go of the events that no partner can reach any more, and returns
// how many.
func (s *side[T, K]) release(watermark Time) int {
	n := 0
	for ; s.due.len() > 0 && s.due.items[0].time+s.within < watermark; n++ {
		k := s.due.pop().key
		if s.events[k] = s.events[k][1:]; len(s.events[k]) == 0 {
			delete(s.events, k)
		}
	}
	return n
}
