package event

import (
	"fmt"
	"iter"
)

// An ID names an event. An event that is delivered twice has the same ID both
// times. The zero ID is none.
type ID uint64

// An Event is one thing that happened.
type Event[T any] struct {
	ID      ID
	Time    Time // event time: when it happened
	Arrival Time // processing time: when the pipeline got it; zero is at once
	Value   T    // what happened
}

// A Stream gives events one at a time, in order of arrival unless it says
// otherwise. It need not end.
type Stream[T any] = iter.Seq[Event[T]]

// Valid returns an error for an event that belongs to no window: one without a
// time, one outside the times that can be counted, or one that arrives before
// it happens. A clock that is ahead would otherwise pull the watermark after
// it and make all other events late.
func (e Event[T]) Valid() error {
	switch {
	case e.Time == 0:
		return fmt.Errorf("event: time must be set, got none for event %d", e.ID)
	case e.Time < 0 || e.Time > maxTime:
		return fmt.Errorf("event: time must be 1 to %d ms, got %d for event %d", int64(maxTime), int64(e.Time), e.ID)
	case e.Arrival != 0 && e.Arrival < e.Time:
		return fmt.Errorf("event: arrival must be %v or later, got %v for event %d", e.Time, e.Arrival, e.ID)
	case e.Arrival > maxTime:
		return fmt.Errorf("event: arrival must be at most %d ms, got %d for event %d", int64(maxTime), int64(e.Arrival), e.ID)
	}
	return nil
}

// Arrived returns when the pipeline got the event.
func (e Event[T]) Arrived() Time { return max(e.Arrival, e.Time) }

// with returns the event with another value.
func with[T, U any](e Event[T], v U) Event[U] { return Event[U]{e.ID, e.Time, e.Arrival, v} }
