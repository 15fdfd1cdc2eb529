package engine

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/teststream"

	"tidemark/sim"
)

// day is how long a period lasts on the engine's clocks, in milliseconds. Beam's Go SDK has windows
// of a fixed length and none of a calendar month, so a period stands for a day.
const day = 24 * 60 * 60 * 1000

// middle is the event time of the readings of a period.
func middle(p sim.Period) int64 { return int64(p-1)*day + day/2 }

// end is the first moment after a period.
func end(p sim.Period) int64 { return int64(p) * day }

// periodAt is the period of a moment of event time.
func periodAt(t mtime.Time) sim.Period { return sim.Period(int64(t)/day + 1) }

// A burst is a stretch of rows of the same period that arrive one after the other.
type burst struct {
	period sim.Period
	rows   []int64
}

// A rowLog holds the rows of a delivery by period of arrival, in order of arrival.
type rowLog [][]burst

// newLog encodes a delivery. Of every flip-th row one bit is broken on the way; with 0 of none.
func newLog(d *sim.Delivery, flip int) (rowLog, error) {
	if flip < 0 {
		return nil, fmt.Errorf("engine: every how many rows a bit breaks must be at least 0, got %d", flip)
	}
	n := d.Network()
	if n.Periods > MaxPeriods || n.Subscribers > MaxSubscribers {
		return nil, fmt.Errorf("engine: network must have at most %d periods and %d subscribers to fit the rows, got %d and %d",
			MaxPeriods, MaxSubscribers, n.Periods, n.Subscribers)
	}
	l, count := make(rowLog, n.Periods+1), 0
	for r := range d.All() {
		x, err := Encode(r)
		if err != nil {
			return nil, err
		}
		if count++; flip > 0 && count%flip == 0 {
			x ^= 1 << indexAt
		}
		l.append(r, x)
	}
	return l, nil
}

func (l rowLog) append(r sim.Reading, x Row) {
	bursts := &l[r.Arrival]
	p := r.Period
	if p == 0 { // no window is its own; it travels with those of its arrival
		p = r.Arrival
	}
	if n := len(*bursts); n == 0 || (*bursts)[n-1].period != p {
		*bursts = append(*bursts, burst{period: p})
	}
	b := &(*bursts)[len(*bursts)-1]
	b.rows = append(b.rows, int64(x))
}

// rows counts the rows that arrive in period from and later.
func (l rowLog) rows(from sim.Period) int {
	n := 0
	for _, bursts := range l[from:] {
		for _, b := range bursts {
			n += len(b.rows)
		}
	}
	return n
}

// replay makes the stream of the log from the rows that arrive in period from. After each period of
// arrival the watermark follows, held back by lag periods; at the end it passes everything. The
// engine lets every event of the stream take its full effect before it plays the next.
func (l rowLog) replay(from sim.Period, lag int) (teststream.Config, error) {
	c := teststream.NewConfig()
	for now := from; int(now) < len(l); now++ {
		for _, b := range l.step(now) {
			if err := c.AddElementList(middle(b.period), b.rows); err != nil {
				return c, fmt.Errorf("engine: rows that arrive in %v: %w", now, err)
			}
		}
		if mark := (sim.Windowing{Tolerance: lag}).Watermark(now); mark >= sim.January {
			c.AdvanceWatermark(end(mark))
		}
	}
	c.AdvanceWatermarkToInfinity()
	return c, nil
}

// step gives what arrives in period now, its tick first.
func (l rowLog) step(now sim.Period) []burst {
	return append([]burst{{now, []int64{int64(tick(now))}}}, l[now]...)
}

// flat gives the rows that arrive in period from and later, and their ticks, one after the other.
func (l rowLog) flat(from sim.Period) []int64 {
	var rows []int64
	for now := from; int(now) < len(l); now++ {
		for _, b := range l.step(now) {
			rows = append(rows, b.rows...)
		}
	}
	return rows
}
