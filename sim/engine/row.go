package engine

import (
	"fmt"
	"math/bits"
	"strconv"

	"tidemark/sim"
)

// A Row is a reading as it travels: one 64-bit number, the only kind of element besides a fraction
// and a truth value that a replayed stream can carry on every engine. From the lowest bit:
//
//	period 6, arrival 6, region 3, unit 1, form of the index 2, subscriber 17, index 28, parity 1
//
// With the parity bit the number of ones is even, so a row with one broken bit is known as broken.
type Row int64

// The largest values that fit a Row.
const (
	MaxPeriods     = 1<<6 - 1
	MaxSubscribers = 1<<17 - 1
	MaxIndex       = 1<<28 - 1
)

// Places of the parts of a row.
const (
	arrivalAt    = 6
	regionAt     = 12
	unitAt       = 15
	formAt       = 16
	subscriberAt = 18
	indexAt      = 35
	parityAt     = 63
)

// Forms of an index.
const (
	formMissing = iota
	formNumber
	formText
	formGarbled
)

// tickRegion marks a row that is no reading but the sender's word that a period of arrival begins.
const tickRegion = 7

// Encode packs a delivered reading. A reading with a value that does not fit is an error.
func Encode(r sim.Reading) (Row, error) {
	form, value := indexForm(r.Index)
	for _, part := range []struct {
		name       string
		value, max int64
	}{
		{"period", int64(r.Period), MaxPeriods},
		{"arrival", int64(r.Arrival), MaxPeriods},
		{"subscriber", int64(r.Subscriber), MaxSubscribers},
		{"index", value, MaxIndex},
	} {
		if part.value < 0 || part.value > part.max {
			return 0, fmt.Errorf("engine: %s must be 0 to %d to fit a row, got %d", part.name, part.max, part.value)
		}
	}
	return pack(r, form, value), nil
}

func pack(r sim.Reading, form uint64, value int64) Row {
	x := uint64(r.Period) | uint64(r.Arrival)<<arrivalAt | uint64(r.Region)<<regionAt |
		uint64(r.Unit)<<unitAt | form<<formAt | uint64(r.Subscriber)<<subscriberAt | uint64(value)<<indexAt
	return withParity(x)
}

func withParity(x uint64) Row {
	return Row(x | uint64(bits.OnesCount64(x)&1)<<parityAt)
}

// tick is the row that opens a period of arrival.
func tick(now sim.Period) Row {
	return withParity(uint64(now)<<arrivalAt | tickRegion<<regionAt)
}

// Decode unpacks a row. A row whose bits cannot be a reading is an error.
func (x Row) Decode() (sim.Reading, error) {
	r := sim.Reading{
		Period:     sim.Period(x.part(0, 6)),
		Arrival:    sim.Period(x.part(arrivalAt, 6)),
		Region:     sim.Region(x.part(regionAt, 3)),
		Unit:       sim.Unit(x.part(unitAt, 1)),
		Subscriber: sim.Subscriber(x.part(subscriberAt, 17)),
		Index:      indexOf(x.part(formAt, 2), int64(x.part(indexAt, 28))),
	}
	switch {
	case bits.OnesCount64(uint64(x))%2 != 0:
		return sim.Reading{}, fmt.Errorf("engine: row %016x has a broken bit", uint64(x))
	case int(r.Region) > len(sim.Regions()):
		return sim.Reading{}, fmt.Errorf("engine: row %016x must have one of %d regions, got %d", uint64(x), len(sim.Regions()), r.Region)
	case r.Arrival < max(r.Period, sim.January):
		return sim.Reading{}, fmt.Errorf("engine: row %016x must arrive in %v or later, got %v", uint64(x), max(r.Period, sim.January), r.Arrival)
	}
	return r, nil
}

// isTick reports whether the row opens a period of arrival, and which.
func (x Row) isTick() (now sim.Period, ok bool) {
	now = sim.Period(x.part(arrivalAt, 6))
	return now, x == tick(now)
}

func (x Row) part(at, width int) uint64 { return uint64(x) >> at & (1<<width - 1) }

func indexForm(x sim.Index) (form uint64, value int64) {
	value, readable := x.Int()
	switch {
	case x.Missing():
		return formMissing, 0
	case x.IsNumber():
		return formNumber, value
	case readable:
		return formText, value
	}
	return formGarbled, 0
}

func indexOf(form uint64, value int64) sim.Index {
	switch form {
	case formNumber:
		return sim.Number(value)
	case formText:
		return sim.Text(strconv.FormatInt(value, 10))
	case formGarbled:
		return sim.Text("unreadable")
	}
	return sim.Index{}
}
