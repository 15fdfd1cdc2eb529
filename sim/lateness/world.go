package lateness

import "tidemark/sim"

// A World is a network with a delay for each of its readings, the law that
// they come from, and a line between the months of history and those held out.
type World struct {
	Network sim.Network
	History int    // months before the fit
	Law     string // its name
	Seed    int64  // of the weather and the delays

	weather
	groups []Group             // by subscriber
	size   [groups]int         // subscribers by slot of their group
	delays [][]uint8           // by period and subscriber
	counts [][groups]histogram // by period and slot
	late   func(s sim.Subscriber, p sim.Period) Curve
}

// groups is the number of groups.
const groups = 5 * types

// A histogram counts delays, Horizon and more in its last place.
type histogram [Horizon + 1]int

// Draw draws the delays of a setting. The same setting gives the same delays on
// every run. Settings that differ in nothing but the law share their random
// numbers: a reading that is likelier to be late under one of two laws is later
// under it, or as late.
func Draw(s Setting) (*World, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	w, err := newWorld(s.Network, s.History, s.Law.Name)
	if err != nil {
		return nil, err
	}
	w.Seed = s.Seed
	w.weather = newWeather(&s.Law, s.History, s.Network.Periods, s.Seed)
	curves := w.curvesOf(&s.Law)
	w.late = func(sub sim.Subscriber, p sim.Period) Curve { return curves[p-1][w.groups[sub-1].slot()] }
	rnd := random(s.Seed, delayStream)
	w.fill(func(sub sim.Subscriber, p sim.Period) int { return draw(rnd.Float64(), w.late(sub, p)) })
	return w, nil
}

// newWorld returns a world without delays.
func newWorld(n sim.Network, history int, law string) (*World, error) {
	january := n
	january.Periods = 1
	rows, err := january.Source()
	if err != nil {
		return nil, err
	}
	w := &World{Network: n, History: history, Law: law}
	for _, r := range rows {
		g := Group{r.Region, r.Type}
		w.groups = append(w.groups, g)
		w.size[g.slot()]++
	}
	return w, nil
}

// curvesOf returns the curves of a law by period and slot.
func (w *World) curvesOf(l *Law) [][groups]Curve {
	curves := make([][groups]Curve, w.Network.Periods)
	for p := range curves {
		for _, g := range Groups() {
			var h Hazards
			for k := range h {
				h[k] = l.hazard(g, k, w.quality[p+k])
			}
			curves[p][g.slot()] = h.Curve()
		}
	}
	return curves
}

// draw returns the delay that u, uniform from 0 to 1, has on a curve.
func draw(u float64, c Curve) int {
	k := 0
	for k < Horizon && u < c[k] {
		k++
	}
	return k
}

// fill sets every delay, period by period.
func (w *World) fill(delay func(sim.Subscriber, sim.Period) int) {
	w.delays = make([][]uint8, w.Network.Periods)
	w.counts = make([][groups]histogram, w.Network.Periods)
	for p := range w.delays {
		w.delays[p] = make([]uint8, len(w.groups))
		for i, g := range w.groups {
			k := delay(sim.Subscriber(i+1), sim.Period(p+1))
			w.delays[p][i] = uint8(k)
			w.counts[p][g.slot()][k]++
		}
	}
}

// First returns the first held-out period, in which the estimate is fitted.
func (w *World) First() sim.Period { return sim.Period(w.History + 1) }

// Delay returns the delay of a reading in periods; [Horizon] stands for that
// and everything longer. It panics outside of the network, as an index does.
func (w *World) Delay(s sim.Subscriber, p sim.Period) int { return int(w.delays[p-1][s-1]) }

// Later returns how many readings of a group and period are more than k periods
// late, for k up to Horizon-1.
func (w *World) Later(g Group, p sim.Period, k int) int {
	n := 0
	for _, late := range w.counts[p-1][g.slot()][k+1:] {
		n += late
	}
	return n
}

// AllLater returns how many readings of a period are more than k periods late,
// for k up to Horizon-1.
func (w *World) AllLater(p sim.Period, k int) int {
	n := 0
	for _, g := range Groups() {
		n += w.Later(g, p, k)
	}
	return n
}

// Size returns how many subscribers a group has.
func (w *World) Size(g Group) int { return w.size[g.slot()] }

// Regions returns the regions that have subscribers, in declared order.
func (w *World) Regions() []sim.Region {
	var regions []sim.Region
	for _, r := range sim.Regions() {
		if w.Size(Group{r, sim.Residential})+w.Size(Group{r, sim.Commercial}) > 0 {
			regions = append(regions, r)
		}
	}
	return regions
}

// Quality returns the network's quality in a period, which nobody sees.
func (w *World) Quality(p sim.Period) float64 { return w.quality[p-1] }

// Monitor returns what the monitor shows of the quality in a period.
func (w *World) Monitor(p sim.Period) float64 { return w.monitor[p-1] }

// Truth returns the crowds of a cell with the curves from which their delays
// were drawn. It knows the quality of the months to come, so no estimate can
// quite reach it.
func (w *World) Truth(r sim.Region, p sim.Period) []Crowd {
	var crowds []Crowd
	for i, g := range w.groups {
		if g.Region == r {
			crowds = join(crowds, w.late(sim.Subscriber(i+1), p))
		}
	}
	return crowds
}

// join adds a reading to the crowd of those with its curve.
func join(crowds []Crowd, c Curve) []Crowd {
	for i := range crowds {
		if crowds[i].Late == c {
			crowds[i].Readings++
			return crowds
		}
	}
	return append(crowds, Crowd{1, c})
}

// Deliver sends the readings of the world through the network, each with its
// delay, for a run over windows. Those that are later than can be told apart
// arrive Horizon periods late.
func (w *World) Deliver() (*sim.Delivery, error) {
	rows, err := w.Network.Source()
	if err != nil {
		return nil, err
	}
	for i := range rows {
		r := &rows[i]
		r.Arrival = r.Period + sim.Period(w.Delay(r.Subscriber, r.Period))
	}
	return w.Network.DeliverRows(rows)
}
