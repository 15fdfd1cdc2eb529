package event

import "math"

// A Fold turns many events into one value. A value begins as the zero A, which
// should be plain: numbers or a struct of them, no maps or slices. For results
// that do not depend on the order of arrival, neither Add nor Merge may; sums
// of float64 do, those of integers do not.
//
// The value of an open window goes into a checkpoint as JSON, so its fields
// are exported.
type Fold[T, A any] struct {
	Add   func(into *A, e Event[T])
	Merge func(into *A, other A) // adds another value's events
}

// Count counts events.
func Count[T any]() Fold[T, int] {
	return Fold[T, int]{
		Add:   func(n *int, _ Event[T]) { *n++ },
		Merge: func(n *int, other int) { *n += other },
	}
}

// Summarize adds up a number of each event.
func Summarize[T any](number func(T) float64) Fold[T, Stats] {
	return Fold[T, Stats]{
		Add:   func(s *Stats, e Event[T]) { s.add(number(e.Value)) },
		Merge: (*Stats).merge,
	}
}

// MaxNumber is the largest number, either way, that Stats and [Measurable] take.
const MaxNumber = 1e6

// Measurable reports whether x is a number that can be added up: not NaN, and
// at most [MaxNumber] either way.
func Measurable(x float64) bool { return math.Abs(x) <= MaxNumber }

// Stats are the statistics of some numbers. The sum is kept in whole
// thousandths, so that it does not depend on the order of the numbers.
type Stats struct {
	Count       int
	Thousandths int64 // their sum, each rounded to a thousandth
	Min, Max    float64
	Unusable    int // NaN or out of range, and in none of the above
}

// Mean returns the mean, and 0 for no numbers.
func (s Stats) Mean() float64 { return s.Sum() / float64(max(s.Count, 1)) }

// Sum returns the sum.
func (s Stats) Sum() float64 { return float64(s.Thousandths) / 1000 }

// Range returns the difference of the largest and the smallest number.
func (s Stats) Range() float64 { return s.Max - s.Min }

func (s *Stats) add(x float64) {
	if !Measurable(x) {
		s.Unusable++
		return
	}
	s.merge(Stats{Count: 1, Thousandths: int64(math.Round(x * 1000)), Min: x, Max: x})
}

func (s *Stats) merge(other Stats) {
	switch {
	case s.Count == 0:
		s.Min, s.Max = other.Min, other.Max
	case other.Count > 0:
		s.Min, s.Max = min(s.Min, other.Min), max(s.Max, other.Max)
	}
	s.Count += other.Count
	s.Thousandths += other.Thousandths
	s.Unusable += other.Unusable
}
