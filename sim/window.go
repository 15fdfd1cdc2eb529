package sim

import "fmt"

// Windowing runs the pipeline over tumbling windows of one period in event
// time. A window stays open for Tolerance more periods than its own and is then
// closed and written, once. A row whose window is closed is a late record and
// is dropped. The zero Windowing closes each window with its period and never
// loses its state.
//
// The tolerance is what the field calls bounded out-of-orderness: a delay of
// the watermark. It is not allowed lateness, under which a window is written
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

// Run runs the windows over a delivery. When the stream ends the watermark
// moves past the last period, and the windows still open are written then.
//
// Its state grows with what it carries, about 16 bytes for a row in an open
// window and 8 for a last index, and never with the rows read.
func (w Windowing) Run(d *Delivery) (*WindowResult, error) {
	if err := w.validate(d.network); err != nil {
		return nil, err
	}
	run := newWindowRun(d.network, w)
	f := d.feed()
	last := d.network.Last()
	for now := January; now <= last; now++ {
		if now == w.ResetAt {
			run.last.lose()
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
	return &run.WindowResult, nil
}

// A windowRun is a run over windows under way.
type windowRun struct {
	WindowResult
	policy Windowing
	open   []window // by period
	rows   int      // in open windows
	last   indexes
	seen   bitset  // subscribers in the window that is being closed
	free   []*page // of windows that were closed
}

func newWindowRun(n Network, w Windowing) *windowRun {
	return &windowRun{
		WindowResult: WindowResult{written: make([]Period, n.Periods+1), Trace: make([]Step, 0, n.Periods)},
		policy:       w,
		open:         make([]window, n.Periods+1),
		last:         newIndexes(n),
		seen:         newBitset(n.Subscribers + 1),
	}
}

// A window holds the rows of one open period, in order of arrival.
type window struct{ pages []*page }

// A page holds some rows of a window, so that a window grows without copying
// and a closed one leaves its room to the next.
type page struct {
	n    int
	rows [pageRows]waiting
}

const pageRows = 256

// A waiting row is what a window has to remember of a reading.
type waiting struct {
	index      int64
	subscriber Subscriber
	region     Region
	form       form
	complete   bool
	late       bool
}

// take puts rows into their windows and drops those whose window is closed. A
// row without a period belongs to no window and is screened out at once.
func (run *windowRun) take(rows []Reading, now Period) {
	run.RowsRead += len(rows)
	closed := run.policy.Watermark(now)
	for i := range rows {
		switch r := &rows[i]; {
		case r.Period == 0:
			run.Screened++
		case r.Period < closed:
			run.LateDropped++
		default:
			run.wait(r)
		}
	}
}

// wait puts r into the window of its period.
func (run *windowRun) wait(r *Reading) {
	w := &run.open[r.Period]
	if n := len(w.pages); n == 0 || w.pages[n-1].n == pageRows {
		w.pages = append(w.pages, run.page())
	}
	p := w.pages[len(w.pages)-1]
	p.rows[p.n] = waiting{r.Index.value, r.Subscriber, r.Region, r.Index.form, r.complete(), r.Arrival > r.Period}
	p.n++
	run.rows++
}

// page returns an empty page, an old one if there is any.
func (run *windowRun) page() *page {
	if n := len(run.free); n > 0 {
		p := run.free[n-1]
		run.free = run.free[:n-1]
		p.n = 0
		return p
	}
	return new(page)
}

// held returns the carried state, in entries.
func (run *windowRun) held() int { return run.rows + run.last.held }

// close writes the cells of window p in period now and forgets its rows.
func (run *windowRun) close(p, now Period) {
	var cells regionTotals
	clear(run.seen)
	for _, page := range run.open[p].pages {
		for i := range page.rows[:page.n] {
			run.process(&page.rows[i], p, &cells)
		}
		run.rows -= page.n
	}
	run.free = append(run.free, run.open[p].pages...)
	run.open[p] = window{}
	for _, r := range cells.order {
		run.Cells.add(Cell{r, p}, cells.m3[r])
		run.written[p] = now
	}
}

// process puts one row of window p through the stages from screen to summary.
func (run *windowRun) process(r *waiting, p Period, cells *regionTotals) {
	switch {
	case !r.complete:
		run.Screened++
		return
	case !run.seen.add(int(r.subscriber)):
		run.Duplicates++
		return
	}
	run.count(r.late)
	index, readable := Index{r.index, r.form}.Int()
	last, found := run.last.at(r.subscriber)
	if readable && found {
		cells.add(r.region, index-last)
	} else if p > January {
		run.Uncomputable++
	}
	if readable {
		run.last.set(r.subscriber, index)
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
