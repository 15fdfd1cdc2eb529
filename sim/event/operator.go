package event

import "time"

// Screen takes the events in: it counts them all, and rejects those that are
// not [Event.Valid] or whose value valid finds fault with. A nil valid takes
// every value. A ledger balances if its run begins with Screen.
func Screen[T any](book *Ledger, in Stream[T], valid func(T) error) Stream[T] {
	return func(yield func(Event[T]) bool) {
		for e := range in {
			book.In++
			if e.Valid() != nil || valid != nil && valid(e.Value) != nil {
				book.Rejected++
			} else if !yield(e) {
				return
			}
		}
	}
}

// Filter lets through the events that keep is true for.
func Filter[T any](book *Ledger, in Stream[T], keep func(T) bool) Stream[T] {
	return func(yield func(Event[T]) bool) {
		for e := range in {
			if !keep(e.Value) {
				book.Filtered++
			} else if !yield(e) {
				return
			}
		}
	}
}

// Enrich adds to each event what a lookup table has under its key. An event
// whose key the table lacks is rejected.
func Enrich[T any, K comparable, V, U any](
	book *Ledger, in Stream[T], table map[K]V, key func(T) K, add func(T, V) U,
) Stream[U] {
	return func(yield func(Event[U]) bool) {
		for e := range in {
			if v, ok := table[key(e.Value)]; !ok {
				book.Rejected++
			} else if !yield(with(e, add(e.Value, v))) {
				return
			}
		}
	}
}

// Deliver sends events, given in order of event time, and gives them in order
// of arrival. It holds those that are on their way.
func Deliver[T any](in Stream[T]) Stream[T] {
	return func(yield func(Event[T]) bool) {
		var way heap[Event[T]]
		way.before = func(a, b Event[T]) bool {
			return a.Arrived() < b.Arrived() || a.Arrived() == b.Arrived() && a.ID < b.ID
		}
		for e := range in {
			for way.len() > 0 && way.items[0].Arrived() <= e.Time {
				if !yield(way.pop()) {
					return
				}
			}
			way.push(e)
		}
		for way.len() > 0 && yield(way.pop()) {
		}
	}
}

// InOrder gives the events in order of event time, and those of one time by
// ID. It holds each until the watermark has passed it: tolerance after it
// happened, on the clock of the newest event. An event that comes later still
// is dropped. When the stream ends, so does the wait.
func InOrder[T any](book *Ledger, in Stream[T], tolerance time.Duration) (Stream[T], error) {
	wait, err := span("tolerance", tolerance, 0)
	if err != nil {
		return nil, err
	}
	return func(yield func(Event[T]) bool) {
		var held heap[Event[T]]
		held.before = func(a, b Event[T]) bool { return a.Time < b.Time || a.Time == b.Time && a.ID < b.ID }
		var newest Time
		for e := range in {
			if e.Time < newest-wait {
				book.Dropped++
				continue
			}
			held.push(e)
			newest = max(newest, e.Time)
			for held.len() > 0 && held.items[0].Time < newest-wait {
				if !yield(held.pop()) {
					book.Open += held.len()
					return
				}
			}
		}
		for held.len() > 0 && yield(held.pop()) {
		}
		book.Open += held.len()
	}, nil
}
