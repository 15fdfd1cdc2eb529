package event

import (
	"fmt"
	"iter"
	"slices"
	"time"
)

// Redeliver gives the events that a consumer of log gets. It commits its place
// in the log after every commit events. After each event whose number in the
// log, from 1, is in crashes it crashes, once, before it commits, and reads on
// from the place committed last: the events in between come again. This is
// delivery at least once.
func Redeliver[T any](log []Event[T], commit int, crashes ...int) (Stream[T], error) {
	if commit < 1 {
		return nil, fmt.Errorf("event: events between commits must be at least 1, got %d", commit)
	}
	for _, c := range crashes {
		if c < 1 || c > len(log) {
			return nil, fmt.Errorf("event: crash must be after one of the events 1 to %d, got %d", len(log), c)
		}
	}
	return func(yield func(Event[T]) bool) {
		ahead := slices.Clone(crashes)
		for next, committed := 0, 0; next < len(log); {
			if !yield(log[next]) {
				return
			}
			next++
			if i := slices.Index(ahead, next); i >= 0 {
				ahead = slices.Delete(ahead, i, i+1)
				next = committed
			} else if next%commit == 0 {
				committed = next
			}
		}
	}, nil
}

// Buckets collects events by arrival and gives each bucket's at its end, as a
// batch job gets them. The last bucket is given at its end too, when the stream
// ends before. Buckets begin at whole multiples of every since midnight; one
// that stays empty is left out.
func Buckets[T any](in Stream[T], every time.Duration) (iter.Seq2[Time, []Event[T]], error) {
	size, err := span("size of a bucket", every, time.Millisecond)
	if err != nil {
		return nil, err
	}
	return func(yield func(Time, []Event[T]) bool) {
		var bucket []Event[T]
		var end Time
		for e := range in {
			if e.Arrived() >= end && len(bucket) > 0 {
				if !yield(end, bucket) {
					return
				}
				bucket = nil
			}
			end = max(end, floor(e.Arrived(), size)+size)
			bucket = append(bucket, e)
		}
		if len(bucket) > 0 {
			yield(end, bucket)
		}
	}, nil
}

// Places gives the events of a log, and before each calls at with the event's
// place in it, from 1.
func Places[T any](log Stream[T], at func(place int)) Stream[T] {
	return func(yield func(Event[T]) bool) {
		place := 0
		for e := range log {
			place++
			if at(place); !yield(e) {
				return
			}
		}
	}
}
