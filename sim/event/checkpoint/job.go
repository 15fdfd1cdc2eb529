package checkpoint

import (
	"errors"
	"fmt"
	"time"

	"tidemark/sim/event"
)

// A Job runs windows over a log and survives being killed.
//
// After every Every events it saves its place in the log and its state in one
// checkpoint. Started again, it reads on from that place with that state, so
// each event counts once however often it is read. The results that it had
// written after the checkpoint are written again; a sink that goes by window and
// key, like [event.Table], takes no harm. So are those that only the end of the
// log wrote, with what has come since where the log has grown.
type Job[T any, K comparable, A any] struct {
	Store   *Store
	Every   int // events between two checkpoints, at least 1
	Windows event.Windows
	Key     func(T) K
	Fold    event.Fold[T, A]
	Valid   func(T) error // as for [event.Screen]; may be nil
	Memory  time.Duration // as for [event.Dedupe]; 0 keeps duplicates
}

// A Sink takes the results of a job.
type Sink[K comparable, A any] interface {
	Put(event.Result[K, A]) error
	Sync() error // returns once all results would survive a power cut
}

// A Progress is the state of a job between two events, as its checkpoints
// hold it.
type Progress[K comparable, A any] struct {
	Place  int // events of the log that have been processed
	Book   event.Ledger
	State  event.State[K, A]
	Memory event.MemoryState
}

// Run processes the log from where the newest checkpoint says to its end, and
// returns the ledger of the whole log. A log gives the same events each time;
// it may have grown since.
func (j Job[T, K, A]) Run(log event.Stream[T], to Sink[K, A]) (event.Ledger, error) {
	if j.Store == nil || to == nil || j.Every < 1 {
		return event.Ledger{}, fmt.Errorf("checkpoint: job needs a store, a sink and at least 1 event between checkpoints, got %d", j.Every)
	}
	run := &running[T, K, A]{job: j, to: to}
	if err := run.resume(); err != nil {
		return event.Ledger{}, err
	}
	at := 0
	for e := range log {
		if at++; at <= run.place {
			continue
		}
		run.take(e)
		if run.place%j.Every == 0 {
			run.save(run.agg.State())
		}
		if run.err != nil {
			return run.book, run.err
		}
	}
	if at < run.place {
		return run.book, fmt.Errorf("checkpoint: log must have the %d events processed before, got %d", run.place, at)
	}
	return run.end()
}

// A running is a job under way.
type running[T any, K comparable, A any] struct {
	job    Job[T, K, A]
	to     Sink[K, A]
	place  int
	book   event.Ledger
	memory *event.Memory
	agg    *event.Aggregator[T, K, A]
	err    error // the first
}

// resume begins where the newest checkpoint says.
func (r *running[T, K, A]) resume() (err error) {
	j := r.job
	emit := func(result event.Result[K, A]) {
		if r.err == nil {
			r.err = r.to.Put(result)
		}
	}
	if r.agg, err = event.NewAggregator(&r.book, j.Windows, j.Key, j.Fold, emit); err != nil {
		return err
	}
	if j.Memory != 0 {
		if r.memory, err = event.NewMemory(j.Memory); err != nil {
			return err
		}
	}
	var p Progress[K, A]
	found, err := j.Store.Load(&p)
	if err != nil || found.Number == 0 {
		return err
	}
	r.place, r.book = p.Place, p.Book
	if r.memory != nil {
		err = r.memory.Restore(p.Memory)
	}
	return errors.Join(err, r.agg.Restore(p.State))
}

func (r *running[T, K, A]) take(e event.Event[T]) {
	r.place++
	r.book.In++
	switch {
	case e.Valid() != nil || r.job.Valid != nil && r.job.Valid(e.Value) != nil:
		r.book.Rejected++
	case r.memory == nil || r.memory.Pass(&r.book, e.ID, e.Time):
		r.agg.Add(e)
	}
}

// save makes the results safe and then the state. In the other order a crash
// in between would lose results.
func (r *running[T, K, A]) save(state event.State[K, A]) {
	if r.err != nil {
		return
	}
	p := Progress[K, A]{Place: r.place, Book: r.book, State: state}
	if r.memory != nil {
		p.Memory = r.memory.State()
	}
	if r.err = r.to.Sync(); r.err == nil {
		r.err = r.job.Store.Save(p)
	}
}

// end saves the state before it flushes the windows: in the one after, no event
// could come any more.
func (r *running[T, K, A]) end() (event.Ledger, error) {
	if r.job.Windows.Flush {
		r.save(r.agg.BeforeFlush())
		r.agg.Flush()
		if r.err == nil {
			r.err = r.to.Sync()
		}
	} else {
		r.save(r.agg.State())
	}
	book := r.book
	book.Open = r.agg.Open()
	return book, r.err
}
