package event

import (
	"errors"
	"fmt"
	"iter"
)

// A Timing says why a result was written.
type Timing uint8

const (
	OnTime    Timing = iota // the window's first: the watermark reached its end
	Late                    // a correction: an event came after it was written
	Retracted               // a session that has become part of a longer one
)

// String returns the timing in lower case.
func (t Timing) String() string {
	names := [...]string{"on time", "late", "retracted"}
	if int(t) >= len(names) {
		return fmt.Sprintf("Timing(%d)", t)
	}
	return names[t]
}

// A Result is the value of one key in one window.
type Result[K comparable, A any] struct {
	Window Window
	Key    K
	Value  A
	Timing Timing
	At     Time // processing time at which it was written; none if only the stream's end wrote it
}

// Aggregate groups events by window and key, folds each group to one value and
// gives it when the watermark reaches the window's end. Results come by window
// end, and within a window the key seen first comes first.
//
// What is held follows the open windows, not the events: a value for each slice
// and key, or for each session. Each range over the results is a run of its
// own.
func Aggregate[T any, K comparable, A any](
	book *Ledger, in Stream[T], w Windows, key func(T) K, fold Fold[T, A],
) (iter.Seq[Result[K, A]], error) {
	if _, err := NewAggregator(book, w, key, fold, func(Result[K, A]) {}); err != nil {
		return nil, err
	}
	return func(yield func(Result[K, A]) bool) {
		more := true
		a, _ := NewAggregator(book, w, key, fold, func(r Result[K, A]) { more = more && yield(r) })
		for e := range in {
			if a.Add(e); !more {
				break
			}
		}
		if w.Flush && more {
			a.Flush()
		}
		book.Open += a.Open()
	}, nil
}

// MostHeld returns how many values windows hold at most while a stream goes by,
// a count of events for each key. The stream has to end.
func MostHeld[T any, K comparable](in Stream[T], w Windows, key func(T) K) (most int, err error) {
	a, err := NewAggregator(new(Ledger), w, key, Count[T](), func(Result[K, int]) {})
	if err != nil {
		return 0, err
	}
	for e := range in {
		a.Add(e)
		most = max(most, a.Held())
	}
	return most, nil
}

// An Aggregator is [Aggregate] one event at a time, with a state that can be
// saved and restored between any two events.
type Aggregator[T any, K comparable, A any] struct {
	windows Windows
	grid    grid
	book    *Ledger
	key     func(T) K
	fold    Fold[T, A]
	emit    func(Result[K, A])

	newest    Time // event time
	watermark Time
	now       Time // processing time
	keeper    keeper[T, K, A]
}

// A keeper holds the open windows of one kind.
type keeper[T any, K comparable, A any] interface {
	add(k K, e Event[T]) fate
	advance()  // to the watermark: writes the windows that end by then
	announce() // that all that is open is written now, and may be again
	open() int
	held() int
	save(*State[K, A])
	restore(State[K, A]) error
}

// A fate is what becomes of an event when it comes.
type fate uint8

const (
	waits   fate = iota // for its windows, all of them
	late                // for the rest of its windows, or a correction
	dropped             // none of its windows takes it any more
)

// NewAggregator returns an aggregator that counts in book where events go, and
// hands its results to emit.
func NewAggregator[T any, K comparable, A any](
	book *Ledger, w Windows, key func(T) K, fold Fold[T, A], emit func(Result[K, A]),
) (*Aggregator[T, K, A], error) {
	g, err := w.grid()
	if err != nil {
		return nil, err
	}
	if book == nil || key == nil || fold.Add == nil || fold.Merge == nil || emit == nil {
		return nil, errors.New("event: aggregation needs a ledger, a key, a fold with Add and Merge, and a place for results, got nil")
	}
	a := &Aggregator[T, K, A]{windows: w, grid: g, book: book, key: key, fold: fold, emit: emit}
	a.keeper = a.newKeeper()
	return a, nil
}

func (a *Aggregator[T, K, A]) newKeeper() keeper[T, K, A] {
	if a.windows.Kind == SessionKind {
		return newSessions(a)
	}
	return &slicing[T, K, A]{a: a}
}

// Add takes an event in and writes the windows that are complete with it. The
// event is judged by the watermark that it finds, not by the one that it
// leaves. An event that is not [Event.Valid] is rejected.
func (a *Aggregator[T, K, A]) Add(e Event[T]) { a.add(e) }

func (a *Aggregator[T, K, A]) add(e Event[T]) (f fate) {
	if e.Valid() != nil {
		a.book.Rejected++
		return dropped
	}
	a.now = max(a.now, e.Arrived())
	if f = a.keeper.add(a.key(e.Value), e); f == dropped {
		a.book.Dropped++
	}
	if e.Time > a.newest {
		a.newest = e.Time
		if mark := e.Time - a.grid.tolerance; mark > a.watermark {
			a.watermark = mark
			a.keeper.advance()
		}
	}
	return f
}

// BeforeFlush returns the state of a stream that is about to be flushed and may
// have grown when it is read again. An aggregator that goes on from it loses no
// event: it writes again what Flush writes, and where that is a session that has
// become longer, retracts it.
func (a *Aggregator[T, K, A]) BeforeFlush() State[K, A] {
	a.keeper.announce()
	return a.State()
}

// Flush ends the stream: no event will come any more, so the watermark passes
// all windows, and those still open are written.
func (a *Aggregator[T, K, A]) Flush() {
	a.now, a.newest, a.watermark = 0, endOfTime, endOfTime
	a.keeper.advance()
}

// Watermark returns the time before which everything has arrived, none at
// first.
func (a *Aggregator[T, K, A]) Watermark() Time { return a.watermark }

// Open returns how many events wait for a window to be written.
func (a *Aggregator[T, K, A]) Open() int { return a.keeper.open() }

// Held returns how many values are held: one for each slice of open windows and
// key in it, or for each session.
func (a *Aggregator[T, K, A]) Held() int { return a.keeper.held() }

// A State is what an [Aggregator] has to remember between two events. It can
// be written as JSON.
type State[K comparable, A any] struct {
	Windows   Windows
	Newest    Time // event time seen
	Watermark Time
	Now       Time // processing time
	Slices    []SliceState[K, A]
	Sessions  []SessionState[K, A]
}

// State returns the state, which shares nothing with the aggregator.
func (a *Aggregator[T, K, A]) State() State[K, A] {
	s := State[K, A]{Windows: a.windows, Newest: a.newest, Watermark: a.watermark, Now: a.now}
	a.keeper.save(&s)
	return s
}

// Restore goes on from a state that was taken under the same windows. After an
// error the aggregator is as it was.
func (a *Aggregator[T, K, A]) Restore(s State[K, A]) error {
	if s.Windows != a.windows {
		return fmt.Errorf("event: state must be of %+v, got %+v", a.windows, s.Windows)
	}
	if s.Newest < 0 || s.Watermark < 0 || s.Watermark > s.Newest || s.Newest > endOfTime {
		return fmt.Errorf("event: state must have a watermark between 0 and the newest event, got %d and %d",
			int64(s.Watermark), int64(s.Newest))
	}
	k := a.newKeeper()
	if err := k.restore(s); err != nil {
		return err
	}
	a.keeper, a.newest, a.watermark, a.now = k, s.Newest, s.Watermark, s.Now
	return nil
}
