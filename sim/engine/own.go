package engine

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/timers"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"tidemark/sim"
)

func init() {
	register.DoFn5x1[state.Provider, timers.Provider, int64, int64, func(int64, int64), error](&own{})
}

// own is the window, the stages and the keyed state in one function of the global window. It decides
// itself what is late, and counts it: a row whose period it has closed.
type own struct {
	Run     int64
	Until   sim.Period // the last period: the timers stop there, or they would run to the end of time
	Waiting state.Bag[int64]
	Last    state.Value[lastIndex]
	Closed  state.Value[int64] // the newest period that is closed
	Next    timers.EventTime
}

func newOwn(run int64, until sim.Period) *own {
	return &own{
		Run:     run,
		Until:   until,
		Waiting: state.MakeBagState[int64]("waiting"),
		Last:    state.MakeValueState[lastIndex]("last"),
		Closed:  state.MakeValueState[int64]("closed"),
		Next:    timers.InEventTime("next"),
	}
}

func (f *own) ProcessElement(sp state.Provider, tp timers.Provider, _, x int64, _ func(int64, int64)) error {
	closed, known, err := f.Closed.Read(sp)
	if err != nil {
		return err
	}
	if !known { // the first row of this subscriber
		f.Next.Set(tp, lastMoment(sim.January))
	}
	if int64(periodOf(x)) <= closed {
		watchOf(f.Run).count(droppedLate, 1)
		return nil
	}
	return f.Waiting.Add(sp, x)
}

// OnTimer closes a period and sets the timer again for the next. Without that a subscriber that sends
// nothing in a period has nothing to close it, and its late row is taken.
func (f *own) OnTimer(_ context.Context, due beam.EventTime, sp state.Provider, tp timers.Provider, subscriber int64, _ timers.Context, emit func(int64, int64)) error {
	p := periodAt(mtime.Time(due))
	if p < f.Until {
		f.Next.Set(tp, lastMoment(p+1))
	}
	if err := f.Closed.Write(sp, int64(p)); err != nil {
		return err
	}
	rows, err := takeUntil(sp, &f.Waiting, p)
	if err != nil || len(rows) == 0 {
		return err
	}
	w := watchOf(f.Run)
	w.open(p, len(rows))
	return consumeAll(sp, &f.Last, w, subscriber, cleaned(w, rows), emit)
}
