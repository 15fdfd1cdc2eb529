package sim

import (
	"fmt"
	"iter"
	"slices"
)

// A Delivery is what arrives of a network's readings: rows in order of
// arrival. It makes its rows afresh for each run, so it takes no memory for
// them, and any number of runs can share it, also at the same time.
type Delivery struct {
	network Network
	faults  []Fault
	rows    map[Period][]Reading // by arrival; nil where the network makes them
}

// Deliver sends the readings of the network. Without a fault each arrives once,
// in its own period; a reading that several faults hit suffers them in turn.
//
// Rows that arrive in the same period come in order of subscribers, and those
// that are late after those that are on time. A delay may reach past the last
// period: such rows are still on their way when a run ends.
func (n Network) Deliver(faults ...Fault) (*Delivery, error) {
	if err := n.validate(); err != nil {
		return nil, err
	}
	for _, f := range faults {
		if err := f.validate(n); err != nil {
			return nil, err
		}
	}
	return &Delivery{network: n, faults: slices.Clone(faults)}, nil
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
			if slices.ContainsFunc(d.faults, func(f Fault) bool { return f.hits(r) }) {
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

// A feed hands the rows of a delivery to one run, period by period. It holds
// the counters of the network and the rows on their way, nothing else.
type feed struct {
	*Delivery
	meters  []meter
	transit map[Period][]Reading
	chunk   []Reading
	scratch []Reading
	sent    int
}

// chunkRows rows are handed over at a time: enough to make the call cheap, few
// enough to stay in the processor's cache.
const chunkRows = 512

func (d *Delivery) feed() *feed {
	f := &feed{Delivery: d, transit: map[Period][]Reading{}}
	if d.rows != nil {
		for _, rows := range d.rows {
			f.sent += len(rows)
		}
		return f
	}
	f.chunk = make([]Reading, 0, min(chunkRows, d.network.Subscribers))
	f.meters = make([]meter, d.network.Subscribers)
	for i := range f.meters {
		f.meters[i] = d.network.meter(Subscriber(i + 1))
	}
	return f
}

// arrive hands the rows that arrive in period now to visit, in chunks that
// visit must not keep. Periods must be asked for in order.
func (f *feed) arrive(now Period, visit func([]Reading)) {
	if f.rows != nil {
		visit(f.rows[now])
		return
	}
	faults := f.faultsOf(now)
	for i := range f.meters {
		r := f.network.read(&f.meters[i], Subscriber(i+1), now)
		r.Arrival = now
		if len(faults) > 0 {
			f.suffer(r, faults)
		} else {
			f.sent++
			f.chunk = append(f.chunk, r)
		}
		if len(f.chunk) >= chunkRows {
			visit(f.chunk)
			f.chunk = f.chunk[:0]
		}
	}
	visit(f.chunk)
	f.chunk = f.chunk[:0]
	visit(f.transit[now])
	delete(f.transit, now)
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

// suffer puts r through the faults and sends what is left of it: what arrives
// at once into the chunk, the rest on its way.
func (f *feed) suffer(r Reading, faults []Fault) {
	rows := append(f.scratch[:0], r)
	for _, fault := range faults {
		if fault.hits(r) {
			rows = fault.apply(rows)
		}
	}
	f.scratch = rows
	f.sent += len(rows)
	for _, row := range rows {
		if row.Arrival == r.Arrival {
			f.chunk = append(f.chunk, row)
		} else {
			f.transit[row.Arrival] = append(f.transit[row.Arrival], row)
		}
	}
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
