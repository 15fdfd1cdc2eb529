package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// A Subscriber is the number of a subscriber, from 1. The zero Subscriber is
// a missing field.
type Subscriber int32

// String returns the subscriber's name, "A001" for 1.
func (s Subscriber) String() string { return fmt.Sprintf("A%03d", int(s)) }

// A Region is a part of the network. The zero Region is a missing field.
type Region uint8

// The five regions, in the order in which the source declares them.
const (
	East Region = 1 + iota
	West
	North
	South
	Central
)

var regionNames = [...]string{"none", "east", "west", "north", "south", "central"}

const regionCount = len(regionNames) - 1

// Regions returns the regions in declared order.
func Regions() []Region { return []Region{East, West, North, South, Central} }

// String returns the region's name in lower case.
func (r Region) String() string { return name("Region", int(r), regionNames[:]) }

// ParseRegion finds a region by its name.
func ParseRegion(s string) (Region, error) {
	for i, n := range regionNames[1:] {
		if n == s {
			return Region(i + 1), nil
		}
	}
	return 0, fmt.Errorf("sim: region must be one of %s, got %q", strings.Join(regionNames[1:], ", "), s)
}

// A Type is a kind of subscriber. The zero Type is a missing field; no stage
// needs it.
type Type uint8

// The two types, in the order in which the source declares them.
const (
	Residential Type = 1 + iota
	Commercial
)

var typeNames = [...]string{"none", "residential", "commercial"}

// String returns the type's name in lower case.
func (t Type) String() string { return name("Type", int(t), typeNames[:]) }

// A Unit is the unit that a reading's label names. The zero Unit is a missing
// field.
type Unit uint8

// CubicMetre is the only unit that the network writes on its labels, also on
// those of readings that are in litres: see [UnitChanged].
const CubicMetre Unit = 1

var unitNames = [...]string{"none", "m3"}

// String returns the unit as the label has it.
func (u Unit) String() string { return name("Unit", int(u), unitNames[:]) }

// name returns names[i], or the number with its kind where there is no name.
func name(kind string, i int, names []string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, i)
	}
	return names[i]
}

// An Index is the value of a counter as it came off the wire: a number in a
// sound reading, a text after [TypeDrift], missing after [SchemaChanged]. The
// zero Index is missing.
type Index struct {
	value int64
	form  form
}

type form uint8

const (
	missing form = iota
	number
	text    // a text that reads as a number
	garbled // a text that does not
)

// maxIndex is the largest counter value either way. The sum over a network of
// any size that a run accepts stays far inside 64 bits.
const maxIndex = 1 << 40

// Number returns the Index of a sound reading: a counter value in the unit of
// its reading.
func Number(value int64) Index { return Index{value, number} }

// Text returns the Index that is the text s. Of a text that does not read as
// a whole number only that fact is kept.
func Text(s string) Index {
	value, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return Index{form: garbled}
	}
	return Index{value, text}
}

// Int returns the counter value and whether there is one: numbers and texts
// of digits have one.
func (x Index) Int() (value int64, ok bool) {
	return x.value, x.form == number || x.form == text
}

// scaled returns the value times factor, unreadable where that is more than a
// counter can show.
func (x Index) scaled(factor int64) Index {
	if x.value > maxIndex/factor || x.value < -maxIndex/factor {
		return Index{form: garbled}
	}
	x.value *= factor
	return x
}

// Missing reports whether the reading came without a counter value.
func (x Index) Missing() bool { return x.form == missing }

// IsNumber reports whether the value came as a number.
func (x Index) IsNumber() bool { return x.form == number }

// String returns a number as its digits, a text in quotes, and "missing" or
// "unreadable" where there is no value.
func (x Index) String() string {
	switch x.form {
	case number:
		return strconv.FormatInt(x.value, 10)
	case text:
		return strconv.Quote(strconv.FormatInt(x.value, 10))
	case garbled:
		return "unreadable"
	}
	return "missing"
}

// A Reading is one row: the state of one subscriber's counter at the end of
// one period. It takes 32 bytes and holds no pointers, so ten million of them
// are cheap.
type Reading struct {
	Subscriber Subscriber
	Period     Period // event time
	Arrival    Period // processing time; zero until the row is delivered
	Region     Region
	Type       Type
	Unit       Unit
	Index      Index
}

// complete reports whether every field that the stages need is there.
func (r *Reading) complete() bool {
	return r.Subscriber != 0 && r.Period != 0 && r.Region != 0 && r.Unit != 0 && !r.Index.Missing()
}

// key is what makes a reading unique.
type key struct {
	subscriber Subscriber
	period     Period
}

func (r Reading) key() key { return key{r.Subscriber, r.Period} }
