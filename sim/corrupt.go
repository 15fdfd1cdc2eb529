package sim

import (
	"fmt"
	"math"
	"strings"
)

// A Corruption is a class of things that go wrong between a meter and the
// pipeline. The zero Corruption is none.
type Corruption uint8

// The six classes, in the order in which the source declares them.
const (
	LateArrival      Corruption = 1 + iota // the reading arrives some periods late
	Duplicated                             // the reading arrives twice
	SchemaChanged                          // the index field has another name: it is missing
	UnitChanged                            // litres under a label that still says m3
	MissingPartition                       // the rows are never written
	TypeDrift                              // the index is a text
)

var corruptionNames = [...]string{
	"none", "late_arrival", "duplicated", "schema_changed", "unit_changed", "missing_partition", "type_drift",
}

// Corruptions returns the six classes in declared order.
func Corruptions() []Corruption {
	return []Corruption{LateArrival, Duplicated, SchemaChanged, UnitChanged, MissingPartition, TypeDrift}
}

// String returns the name of the class as the lessons print it, "late_arrival".
func (c Corruption) String() string { return name("Corruption", int(c), corruptionNames[:]) }

// ParseCorruption finds a class by its name.
func ParseCorruption(s string) (Corruption, error) {
	for i, n := range corruptionNames[1:] {
		if n == s {
			return Corruption(i + 1), nil
		}
	}
	return 0, fmt.Errorf("sim: corruption must be one of %s, got %q", strings.Join(corruptionNames[1:], ", "), s)
}

// A Fault is a Corruption of some readings. Its zero fields choose all: the
// Fault{Class: TypeDrift} turns every index of the network into a text.
type Fault struct {
	Class       Corruption
	Period      Period     // event time of the readings; zero is every period
	First, Last Subscriber // the subscribers, both included; zero is from the first, to the last
	Region      Region     // zero is every region
	Delay       int        // how many periods later the readings arrive; for LateArrival only
}

// In returns the fault of the lessons for class c in period p: 40 subscribers
// one period late, 60 subscribers twice, the north missing, or everyone
// with the index renamed, in litres or as text.
func (c Corruption) In(p Period) Fault {
	f := Fault{Class: c, Period: p}
	switch c {
	case LateArrival:
		f.Last, f.Delay = 40, 1
	case Duplicated:
		f.Last = 60
	case MissingPartition:
		f.Region = North
	}
	return f
}

// Late returns the fault of the window lesson: the readings of 2026-07 of
// subscribers A001 to A040 arrive delay periods late.
func Late(delay int) Fault {
	f := LateArrival.In(July)
	f.Delay = delay
	return f
}

func (f Fault) validate(n Network) error {
	switch {
	case f.Class < LateArrival || f.Class > TypeDrift:
		return fmt.Errorf("sim: corruption must be one of %s, got %v", strings.Join(corruptionNames[1:], ", "), f.Class)
	case f.Delay < 0:
		return fmt.Errorf("sim: delay must be at least 0 periods, got %d", f.Delay)
	case f.Delay > 0 && f.Class != LateArrival:
		return fmt.Errorf("sim: only %v has a delay, got %d periods for %v", LateArrival, f.Delay, f.Class)
	case f.First < 0 || f.Last < 0 || f.Last != 0 && f.First > f.Last:
		return fmt.Errorf("sim: faulty subscribers must run from a first to a last one, got %d to %d", f.First, f.Last)
	case int(f.Region) > regionCount:
		return fmt.Errorf("sim: region must be one of %s, got %v", strings.Join(regionNames[1:], ", "), f.Region)
	case f.Period != 0:
		return n.within("faulty period", f.Period)
	}
	return nil
}

// hits reports whether the fault changes r.
func (f *Fault) hits(r *Reading) bool {
	return (f.Period == 0 || r.Period == f.Period) &&
		r.Subscriber >= f.First && (f.Last == 0 || r.Subscriber <= f.Last) &&
		(f.Region == 0 || r.Region == f.Region) &&
		(f.Class != LateArrival || f.Delay > 0)
}

// Leaves returns the rows that the fault leaves of a sound reading: the reading
// as it is where the fault does not hit it, none where it is never written.
func (f Fault) Leaves(r Reading) []Reading {
	rows := []Reading{r}
	if f.hits(&r) {
		rows = f.apply(rows)
	}
	return rows
}

// apply changes the rows that stand for one reading. Each duplication adds one
// row.
func (f *Fault) apply(rows []Reading) []Reading {
	switch f.Class {
	case Duplicated:
		if len(rows) > 0 {
			rows = append(rows, rows[0])
		}
		return rows
	case MissingPartition:
		return rows[:0]
	}
	for i := range rows {
		f.change(&rows[i])
	}
	return rows
}

// change changes one row. Of several delays the longest counts.
func (f *Fault) change(r *Reading) {
	switch f.Class {
	case LateArrival:
		r.Arrival = max(r.Arrival, later(r.Period, f.Delay))
	case SchemaChanged:
		r.Index = Index{}
	case UnitChanged:
		r.Index = r.Index.scaled(1000)
	case TypeDrift:
		if r.Index.form == number {
			r.Index.form = text
		}
	}
}

// later returns p plus delay periods, or the last Period there is.
func later(p Period, delay int) Period {
	return Period(min(int64(p)+min(int64(delay), math.MaxInt32), math.MaxInt32))
}
