package town

import (
	"slices"
	"time"

	"tidemark/sim/event"
)

// Ride returns twelve taps on a phone in a train, one every 35 seconds from
// 12:00:20 on. Three of them are made in tunnels, the third and the fourth in
// one and the eighth in another, and arrive delay later; the others arrive at
// once. A delay of less than nothing is none.
func Ride(delay time.Duration) []event.Event[Tap] {
	const taps, apart = 12, 35 * time.Second
	tunnels := []int{3, 4, 8}
	var ride []event.Event[Tap]
	for i := 1; i <= taps; i++ {
		made := event.At(12, 0, 20).Add(time.Duration(i-1) * apart)
		tap := event.Event[Tap]{ID: event.ID(i), Time: made, Arrival: made, Value: Tap{1}}
		if slices.Contains(tunnels, i) {
			tap.Arrival = made.Add(max(delay, 0))
		}
		ride = append(ride, tap)
	}
	return slices.Collect(event.Deliver(slices.Values(ride)))
}
