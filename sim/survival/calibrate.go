package survival

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tidemark/sim/lateness"
)

// A Bin compares what was expected of some readings with what came.
type Bin struct {
	Readings int
	Expected float64 // share expected to be late
	Observed float64 // share that was
}

// StdErr returns the standard error of the observed share if the expected one
// is right and readings are late independently of each other.
func (b Bin) StdErr() float64 {
	if b.Readings == 0 {
		return 0
	}
	return math.Sqrt(b.Expected * (1 - b.Expected) / float64(b.Readings))
}

// Calibrate compares the expected with the observed share of readings that are
// more than k periods late in the held-out months. It puts the readings of each
// group and month into bins of about equal size, in order of the expected
// share.
func Calibrate(w *lateness.World, e Estimate, k, bins int) ([]Bin, error) {
	if k < 0 || k >= lateness.Horizon {
		return nil, fmt.Errorf("survival: delay to calibrate must be 0 to %d periods, got %d", lateness.Horizon-1, k)
	}
	if bins < 1 {
		return nil, fmt.Errorf("survival: bins must be at least 1, got %d", bins)
	}
	all, err := expectations(w, e, k)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Bin) int { return cmp.Compare(a.Expected, b.Expected) })
	return merge(all, bins), nil
}

// expectations returns a bin for each group and held-out month.
func expectations(w *lateness.World, e Estimate, k int) ([]Bin, error) {
	var all []Bin
	for p := w.First(); p <= w.Network.Last(); p++ {
		for _, g := range lateness.Groups() {
			n := w.Size(g)
			if n == 0 {
				continue
			}
			late, err := e.Late(w.Case(g, p))
			if err != nil {
				return nil, err
			}
			all = append(all, Bin{n, late[k], float64(w.Later(g, p, k)) / float64(n)})
		}
	}
	return all, nil
}

// merge puts neighbouring bins together until there are no more than n.
func merge(all []Bin, n int) []Bin {
	total := 0
	for _, b := range all {
		total += b.Readings
	}
	var merged []Bin
	var open Bin
	seen := 0
	for i, b := range all {
		seen += b.Readings
		open = open.with(b)
		if seen*n >= total*(len(merged)+1) || i == len(all)-1 {
			merged = append(merged, open)
			open = Bin{}
		}
	}
	return merged
}

// with returns the two bins as one.
func (b Bin) with(c Bin) Bin {
	n := b.Readings + c.Readings
	mean := func(x, y float64) float64 {
		return (x*float64(b.Readings) + y*float64(c.Readings)) / float64(n)
	}
	return Bin{n, mean(b.Expected, c.Expected), mean(b.Observed, c.Observed)}
}

// CalibrationError returns the mean distance of the observed share from the
// expected one, over all readings: the expected calibration error of the field.
func CalibrationError(bins []Bin) float64 {
	sum, n := 0.0, 0
	for _, b := range bins {
		sum += math.Abs(b.Observed-b.Expected) * float64(b.Readings)
		n += b.Readings
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
