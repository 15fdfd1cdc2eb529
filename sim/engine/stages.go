package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/timers"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"tidemark/sim"
)

func init() {
	register.DoFn3x0[int64, func(int64, int64), func(int64)](&decode{})
	register.DoFn3x0[int64, func(*int64) bool, func(int64, int64)](&clean{})
	register.DoFn5x1[state.Provider, timers.Provider, int64, int64, func(int64, int64), error](&consume{})
	register.DoFn2x0[int64, int64](&write{})
	register.DoFn1x0[int64](&bury{})
	register.Emitter1[int64]()
	register.Emitter2[int64, int64]()
	register.Iter1[int64]()
}

// decode keys the rows by subscriber, and puts those that are none of ours aside.
type decode struct{ Run int64 }

func (f *decode) ProcessElement(x int64, keyed func(int64, int64), dead func(int64)) {
	w := watchOf(f.Run)
	if now, ok := Row(x).isTick(); ok {
		w.tick(now)
		return
	}
	r, err := Row(x).Decode()
	switch {
	case err != nil:
		w.count(undecodable, 1)
		dead(x)
	case r.Period == 0:
		w.count(withoutPeriod, 1) // no window is its own
	default:
		w.arrive(r)
		keyed(int64(r.Subscriber), x)
	}
}

// bury keeps the rows of the dead-letter output.
type bury struct{ Run int64 }

func (f *bury) ProcessElement(x int64) { watchOf(f.Run).bury(Row(x)) }

// clean is the two first stages, on what a window gives out for one subscriber.
type clean struct{ Run int64 }

func (f *clean) ProcessElement(subscriber int64, rows func(*int64) bool, emit func(int64, int64)) {
	var group []int64
	for x := int64(0); rows(&x); {
		group = append(group, x)
	}
	w := watchOf(f.Run)
	w.open(periodOf(group[0]), len(group))
	for _, x := range cleaned(w, group) {
		emit(subscriber, x)
	}
}

// cleaned screens the rows of a subscriber and period and keeps the first. An engine gives out a
// group in any order, so the first is the one that arrived first.
func cleaned(w *watch, group []int64) []int64 {
	slices.SortFunc(group, func(a, b int64) int {
		return cmp.Or(cmp.Compare(reading(a).Arrival, reading(b).Arrival), cmp.Compare(a, b))
	})
	readings := make([]sim.Reading, len(group))
	for i, x := range group {
		readings[i] = reading(x)
	}
	whole, missing := sim.Screen(readings)
	first, repeated := sim.Dedupe(whole)
	w.count(screened, missing)
	w.count(duplicates, repeated)
	return slices.DeleteFunc(group, func(x int64) bool {
		if len(first) == 0 || reading(x) != first[0] {
			return true
		}
		first = first[1:]
		return false
	})
}

// reading decodes a row that was decoded before.
func reading(x int64) sim.Reading {
	r, _ := Row(x).Decode()
	return r
}

func periodOf(x int64) sim.Period { return reading(x).Period }

// consume subtracts the last index of the subscriber. It lives in the global window, because an
// engine keeps state by key and window: in a window of one period there is no period before. A
// reading waits until the watermark passes its period, so readings are taken in order of periods also
// where several windows close at once.
type consume struct {
	Run     int64
	Waiting state.Bag[int64]
	Last    state.Value[lastIndex]
	Due     timers.EventTime
}

// A lastIndex is the keyed state of a subscriber.
type lastIndex struct {
	Index int64
	Known bool
	Life  int // the number of losses before it was written; with another loss it is gone
}

func newConsume(run int64) *consume {
	return &consume{
		Run:     run,
		Waiting: state.MakeBagState[int64]("waiting"),
		Last:    state.MakeValueState[lastIndex]("last"),
		Due:     timers.InEventTime("due"),
	}
}

func (f *consume) ProcessElement(sp state.Provider, tp timers.Provider, subscriber, x int64, _ func(int64, int64)) error {
	p := periodOf(x)
	f.Due.Set(tp, lastMoment(p), timers.WithTag(p.String()))
	return f.Waiting.Add(sp, x)
}

// lastMoment is the last millisecond of a period, when its window ends.
func lastMoment(p sim.Period) time.Time { return time.UnixMilli(end(p) - 1) }

// OnTimer is called when the watermark has passed a period.
func (f *consume) OnTimer(_ context.Context, due beam.EventTime, sp state.Provider, _ timers.Provider, subscriber int64, _ timers.Context, emit func(int64, int64)) error {
	rows, err := takeUntil(sp, &f.Waiting, periodAt(mtime.Time(due)))
	if err != nil || len(rows) == 0 {
		return err
	}
	return consumeAll(sp, &f.Last, watchOf(f.Run), subscriber, rows, emit)
}

// takeUntil takes the rows of periods up to p out of the bag, in order of periods.
func takeUntil(sp state.Provider, bag *state.Bag[int64], p sim.Period) ([]int64, error) {
	rows, _, err := bag.Read(sp)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b int64) int { return cmp.Compare(periodOf(a), periodOf(b)) })
	n := 0
	for n < len(rows) && periodOf(rows[n]) <= p {
		n++
	}
	if n == 0 {
		return nil, nil
	}
	err = bag.Clear(sp)
	for i := n; i < len(rows) && err == nil; i++ {
		err = bag.Add(sp, rows[i])
	}
	return rows[:n], err
}

// consumeAll takes readings of one subscriber in order, and keeps the last index.
func consumeAll(sp state.Provider, keep *state.Value[lastIndex], w *watch, subscriber int64, rows []int64, emit func(int64, int64)) error {
	last, _, err := keep.Read(sp)
	if err != nil {
		return err
	}
	if life := w.lives(); last.Life != life {
		last = lastIndex{Life: life}
	}
	for _, x := range rows {
		last.take(w, reading(x), emit)
	}
	if !last.Known {
		return nil
	}
	w.remember(subscriber)
	return keep.Write(sp, last)
}

// take emits the consumption of a reading, if there is one, and remembers its index.
func (last *lastIndex) take(w *watch, r sim.Reading, emit func(int64, int64)) {
	if r.Arrival > r.Period {
		w.count(late, 1)
	} else {
		w.count(onTime, 1)
	}
	index, readable := r.Index.Int()
	if readable && last.Known {
		emit(cellKey(sim.Cell{Region: r.Region, Period: r.Period}), index-last.Index)
	} else if r.Period > sim.January {
		w.count(uncomputable, 1)
	}
	if readable {
		last.Index, last.Known = index, true
	}
}

// cellKey is the key under which the consumption of a cell is summed up.
func cellKey(c sim.Cell) int64 { return int64(c.Period)<<8 | int64(c.Region) }

func cellOf(key int64) sim.Cell {
	return sim.Cell{Region: sim.Region(key & 0xff), Period: sim.Period(key >> 8)}
}

// write puts a cell where it is served from: a write with a key, which may come again.
type write struct{ Run int64 }

func (f *write) ProcessElement(key, m3 int64) { watchOf(f.Run).write(cellOf(key), m3) }
