package lateness

import (
	"fmt"

	"tidemark/sim"
)

// Fixed returns the world in which some readings are late by a fixed number of
// periods, as in the lessons, and the others on time: every delay has a chance
// of 1 or 0. Its monitor shows the usual quality. Of the faults only
// [sim.LateArrival] is a delay.
func Fixed(n sim.Network, history int, faults ...sim.Fault) (*World, error) {
	if err := (Setting{Network: n, History: history}).validate(); err != nil {
		return nil, err
	}
	delays, err := fixedDelays(n, faults)
	if err != nil {
		return nil, err
	}
	w, err := newWorld(n, history, "fixed")
	if err != nil {
		return nil, err
	}
	w.weather = weather{make([]float64, n.Periods+Horizon), make([]float64, n.Periods)}
	w.fill(func(s sim.Subscriber, p sim.Period) int { return delays[p-1][s-1] })
	w.late = func(s sim.Subscriber, p sim.Period) Curve { return certain(w.Delay(s, p)) }
	return w, nil
}

// fixedDelays returns the delays that the faults give, by period and
// subscriber.
func fixedDelays(n sim.Network, faults []sim.Fault) ([][]int, error) {
	for _, f := range faults {
		if f.Class != sim.LateArrival {
			return nil, fmt.Errorf("lateness: fault of a fixed delay must be %v, got %v", sim.LateArrival, f.Class)
		}
	}
	if _, err := n.Deliver(faults...); err != nil {
		return nil, err
	}
	longer := n
	longer.Periods += Horizon // so that rows of the last periods arrive, too
	d, err := longer.Deliver(faults...)
	if err != nil {
		return nil, err
	}
	delays := hopeless(longer)
	for r := range d.All() {
		delays[r.Period-1][r.Subscriber-1] = int(min(r.Arrival-r.Period, Horizon))
	}
	return delays, nil
}

// hopeless returns delays that are all too long to be told apart.
func hopeless(n sim.Network) [][]int {
	delays := make([][]int, n.Periods)
	for p := range delays {
		delays[p] = make([]int, n.Subscribers)
		for s := range delays[p] {
			delays[p][s] = Horizon
		}
	}
	return delays
}

// certain returns the curve of a delay that is known.
func certain(delay int) Curve {
	var c Curve
	for k := range min(delay, Horizon) {
		c[k] = 1
	}
	return c
}
