package town

import (
	"fmt"
	"math"

	"tidemark/sim/event"
)

// A Machine of the plant, from 1.
type Machine int32

// String returns the machine's name, "M1" for 1.
func (m Machine) String() string { return fmt.Sprintf("M%d", int(m)) }

// A Pressure is what the sensor of a machine measures.
type Pressure struct {
	Machine Machine
	Bar     float64
}

// Of returns the machine: the key of a pressure.
func (p Pressure) Of() Machine { return p.Machine }

// Valid returns an error for a pressure that cannot be one.
func (p Pressure) Valid() error {
	if !event.Measurable(p.Bar) || p.Bar < 0 {
		return fmt.Errorf("town: pressure must be 0 to %v bar, got %v", event.MaxNumber, p.Bar)
	}
	return nil
}

// A Plant measures all its machines at every arrival of its traffic, exactly a
// gap apart. One of them may leak.
type Plant struct {
	Machines int
	Leaks    Machine    // zero is none
	From     event.Time // when it begins to
}

// What the machines run at, in bar. A leak loses leakRate a second.
const (
	normalBar = 200
	noiseBar  = 1
	leakRate  = 2
)

// Pressures returns what the sensors measure, to a tenth of a bar.
func (p Plant) Pressures(t Traffic) (event.Stream[Pressure], error) {
	if err := firstError(t.validate(), atLeast("machines", p.Machines)); err != nil {
		return nil, err
	}
	if p.Leaks < 0 || int(p.Leaks) > p.Machines {
		return nil, fmt.Errorf("town: leaking machine must be 0 to %d, got %d", p.Machines, p.Leaks)
	}
	return stream(t, 'p', func(w *world[Pressure]) { w.arrive, w.steady = p.measure, true }), nil
}

func (p Plant) measure(w *world[Pressure]) {
	for m := range Machine(p.Machines) {
		bar := normalBar + noiseBar*(2*w.Float64()-1)
		if m+1 == p.Leaks && w.now > p.From {
			bar -= leakRate * w.now.Sub(p.From).Seconds()
		}
		w.plan(0, Pressure{m + 1, max(math.Round(bar*10)/10, 0)})
	}
}
