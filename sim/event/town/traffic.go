package town

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tidemark/sim/event"
)

// Traffic says how many events there are, how fast they come and how long they
// are on their way.
type Traffic struct {
	Seed  uint64
	Count int           // events
	Start event.Time    // after which the first happens; zero is 12:00:00
	Gap   time.Duration // mean time from one arrival to the next, of a visitor, a customer, a call
	Late  float64       // share of the events that are held up on their way, 0 to 1
	Delay time.Duration // longest time that one is held up
}

func (t Traffic) validate() error {
	switch {
	case t.Count < 0:
		return fmt.Errorf("town: count must not be negative, got %d", t.Count)
	case t.Start < 0:
		return fmt.Errorf("town: start must not be negative, got %d ms", int64(t.Start))
	case t.Gap < time.Millisecond || t.Gap > 1000*time.Hour:
		return fmt.Errorf("town: gap must be 1ms to 1000h, got %v", t.Gap)
	case !(t.Late >= 0 && t.Late <= 1):
		return fmt.Errorf("town: late share must be 0 to 1, got %v", t.Late)
	case t.Delay < 0 || t.Delay > 1000*time.Hour:
		return fmt.Errorf("town: delay must be 0 to 1000h, got %v", t.Delay)
	case t.Late > 0 && t.Delay < time.Millisecond:
		return fmt.Errorf("town: delay must be at least 1ms where some are late, got %v", t.Delay)
	}
	return nil
}

func (t Traffic) start() event.Time { return cmp.Or(t.Start, event.At(12, 0, 0)) }

// atLeast returns an error unless n is 1 or more.
func atLeast(what string, n int) error {
	if n < 1 {
		return fmt.Errorf("town: %s must be at least 1, got %d", what, n)
	}
	return nil
}

// firstError returns the first of some errors.
func firstError(errs ...error) error {
	i := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if i < 0 {
		return nil
	}
	return errs[i]
}

// A world is a town under simulation: arrivals that come at random, and what
// they lead to.
type world[T any] struct {
	*rand.Rand
	traffic Traffic
	now     event.Time
	planned []event.Event[T] // by time
	id      event.ID

	steady  bool                                  // arrivals come exactly a gap apart
	arrive  func(*world[T])                       // plans what an arrival leads to
	happens func(*world[T], T)                    // plans what an event leads to; may be nil
	delay   func(*world[T], T) (until event.Time) // when an event arrives; may be nil
}

// stream gives the events of worlds made by begin, each range those of a fresh
// one, in order of arrival.
func stream[T any](t Traffic, salt uint64, begin func(*world[T])) event.Stream[T] {
	return event.Deliver(func(yield func(event.Event[T]) bool) {
		w := &world[T]{Rand: rand.New(rand.NewPCG(t.Seed, salt)), traffic: t, now: t.start(), delay: (*world[T]).heldUp}
		begin(w)
		w.run(yield)
	})
}

func (w *world[T]) run(yield func(event.Event[T]) bool) {
	arrival := w.now + w.gap()
	for int(w.id) < w.traffic.Count {
		if len(w.planned) == 0 || arrival < w.planned[0].Time {
			w.now = arrival
			arrival += w.gap()
			w.arrive(w)
			continue
		}
		e := w.planned[0]
		w.planned = w.planned[1:]
		w.id++
		w.now, e.ID = e.Time, w.id
		e.Arrival = w.delay(w, e.Value)
		if w.happens != nil {
			w.happens(w, e.Value)
		}
		if !yield(e) {
			return
		}
	}
}

// gap draws the time to the next arrival, at least a millisecond.
func (w *world[T]) gap() event.Time {
	if w.steady {
		return event.Time(w.traffic.Gap.Milliseconds())
	}
	return 1 + event.Time(w.ExpFloat64()*float64(w.traffic.Gap.Milliseconds()-1))
}

// plan makes v happen after a while, after what is planned for then already.
func (w *world[T]) plan(after time.Duration, v T) {
	at := w.now.Add(after)
	i, _ := slices.BinarySearchFunc(w.planned, at+1, func(e event.Event[T], t event.Time) int { return cmp.Compare(e.Time, t) })
	w.planned = slices.Insert(w.planned, i, event.Event[T]{Time: at, Value: v})
}

// between draws a duration, in whole milliseconds, both ends included.
func (w *world[T]) between(lo, hi time.Duration) time.Duration {
	return lo + time.Duration(w.Int64N(int64((hi-lo)/time.Millisecond)+1))*time.Millisecond
}

// heldUp draws when an event arrives that happens now.
func (w *world[T]) heldUp(T) event.Time {
	if w.Float64() >= w.traffic.Late {
		return w.now
	}
	return w.now.Add(w.between(time.Millisecond, w.traffic.Delay))
}
