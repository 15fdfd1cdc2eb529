package sim

import (
	"fmt"
	"slices"
)

// Windowing runs the pipeline over tumbling windows of one period in event
// time. A window stays open for Tolerance more periods than its own and is then
// closed and written, once. A row whose window is closed is a late record and
// is dropped. The zero Windowing closes each window with its period and never
// loses its state.
//
// The watermark is an assertion of the source, not a fact: no row of a closed
// window is expected any more, and one that comes all the same is late. The
// tolerance is what the field calls bounded out-of-orderness: a delay of the
// watermark. It is not allowed lateness, under which a window is written
// on time and again for each late record; here a window has one firing.
type Windowing struct {
	Tolerance int    // periods, at least 0
	ResetAt   Period // the period at whose start the last indexes are lost, a restart without a checkpoint; zero is never
}

// Watermark returns the newest period whose window is closed at the end of
// period now; 0 or less is none.
func (w Windowing) Watermark(now Period) Period {
	return Period(max(int64(now)-int64(w.Tolerance), -1))
}

func (w Windowing) validate(n Network) error {
	if w.Tolerance < 0 {
		return fmt.Errorf("sim: tolerance must be at least 0 periods, got %d", w.Tolerance)
	}
	if w.ResetAt != 0 {
		return n.within("period of the lost state", w.ResetAt)
	}
	return nil
}

// A WindowResult is what one run over windows wrote and what it cost.
type WindowResult struct {
	Cells        Summary
	RowsRead     int
	CarriedState int // most entries held at once: rows in open windows plus last indexes
	Uncomputable int // rows after the first period that were counted without a consumption
	Ledger
	Trace []Step // a step for each period

	written []Period // by period
}

// Written returns the period in which the cells of period p were written (the
// time of the on-time pane), zero if there are none.
func (r *WindowResult) Written(p Period) Period {
	if p < 1 || int(p) >= len(r.written) {
		return 0
	}
	return r.written[p]
}

// SetWritten records when the cells of period p were written, for a run that
// another engine made. It does nothing for a period before the first.
func (r *WindowResult) SetWritten(p, now Period) {
	if p < 1 {
		return
	}
	if n := int(p) + 1 - len(r.written); n > 0 {
		r.written = append(r.written, make([]Period, n)...)
	}
	r.written[p] = now
}

// Run runs the windows over a delivery. When the stream ends the watermark
// moves past the last period, and the windows still open are written then.
//
// Its state grows with what it carries, about 16 bytes for a row in an open
// window and 16 for a last index, and never with the rows read.
func (w Windowing) Run(d *Delivery) (*WindowResult, error) {
	if err := w.validate(d.network); err != nil {
		return nil, err
	}
	return w.run(d, new(windowState)), nil
}

// run runs windows that are known to be valid, in the room of an earlier run
// where there is one.
func (w Windowing) run(d *Delivery, room *windowState) *WindowResult {
	run := newWindowRun(d.network, w, room)
	f := d.feed()
	last := d.network.Last()
	for now := January; now <= last; now++ {
		if now == w.ResetAt {
			run.loseIndexes()
		}
		f.arrive(now, func(rows []Reading) { run.take(rows, now) })
		run.CarriedState = max(run.CarriedState, run.held())
		run.Trace = append(run.Trace, Step{now, run.RowsRead, run.held()})
		if mark := w.Watermark(now); mark >= January {
			run.close(mark, now)
		}
	}
	for p := max(w.Watermark(last)+1, January); p <= last; p++ {
		run.close(p, last)
	}
	run.Sent, run.InTransit = f.sent, f.inTransit(last)
	return &run.WindowResult
}

// A windowRun is a run over windows under way.
type windowRun struct {
	WindowResult
	*windowState
	policy  Windowing
	network Network
	rows    int // in open windows
	indexes int // last indexes known
}

// A windowState is what a run over windows carries from period to period.
type windowState struct {
	open  [][]waiting // by period
	spare [][]waiting // the room of windows that were closed, for the next to open
	keyed []keyed     // by subscriber
}

// A keyed state is what the run knows of one subscriber.
type keyed struct {
	index int64  // last index
	seen  Period // the last window in which the subscriber was seen
	known bool   // whether there is a last index
}

func newWindowRun(n Network, w Windowing, room *windowState) *windowRun {
	room.clear(n)
	result := WindowResult{written: make([]Period, n.Periods+1), Trace: make([]Step, 0, n.Periods)}
	result.Cells.reserve(n.Periods * regionCount)
	return &windowRun{
		WindowResult: result,
		windowState:  room,
		policy:       w,
		network:      n,
	}
}

// clear makes the state that of a run over n which has not begun.
func (s *windowState) clear(n Network) {
	s.open = resized(s.open, n.Periods+1)
	s.keyed = resized(s.keyed, n.Subscribers+1)
}

// resized returns n zeroes, in the room of s where that is enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// loseIndexes forgets the last index of every subscriber.
func (run *windowRun) loseIndexes() {
	clear(run.keyed)
	run.indexes = 0
}

// A waiting row is what a window has to remember of a reading.
type waiting struct {
	index      int64
	subscriber Subscriber
	region     Region
	complete   bool // every field is there
	readable   bool // the index reads as a number
	late       bool // it arrived after its period
}

// set remembers r. Field by field it is three times as fast as in one piece.
func (w *waiting) set(r *Reading) {
	w.index = r.Index.value
	w.subscriber = r.Subscriber
	w.region = r.Region
	w.complete = r.complete()
	w.readable = r.Index.form == number || r.Index.form == text
	w.late = r.Arrival > r.Period
}

// take puts rows into their windows, a stretch of the same period at a time.
func (run *windowRun) take(rows []Reading, now Period) {
	run.RowsRead += len(rows)
	closed := run.policy.Watermark(now)
	for len(rows) > 0 {
		p, n := rows[0].Period, 1
		for n < len(rows) && rows[n].Period == p {
			n++
		}
		run.place(rows[:n], p, closed)
		rows = rows[n:]
	}
}

// place puts rows of period p into its window and drops them if it is closed.
// Rows without a period belong to no window and are screened out at once.
func (run *windowRun) place(rows []Reading, p, closed Period) {
	switch {
	case p == 0:
		run.Screened += len(rows)
	case p < closed:
		run.LateDropped += len(rows)
	default:
		run.wait(rows, p)
	}
}

// wait lets rows wait in the open window of period p.
func (run *windowRun) wait(rows []Reading, p Period) {
	w := run.open[p]
	if w == nil {
		w = run.room()
	}
	n := len(w)
	w = slices.Grow(w, len(rows))[:n+len(rows)]
	to := w[n:]
	for i := range to {
		to[i].set(&rows[i])
	}
	run.open[p] = w
	run.rows += len(rows)
}

// room returns an empty window, the room of a closed one if there is any. A
// window mostly gets a row from each subscriber.
func (run *windowRun) room() []waiting {
	if n := len(run.spare); n > 0 {
		w := run.spare[n-1]
		run.spare = run.spare[:n-1]
		return w
	}
	return make([]waiting, 0, run.network.Subscribers)
}

// held returns the carried state, in entries.
func (run *windowRun) held() int { return run.rows + run.indexes }

// close writes the cells of window p in period now and forgets its rows.
func (run *windowRun) close(p, now Period) {
	var cells regionTotals
	w := run.open[p]
	for i := range w {
		run.process(&w[i], p, &cells)
	}
	run.forget(p)
	for _, r := range cells.order {
		run.Cells.add(Cell{r, p}, cells.m3[r])
		run.written[p] = now
	}
}

// forget empties window p and keeps its room.
func (run *windowRun) forget(p Period) {
	if w := run.open[p]; w != nil {
		run.rows -= len(w)
		run.spare = append(run.spare, w[:0])
		run.open[p] = nil
	}
}

// process puts one row of window p through the stages from screen to summary.
func (run *windowRun) process(r *waiting, p Period, cells *regionTotals) {
	if !r.complete {
		run.Screened++
		return
	}
	k := &run.keyed[r.subscriber]
	if k.seen == p {
		run.Duplicates++
		return
	}
	k.seen = p
	run.count(r.late)
	if r.readable && k.known {
		cells.add(r.region, r.index-k.index)
	} else if p > January {
		run.Uncomputable++
	}
	if r.readable {
		run.remember(k, r.index)
	}
}

// remember makes index the last one that is known.
func (run *windowRun) remember(k *keyed, index int64) {
	k.index = index
	if !k.known {
		k.known = true
		run.indexes++
	}
}

// regionTotals are the cells of one period, in the order in which their regions
// were first seen.
type regionTotals struct {
	m3    [regionCount + 1]int64
	has   [regionCount + 1]bool
	order []Region
}

func (t *regionTotals) add(r Region, m3 int64) {
	if !t.has[r] {
		t.has[r] = true
		t.order = append(t.order, r)
	}
	t.m3[r] += m3
}
