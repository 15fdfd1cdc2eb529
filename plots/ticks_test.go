package plots

import (
	"math"
	"testing"
	"time"

	"tidemark/sim"
	"tidemark/sim/event"
)

// A scale makes a bounded number of ticks, each between its ends and none twice,
// whatever it spans.
func TestTicksAreBounded(t *testing.T) {
	for name, scale := range map[string]Scale{
		"a million":            Integers(0, 1_000_000),
		"all integers":         Integers(math.MinInt, math.MaxInt),
		"the last integers":    Integers(math.MaxInt-2, math.MaxInt),
		"backwards":            Integers(1, 0),
		"large counts":         Counts(1e17, 1e17+10, Unit{}),
		"endless counts":       Counts(math.Inf(-1), math.Inf(1), Unit{}),
		"no counts":            Counts(math.NaN(), 1, Unit{}),
		"all periods":          Periods(1, math.MaxInt32/2),
		"a hundred millennia":  Clock(1, 1<<52),
		"a year of clock time": Clock(event.At(0, 0, 0), event.At(24*365, 0, 0)),
	} {
		for step := 1; step <= 64; step++ {
			began := time.Now()
			ticks := scale(step)
			if len(ticks) > 2*mostTicks || time.Since(began) > time.Second {
				t.Fatalf("%s, step %d: want at most %d ticks at once, got %d after %v", name, step, 2*mostTicks, len(ticks), time.Since(began))
			}
			for i := 1; i < len(ticks); i++ {
				if ticks[i].Value < ticks[i-1].Value {
					t.Fatalf("%s, step %d: want ticks in order, got %v after %v", name, step, ticks[i].Value, ticks[i-1].Value)
				}
			}
		}
	}
}

// A figure over tolerances that are far apart is drawn.
func TestFarTolerances(t *testing.T) {
	for _, far := range []int{1_000_000, 1 << 40} {
		var setups []sim.Setup
		for _, tolerance := range []int{0, far} {
			setups = append(setups, sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(1)}, Windowing: sim.Windowing{Tolerance: tolerance}})
		}
		f, err := sweep(setups, ToleranceTradeoff)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Render(Rendering{Size: Notebook, Theme: Light, Format: SVG}); err != nil {
			t.Errorf("tolerance %d: %v", far, err)
		}
	}
}
