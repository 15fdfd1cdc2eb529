package sim

import (
	"fmt"
	"iter"
	"slices"
	"sync"
)

// A Delivery is what arrives of a network's readings: rows in order of
// arrival. Any number of runs can share it, also at the same time. That of a
// large network makes its rows afresh for each run and takes no memory for them.
type Delivery struct {
	network Network
	faults  []Fault
	rows    map[Period][]Reading // by arrival; nil where the network makes them
	sound   *sound               // nil where it makes them afresh for each run
}

// Deliver sends the readings of the network. Without a fault each arrives once,
// in its own period; a reading that several faults hit suffers them in turn.
//
// Rows that arrive in the same period come in order of subscribers, and those
// that are late after those that are on time. A delay may reach past the last
// period: such rows are still on their way when a run ends.
func (n Network) Deliver(faults ...Fault) (*Delivery, error) {
	if err := n.accepts(faults); err != nil {
		return nil, err
	}
	return &Delivery{network: n, faults: slices.Clone(faults), sound: newSound(n)}, nil
}

// accepts returns an error unless the network and the faults make sense.
func (n Network) accepts(faults []Fault) error {
	if err := n.validate(); err != nil {
		return err
	}
	for _, f := range faults {
		if err := f.validate(n); err != nil {
			return err
		}
	}
	return nil
}

// DeliverRows delivers rows made by hand, which carry their arrival already.
// A zero field is a missing one; a row whose arrival is missing or earlier
// than its period, or that lies outside the network, is an error.
func (n Network) DeliverRows(rows []Reading) (*Delivery, error) {
	if err := n.validate(); err != nil {
		return nil, err
	}
	d := &Delivery{network: n, rows: map[Period][]Reading{}}
	for i, r := range rows {
		if err := n.accept(r); err != nil {
			return nil, fmt.Errorf("sim: row %d of %d: %w", i+1, len(rows), err)
		}
		d.rows[r.Arrival] = append(d.rows[r.Arrival], r)
	}
	return d, nil
}

// accept returns an error for a row that no run could count anywhere.
func (n Network) accept(r Reading) error {
	switch {
	case r.Subscriber < 0 || int(r.Subscriber) > n.Subscribers:
		return fmt.Errorf("subscriber must be at most %v, got %v", Subscriber(n.Subscribers), r.Subscriber)
	case r.Period < 0 || r.Period > n.Last():
		return fmt.Errorf("period must be at most %v, got %v", n.Last(), r.Period)
	case r.Arrival < 1 || r.Arrival < r.Period:
		return fmt.Errorf("arrival must be %v or later, got %v", max(r.Period, January), r.Arrival)
	case int(r.Region) > regionCount:
		return fmt.Errorf("region must be one of the %d, got %v", regionCount, r.Region)
	case r.Index.value > maxIndex || r.Index.value < -maxIndex:
		return fmt.Errorf("index must lie within %d of zero, got %v", int64(maxIndex), r.Index)
	}
	return nil
}

// Network returns the network whose readings are delivered.
func (d *Delivery) Network() Network { return d.network }

// Faults returns the faults on the way, none for rows made by hand.
func (d *Delivery) Faults() []Fault { return slices.Clone(d.faults) }

// Corrupted returns how many readings some fault hit.
func (d *Delivery) Corrupted() int {
	hit := 0
	for s := range Subscriber(d.network.Subscribers) {
		m := d.network.meter(s + 1)
		for p := January; p <= d.network.Last() && len(d.faults) > 0; p++ {
			r := Reading{Subscriber: s + 1, Period: p, Region: m.region}
			if anyHits(d.faults, &r) {
				hit++
			}
		}
	}
	return hit
}

// All returns the rows that arrive by the end of the last period, in order of
// arrival.
func (d *Delivery) All() iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		f, more := d.feed(), true
		for now := January; now <= d.network.Last() && more; now++ {
			f.arrive(now, func(rows []Reading) {
				for i := 0; i < len(rows) && more; i++ {
					more = yield(rows[i])
				}
			})
		}
	}
}

// Arrivals returns the periods of the network in order, each with the rows that
// arrive in it, which the loop may keep. It needs memory for the rows of one
// period.
func (d *Delivery) Arrivals() iter.Seq2[Period, []Reading] {
	return func(yield func(Period, []Reading) bool) {
		f := d.feed()
		for now := January; now <= d.network.Last(); now++ {
			var rows []Reading
			f.arrive(now, func(chunk []Reading) { rows = append(rows, chunk...) })
			if !yield(now, rows) {
				return
			}
		}
	}
}

// Sound readings of a small network are made once and kept for all its runs.
type sound struct {
	once     sync.Once
	byPeriod [][]Reading
}

// keptRows is the largest number of readings that are worth their memory, 256 KiB.
const keptRows = 1 << 13

func newSound(n Network) *sound {
	if n.Subscribers*n.Periods > keptRows {
		return nil
	}
	return new(sound)
}

// rows returns the sound readings by period. They must not be changed.
func (s *sound) rows(n Network) [][]Reading {
	s.once.Do(func() {
		meters := n.meters()
		s.byPeriod = make([][]Reading, n.Periods+1)
		for p := January; p <= n.Last(); p++ {
			s.byPeriod[p] = make([]Reading, n.Subscribers)
			n.readAll(s.byPeriod[p], meters, 0, p)
		}
	})
	return s.byPeriod
}

// cells returns the cells of a run that closes each window with its period.
func (d *Delivery) cells() Summary { return Windowing{}.run(d, new(windowState)).Cells }

// A feed hands the rows of a delivery to one run, period by period. It holds
// the counters of the network and the rows on their way, nothing else.
type feed struct {
	*Delivery
	meters  []meter // nil where the sound readings are kept
	transit map[Period][]Reading
	spare   [][]Reading // the room of rows that have arrived
	chunk   []Reading
	scratch []Reading
	sent    int
}

// chunkRows rows are handed over at a time: enough to make the call cheap, few
// enough to stay in the processor's cache.
const chunkRows = 512

func (d *Delivery) feed() *feed {
	f := &feed{Delivery: d}
	switch {
	case d.rows != nil:
		for _, rows := range d.rows {
			f.sent += len(rows)
		}
	case d.sound == nil:
		f.meters = d.network.meters()
		f.chunk = make([]Reading, min(chunkRows, d.network.Subscribers))
	}
	return f
}

// arrive hands the rows that arrive in period now to visit, in chunks that
// visit must neither keep nor change. Periods must be asked for in order.
func (f *feed) arrive(now Period, visit func([]Reading)) {
	if f.rows != nil {
		visit(f.rows[now])
		return
	}
	faults := f.faultsOf(now)
	f.measure(now, func(chunk []Reading) { f.suffer(chunk, faults, visit) })
	if rows, ok := f.transit[now]; ok {
		visit(rows)
		delete(f.transit, now)
		f.spare = append(f.spare, rows[:0])
	}
}

// measure hands the sound readings of period now to visit, in chunks.
func (f *feed) measure(now Period, visit func([]Reading)) {
	if f.sound != nil {
		visit(f.sound.rows(f.network)[now])
		return
	}
	for first := 0; first < len(f.meters); first += len(f.chunk) {
		chunk := f.chunk[:min(len(f.chunk), len(f.meters)-first)]
		f.network.readAll(chunk, f.meters, first, now)
		visit(chunk)
	}
}

// faultsOf returns the faults that can hit readings of period p.
func (f *feed) faultsOf(p Period) []Fault {
	var faults []Fault
	for _, fault := range f.faults {
		if fault.Period == 0 || fault.Period == p {
			faults = append(faults, fault)
		}
	}
	return faults
}

// suffer puts a chunk of sound readings through the faults. It hands on the
// stretches that no fault hits as they are, and what the faults leave of the
// others.
func (f *feed) suffer(chunk []Reading, faults []Fault, visit func([]Reading)) {
	f.sent += len(chunk)
	if len(faults) == 0 {
		visit(chunk)
		return
	}
	begin := 0
	for i := range chunk {
		r := &chunk[i]
		if !anyHits(faults, r) {
			continue
		}
		visit(chunk[begin:i])
		begin = i + 1
		rows := f.struck(r, faults)
		f.sent += len(rows) - 1
		f.send(rows, r.Arrival, visit)
	}
	visit(chunk[begin:])
}

func anyHits(faults []Fault, r *Reading) bool {
	for i := range faults {
		if faults[i].hits(r) {
			return true
		}
	}
	return false
}

// struck returns the rows that the faults leave of a reading, until the next
// call.
func (f *feed) struck(r *Reading, faults []Fault) []Reading {
	f.scratch = append(f.scratch[:0], *r)
	for i := range faults {
		if faults[i].hits(r) {
			f.scratch = faults[i].apply(f.scratch)
		}
	}
	return f.scratch
}

// send hands the rows that arrive in period now to visit and keeps the others on
// their way.
func (f *feed) send(rows []Reading, now Period, visit func([]Reading)) {
	for i, row := range rows {
		if row.Arrival == now {
			visit(rows[i : i+1])
			continue
		}
		if f.transit == nil {
			f.transit = map[Period][]Reading{}
		}
		waiting := f.transit[row.Arrival]
		if waiting == nil {
			waiting = f.room()
		}
		f.transit[row.Arrival] = append(waiting, row)
	}
}

// room returns room for rows on their way, that of rows which have arrived where
// there is any.
func (f *feed) room() []Reading {
	if n := len(f.spare); n > 0 {
		rows := f.spare[n-1]
		f.spare = f.spare[:n-1]
		return rows
	}
	return make([]Reading, 0, 64)
}

// inTransit returns how many rows have been sent and not arrived by period now.
func (f *feed) inTransit(now Period) int {
	waiting := f.transit
	if f.rows != nil {
		waiting = f.rows
	}
	n := 0
	for arrival, rows := range waiting {
		if arrival > now {
			n += len(rows)
		}
	}
	return n
}
