package sim

import "fmt"

// A Network is the metering network: who is measured, for how long, and the
// seed that all its numbers come from.
type Network struct {
	Subscribers int   // at least 1
	Periods     int   // months from 2026-01, at least 1
	Seed        int64 // any
}

// Default returns the network of the lessons: 200 subscribers and 12 periods,
// 2,400 readings, seed 20260218.
func Default() Network { return Network{Subscribers: 200, Periods: 12, Seed: 20260218} }

// The largest network that a run accepts: what its counters can hold and
// about what a machine can.
const (
	maxSubscribers = 100_000_000
	maxPeriods     = 1200
)

// Last returns the last period of the network.
func (n Network) Last() Period { return Period(n.Periods) }

func (n Network) validate() error {
	if n.Subscribers < 1 || n.Subscribers > maxSubscribers {
		return fmt.Errorf("sim: subscribers must be 1 to %d, got %d", maxSubscribers, n.Subscribers)
	}
	if n.Periods < 1 || n.Periods > maxPeriods {
		return fmt.Errorf("sim: periods must be 1 to %d, got %d", maxPeriods, n.Periods)
	}
	return nil
}

// within returns an error unless p is a period of the network.
func (n Network) within(what string, p Period) error {
	if p < 1 || p > n.Last() {
		return fmt.Errorf("sim: %s must be %v to %v, got %v", what, January, n.Last(), p)
	}
	return nil
}

// Source returns the sound readings: one for each subscriber and period, by
// subscriber and then by period, in cubic metres, with no arrival yet.
func (n Network) Source() ([]Reading, error) {
	if err := n.validate(); err != nil {
		return nil, err
	}
	rows := make([]Reading, n.Subscribers*n.Periods)
	period, meters := make([]Reading, n.Subscribers), n.meters()
	for p := range n.Periods {
		n.readAll(period, meters, 0, Period(p+1))
		for s, r := range period {
			r.Arrival = 0
			rows[s*n.Periods+p] = r
		}
	}
	return rows, nil
}

// Baseline returns the cells of the sound readings, each delivered on time and
// once: what every run is compared with. It needs memory for the subscribers,
// not for their readings.
func (n Network) Baseline() (Summary, error) {
	d, err := n.Deliver()
	if err != nil {
		return Summary{}, err
	}
	return d.cells(), nil
}

// regions returns for each Region whether the network has a subscriber there.
func (n Network) regions() (has [regionCount + 1]bool) {
	for s := range Subscriber(n.Subscribers) {
		has[n.meter(s+1).region] = true
	}
	return has
}

// A meter is a subscriber's counter.
type meter struct {
	index  int32 // m3
	region Region
	kind   Type
}

// meter returns the counter of s as it stands before the first period. Its
// draws, in this order, are the region, the type and the first index, 10000 to
// 69999 m3.
func (n Network) meter(s Subscriber) meter {
	g := newLCG(n.Seed + 37*int64(s-1))
	return meter{
		region: East + Region(g.draw(uint64(regionCount))),
		kind:   Residential + Type(g.draw(2)),
		index:  int32(10000 + g.draw(60000)),
	}
}

// meters returns the counters of all subscribers.
func (n Network) meters() []meter {
	meters := make([]meter, n.Subscribers)
	for i := range meters {
		meters[i] = n.meter(Subscriber(i + 1))
	}
	return meters
}

// readAll moves the counters from the first one on by their consumption of p, 4
// to 49 m3, and reads them, as many as rows has room for. Readings arrive in
// their own period. Periods must be read in order.
func (n Network) readAll(rows []Reading, meters []meter, first int, p Period) {
	for i := range rows {
		m := &meters[first+i]
		g := newLCG(n.Seed + 101*int64(first+i) + 7*int64(p-1))
		m.index += int32(4 + g.draw(46))
		r := &rows[i]
		r.Subscriber, r.Period, r.Arrival = Subscriber(first+i+1), p, p
		r.Region, r.Type, r.Unit = m.region, m.kind, CubicMetre
		r.Index.value, r.Index.form = int64(m.index), number
	}
}

// An lcg is a linear congruential generator of 32 bits whose seed goes through
// the finaliser of MurmurHash3 first, so that seeds which lie close together
// give unlike draws. Multiplier and increment are those of Numerical Recipes.
//
// Do not change it and do not replace it by math/rand/v2: every number in the
// lessons comes from here, and stays the same in every version of Go.
type lcg uint32

func newLCG(seed int64) lcg {
	x := uint32(seed^seed>>16) * 2246822507
	x = (x ^ x>>13) * 3266489909
	return lcg(x ^ x>>16)
}

// draw returns the next value from 0 to n-1, for n up to 1<<32. It is the
// integer part of n times a fraction of 32 bits, taken without rounding.
func (g *lcg) draw(n uint64) uint64 {
	*g = *g*1664525 + 1013904223
	return uint64(*g) * n >> 32
}
