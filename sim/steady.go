package sim

import (
	"fmt"
	"math"
	"slices"
)

// Steady returns a check that an operator can have, who knows no baseline: it
// fails when a cell is more than limit, a part of 1, off the median of its
// region's cells before it. Of these it takes the newest, at most as many as
// periods says; with 1 it is the last cell.
func Steady(periods int, limit float64) (Check, error) {
	if periods < 1 {
		return Check{}, fmt.Errorf("sim: periods to compare with must be at least 1, got %d", periods)
	}
	if !(limit > 0) {
		return Check{}, fmt.Errorf("sim: limit must be more than 0, got %g", limit)
	}
	before := "the last cell"
	if periods > 1 {
		before = fmt.Sprintf("the median of %d", periods)
	}
	return Check{
		Name:    fmt.Sprintf("%s, %g %%", before[len("the "):], 100*limit),
		Rule:    fmt.Sprintf("a cell is more than %g %% off %s of its region before it", 100*limit, before),
		Written: func(written Summary) bool { return unsteady(written, periods, limit) },
	}, nil
}

func unsteady(written Summary, periods int, limit float64) bool {
	cells := slices.Clone(written.order)
	slices.SortFunc(cells, Cell.compare)
	before := map[Region][]float64{}
	for _, c := range cells {
		m3, _ := written.At(c)
		past := before[c.Region]
		if len(past) > 0 && isOff(float64(m3), median(past[max(0, len(past)-periods):]), limit) {
			return true
		}
		before[c.Region] = append(past, float64(m3))
	}
	return false
}

// isOff reports whether got differs from want by more than the part limit of
// it. Zero is nothing to compare with.
func isOff(got, want, limit float64) bool {
	return want != 0 && math.Abs(got-want)/math.Abs(want) > limit
}

// median returns the middle of at least one value.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
