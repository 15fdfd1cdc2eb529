package policy

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

func world(t testing.TB, law lateness.Law, seed int64) *lateness.World {
	t.Helper()
	s := lateness.Default()
	s.Law, s.Seed = law, seed
	w, err := lateness.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func always(t testing.TB, tolerance int) Rule {
	t.Helper()
	rule, err := Always(tolerance)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func cheapestOf(t testing.TB, c Costs) Rule {
	t.Helper()
	rule, err := c.Cheapest()
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func decide(t testing.TB, w *lateness.World, f Forecast, rule Rule) []Decision {
	t.Helper()
	all, err := Decide(w, f, rule)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What a decision says came of it is what the windows of package sim write:
// cell by cell, for every tolerance, the same ones are polluted.
func TestRealisedIsSimulated(t *testing.T) {
	w := world(t, lateness.Drifting(), 3)
	baseline, err := w.Network.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	d, err := w.Deliver()
	if err != nil {
		t.Fatal(err)
	}
	polluted := 0
	for tol := range Longest + 1 {
		run, err := sim.Windowing{Tolerance: tol}.Run(d)
		if err != nil {
			t.Fatal(err)
		}
		cells := run.Cells.Polluted(baseline)
		for _, got := range decide(t, w, Truth(w), always(t, tol)) {
			// The first held-out cell also depends on a month that was not decided
			// for, the last ones on rows that come after the end of the stream.
			if got.Period == w.First() || got.Period+sim.Period(tol) > w.Network.Last() {
				continue
			}
			want := slices.Contains(cells, sim.Cell{Region: got.Region, Period: got.Period})
			if (got.Realised.Polluted == 1) != want {
				t.Errorf("tolerance %d: %v in %v is polluted: %v, in the windows %v", tol, got.Region, got.Period, got.Realised.Polluted == 1, want)
			}
			polluted += int(got.Realised.Polluted)
		}
	}
	if polluted < 50 {
		t.Errorf("%d cells are polluted, want enough of them to compare", polluted)
	}
}

// Over many worlds the outcomes come out as they were expected, within four
// standard errors.
func TestExpectedIsMeanOfRealised(t *testing.T) {
	for tol := range 4 {
		var polluted, state []float64
		for seed := range int64(200) {
			w := world(t, lateness.Steady(), seed)
			e, r := Mean(decide(t, w, Truth(w), always(t, tol)))
			polluted = append(polluted, r.Polluted-e.Polluted)
			state = append(state, r.State-e.State)
			if e.Waited != float64(tol) || r.Waited != float64(tol) {
				t.Fatalf("waited %v and %v periods, want %d", e.Waited, r.Waited, tol)
			}
		}
		for what, diffs := range map[string][]float64{"polluted cells": polluted, "row-periods": state} {
			if mean, se := meanAndError(diffs); math.Abs(mean) > 4*se {
				t.Errorf("tolerance %d: %s are %v ± %v off what was expected", tol, what, mean, se)
			}
		}
	}
}

func meanAndError(xs []float64) (mean, se float64) {
	n := float64(len(xs))
	for _, x := range xs {
		mean += x / n
	}
	for _, x := range xs {
		se += (x - mean) * (x - mean) / (n - 1) / n
	}
	return mean, math.Sqrt(se)
}

// With a fixed delay the cheapest tolerance is that delay, in the months and
// regions that have it, and 0 in the others.
func TestFixedDelay(t *testing.T) {
	for d := range 5 {
		w, err := lateness.Fixed(sim.Default(), 3, sim.Late(d))
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range decide(t, w, Truth(w), cheapestOf(t, Usual())) {
			want := 0
			if got.Period == sim.July {
				want = d
			}
			if got.Chosen != want {
				t.Errorf("delay %d: tolerance of %v in %v is %d, want %d", d, got.Region, got.Period, got.Chosen, want)
			}
			// The windows behind a late one wait for it.
			if behind := int(sim.July-got.Period) + d; got.Period > sim.July && got.Tolerance != max(behind, 0) {
				t.Errorf("delay %d: window of %v was open for %d periods, want %d", d, got.Period, got.Tolerance, max(behind, 0))
			}
			if got.Expected.Polluted != 0 || got.Realised.Polluted != 0 {
				t.Errorf("delay %d: %v in %v is polluted", d, got.Region, got.Period)
			}
		}
	}
}

// One reading with a half chance of being late, worked out by hand.
func TestExpectByHand(t *testing.T) {
	crowds := []lateness.Crowd{{Readings: 2, Late: lateness.Curve{0.5, 0.25}}, {Readings: 1, Late: lateness.Curve{0.2}}}
	for tol, want := range []Outcome{
		{1 - 0.2*0.2, 2*0.5 + 0.8, 0}, // all three on time: 0.5·0.5·0.8 = 0.2
		{1 - 0.5625*0.5625, 2*(0.5*2+0.25) + 0.8*2 + 0.2, 1},
		{0, 2*(0.5*3+0.25*2+0.25) + 0.8*3 + 0.2*2, 2},
	} {
		got := Expect(crowds, tol)
		if math.Abs(got.Polluted-want.Polluted)+math.Abs(got.State-want.State) > 1e-12 || got.Waited != want.Waited {
			t.Errorf("tolerance %d: expected outcome is %v, want %v", tol, got, want)
		}
	}
}

func TestRules(t *testing.T) {
	crowds := []lateness.Crowd{{Readings: 10, Late: lateness.Curve{0.1, 0.01, 0.001}}}
	share := func(of float64) int {
		rule, err := Share(of)
		if err != nil {
			t.Fatal(err)
		}
		return rule(crowds)
	}
	for of, want := range map[float64]int{0: 0, 0.8: 0, 0.95: 1, 0.995: 2, 0.9995: 3, 1: 3} {
		if got := share(of); got != want {
			t.Errorf("tolerance for %v of the readings is %d, want %d", of, got, want)
		}
	}
	for _, c := range []struct {
		costs Costs
		want  int
	}{
		{Costs{}, 0}, // nothing costs anything
		{Costs{Polluted: 1}, 3},
		{Costs{Waited: 1}, 0},
		{Costs{State: 1}, 0},
		{Costs{Polluted: 1, Waited: 0.5}, 1},
		{Costs{Polluted: 1, Waited: 0.05}, 2},
	} {
		if got := cheapestOf(t, c.costs)(crowds); got != c.want {
			t.Errorf("cheapest tolerance at %+v is %d, want %d", c.costs, got, c.want)
		}
	}
}

// Dearer waiting never makes the tolerance longer, dearer pollution never
// shorter.
func TestCostsAreMonotone(t *testing.T) {
	w := world(t, lateness.Drifting(), 5)
	for _, r := range w.Regions() {
		crowds := w.Truth(r, w.First())
		previous := Longest
		for _, waited := range []float64{0, 0.001, 0.005, 0.02, 0.1, 0.5, 2} {
			got := cheapestOf(t, Costs{1, 0.0005, waited})(crowds)
			if got > previous {
				t.Errorf("%v: tolerance rises to %d as waiting gets dearer", r, got)
			}
			previous = got
		}
	}
}

// A window never closes before the one in front of it, whatever a rule says.
func TestWindowsCloseInOrder(t *testing.T) {
	w := world(t, lateness.Steady(), 1)
	turn := 0
	falling := func([]lateness.Crowd) int {
		turn++
		return []int{5, 0, 0, 100, -3}[turn%5]
	}
	last := map[sim.Region]sim.Period{}
	for _, d := range decide(t, w, Truth(w), falling) {
		if d.Tolerance < 0 || d.Tolerance > Longest {
			t.Fatalf("window of %v was open for %d periods", d.Period, d.Tolerance)
		}
		if closes := d.Period + sim.Period(d.Tolerance); closes < last[d.Region] {
			t.Errorf("window of %v in %v closes in %v, the one before in %v", d.Region, d.Period, closes, last[d.Region])
		} else {
			last[d.Region] = closes
		}
	}
}

// No estimate is cheaper than the truth, on the mean of worlds, and an estimate
// that is the truth is as cheap.
func TestTruthIsBest(t *testing.T) {
	rule := cheapestOf(t, Usual())
	var gaps []float64
	for seed := range int64(20) {
		w := world(t, lateness.Steady(), seed)
		e, err := survival.Once(w, survival.KaplanMeier{})
		if err != nil {
			t.Fatal(err)
		}
		km, _ := Mean(decide(t, w, By(w, e), rule))
		truth, _ := Mean(decide(t, w, Truth(w), rule))
		gaps = append(gaps, Usual().Of(km)-Usual().Of(truth))
	}
	if mean, se := meanAndError(gaps); mean < 2*se {
		t.Errorf("Kaplan-Meier costs %.4f ± %.4f more than the truth, want clearly more", mean, se)
	}
	w := world(t, lateness.Steady(), 1)
	a, b := decide(t, w, Truth(w), rule), decide(t, w, Truth(w), always(t, 0))
	if Same(a, a) != 1 || Same(a, b) > 0.5 || Same(nil, nil) != 0 {
		t.Errorf("shares of the same tolerances are %v and %v, want 1 and nearly 0", Same(a, a), Same(a, b))
	}
}

// Losing the windows and the last indexes at the beginning of a period leaves
// t+1 cells of each region missing, whatever the period and the tolerance, and
// losing the last indexes alone leaves one.
func TestLostCells(t *testing.T) {
	n := sim.Default()
	baseline, err := n.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	for tol := range 6 {
		for reset := sim.Period(tol + 2); reset <= n.Last(); reset++ {
			run := sim.Windowing{Tolerance: tol, ResetAt: reset}
			whole, err := n.Deliver()
			if err != nil {
				t.Fatal(err)
			}
			left, err := LoseWindows(n, run)
			if err != nil {
				t.Fatal(err)
			}
			indexes, both := polluted(t, run, whole, baseline), polluted(t, run, left, baseline)
			if indexes != 5 || both != 5*(tol+1) {
				t.Errorf("tolerance %d, lost in %v: %d and %d cells, want 5 and %d", tol, reset, indexes, both, 5*(tol+1))
			}
		}
	}
	if _, err := LoseWindows(sim.Network{}, sim.Windowing{}); err == nil {
		t.Error("a network without subscribers delivers, want an error")
	}
}

// polluted runs windows and counts the cells that are not those of the
// baseline.
func polluted(t *testing.T, run sim.Windowing, d *sim.Delivery, baseline sim.Summary) int {
	t.Helper()
	result, err := run.Run(d)
	if err != nil {
		t.Fatal(err)
	}
	return len(result.Cells.Polluted(baseline))
}

// The chance that a cell is lost is the share of cells that random
// interruptions lose, within four standard errors.
func TestLostAtRandom(t *testing.T) {
	n := sim.Network{Subscribers: 1, Periods: 1200, Seed: 1}
	const chance = 0.05
	for tol := range 5 {
		var shares []float64
		for seed := range int64(50) {
			resets, err := lateness.Interruptions(n, chance, seed)
			if err != nil {
				t.Fatal(err)
			}
			lost := map[sim.Period]bool{}
			for _, r := range resets {
				for p := max(r-sim.Period(tol), 1); p <= r; p++ {
					lost[p] = true
				}
			}
			shares = append(shares, float64(len(lost))/float64(n.Periods))
		}
		mean, se := meanAndError(shares)
		if want := Lost(chance, tol); math.Abs(mean-want) > 4*se+0.001 {
			t.Errorf("tolerance %d: %.4f ± %.4f of the cells are lost, want %.4f", tol, mean, se, want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	w := world(t, lateness.Steady(), 1)
	cells, err := Cells(w, Truth(w), w.First())
	if err != nil {
		t.Fatal(err)
	}
	costs := Usual()
	previous := Store{InMemory: []int{9, 9, 9, 9, 9}}
	for _, chance := range []float64{0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 1} {
		s, err := Interrupted(cells, costs, chance)
		if err != nil {
			t.Fatal(err)
		}
		if s.CostMemory < previous.CostMemory || s.Worth < previous.Worth {
			t.Errorf("chance %v: memory costs %.4f and the store is worth %.5f, want no less than with fewer interruptions", chance, s.CostMemory, s.Worth)
		}
		if chance == 0 && (s.Worth != 0 || s.CostMemory != s.CostStore || !slices.Equal(s.InMemory, s.Durable)) {
			t.Errorf("without interruptions the two stores differ: %+v", s)
		}
		dear := costs
		dear.State += s.Worth
		if _, cost, _ := best(cells, dear, 0); math.Abs(cost-s.CostMemory) > 1e-9 {
			t.Errorf("chance %v: a store that is %.5f dearer costs %.6f, want %.6f as in memory", chance, s.Worth, cost, s.CostMemory)
		}
		previous = s
	}
	if got := previous.InMemory; !slices.Equal(got, []int{0, 0, 0, 0, 0}) {
		t.Errorf("best tolerances of a run that is interrupted in every period are %v, want 0: all is lost anyway", got)
	}
}

func TestBadInput(t *testing.T) {
	w := world(t, lateness.Drifting(), 1)
	of := func(c Costs) error { _, err := c.Cheapest(); return err }
	_, share := Share(1.5)
	_, nan := Share(math.NaN())
	_, long := Always(8)
	_, negative := Always(-1)
	_, empty := Interrupted(nil, Usual(), 0.1)
	_, chance := Interrupted([]Cell{{}}, Usual(), 2)
	_, price := Interrupted([]Cell{{}}, Costs{State: -2}, 0.1)
	whole, err := lateness.Draw(lateness.Default().Months(24, 0))
	if err != nil {
		t.Fatal(err)
	}
	_, months := Decide(whole, Truth(whole), always(t, 0))
	_, beyond := Cells(w, Truth(w), 37)
	_, forecast := Decide(w, func(sim.Region, sim.Period) ([]lateness.Crowd, error) { return nil, errors.New("no forecast") }, always(t, 0))
	for _, c := range []struct {
		err  error
		want string
	}{
		{of(Costs{Polluted: -1}), "policy: cost of a polluted cell must be a number of at least 0, got -1"},
		{of(Costs{State: math.NaN()}), "policy: cost of a row in the state must be a number of at least 0, got NaN"},
		{of(Costs{Waited: math.Inf(1)}), "policy: cost of a period of waiting must be a number of at least 0, got +Inf"},
		{share, "policy: share of the readings must be 0 to 1, got 1.5"},
		{nan, "policy: share of the readings must be 0 to 1, got NaN"},
		{long, "policy: tolerance must be 0 to 7 periods, got 8"},
		{negative, "policy: tolerance must be 0 to 7 periods, got -1"},
		{empty, "policy: interrupted run must have at least 1 cell, got 0"},
		{chance, "policy: chance of an interruption must be 0 to 1 a period, got 2"},
		{price, "policy: cost of a row in the state must be a number of at least 0, got -2"},
		{months, "policy: world must have held-out months to decide for, got none"},
		{beyond, "policy: period of the cells must be 2026-01 to 2028-12, got 2029-01"},
		{forecast, "no forecast"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error is %v, want %s", c.err, c.want)
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, subscribers := range []int{200, 20_000} {
		b.Run(fmt.Sprintf("subscribers=%d", subscribers), func(b *testing.B) {
			s := lateness.Default()
			s.Network.Subscribers = subscribers
			w, err := lateness.Draw(s)
			if err != nil {
				b.Fatal(err)
			}
			rule := cheapestOf(b, Usual())
			for b.Loop() {
				decide(b, w, Truth(w), rule)
			}
		})
	}
}

// The cost of a cell is that of its cheapest tolerance, and no other tolerance
// costs less.
func TestPerCell(t *testing.T) {
	w := world(t, lateness.Steady(), 1)
	for _, costs := range []Costs{Usual(), {Polluted: 1, State: 0.0005, Waited: 0.2}} {
		got, err := costs.PerCell(w, Truth(w))
		if err != nil {
			t.Fatal(err)
		}
		expected, _ := Mean(decide(t, w, Truth(w), cheapestOf(t, costs)))
		if want := costs.Of(expected); got != want {
			t.Errorf("at %+v a cell costs %v, want %v", costs, got, want)
		}
		for tol := range Longest + 1 {
			fixed, _ := Mean(decide(t, w, Truth(w), always(t, tol)))
			if costs.Of(fixed) < got {
				t.Errorf("at %+v a cell costs %v, and %v with tolerance %d", costs, got, costs.Of(fixed), tol)
			}
		}
	}
	if _, err := (Costs{Waited: -1}).PerCell(w, Truth(w)); err == nil {
		t.Error("negative costs have a price, want an error")
	}
}

func TestEvery(t *testing.T) {
	var all []Decision
	for i, r := range []sim.Region{sim.East, sim.West} {
		for p := sim.January; p <= sim.April; p++ {
			all = append(all, Decision{Region: r, Period: p, Chosen: 10*i + int(p)})
		}
	}
	for step, want := range map[int]string{0: " 1 11     2 12     3 13     4 14    ", 3: " 1 11     4 14    ", 9: " 1 11    "} {
		if got := Every(step, all); got != want {
			t.Errorf("every %d: want %q, got %q", step, want, got)
		}
	}
}
