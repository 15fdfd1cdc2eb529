package town

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"tidemark/sim/event"
)

// A Zone of the town, from 1.
type Zone uint8

// String returns the zone's name, "Z1" for 1.
func (z Zone) String() string { return fmt.Sprintf("Z%d", int(z)) }

// A Request is a passenger's for a taxi.
type Request struct {
	Passenger int
	Zone      Zone
}

// From returns where the passenger waits: the key of a request.
func (r Request) From() Zone { return r.Zone }

// An Offer is a driver's to take a passenger.
type Offer struct {
	Driver int
	Zone   Zone
}

// From returns where the driver is: the key of an offer.
func (o Offer) From() Zone { return o.Zone }

// A Taxi rank gets requests and offers from all zones.
type Taxi struct{ Zones int }

func (x Taxi) validate(t Traffic) error {
	if x.Zones < 1 || x.Zones > 255 {
		return fmt.Errorf("town: zones must be 1 to 255, got %d", x.Zones)
	}
	return t.validate()
}

// Requests returns the requests, each of another passenger.
func (x Taxi) Requests(t Traffic) (event.Stream[Request], error) {
	if err := x.validate(t); err != nil {
		return nil, err
	}
	return stream(t, 'r', func(w *world[Request]) {
		n := 0
		w.arrive = func(w *world[Request]) {
			n++
			w.plan(0, Request{n, Zone(1 + w.IntN(x.Zones))})
		}
	}), nil
}

// Offers returns the offers, each of another driver.
func (x Taxi) Offers(t Traffic) (event.Stream[Offer], error) {
	if err := x.validate(t); err != nil {
		return nil, err
	}
	return stream(t, 'o', func(w *world[Offer]) {
		n := 0
		w.arrive = func(w *world[Offer]) {
			n++
			w.plan(0, Offer{n, Zone(1 + w.IntN(x.Zones))})
		}
	}), nil
}

// Waits makes a ride of the first pair in which both are still free, and returns
// how long each passenger waited for the driver, the shortest first. A driver
// who was there already is no wait.
func Waits(pairs iter.Seq[event.Pair[Request, Offer]]) []time.Duration {
	passengers, drivers := map[int]bool{}, map[int]bool{}
	var waits []time.Duration
	for p := range pairs {
		passenger, driver := p.Left.Value.Passenger, p.Right.Value.Driver
		if !passengers[passenger] && !drivers[driver] {
			passengers[passenger], drivers[driver] = true, true
			waits = append(waits, max(p.Right.Time.Sub(p.Left.Time), 0))
		}
	}
	slices.Sort(waits)
	return waits
}
