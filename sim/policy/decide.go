package policy

import (
	"errors"
	"fmt"
	"strings"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// A Forecast says how late the readings of a cell are expected to be.
type Forecast func(r sim.Region, p sim.Period) ([]lateness.Crowd, error)

// By returns the forecast that an estimate makes for a world.
func By(w *lateness.World, e survival.Estimate) Forecast {
	return func(r sim.Region, p sim.Period) ([]lateness.Crowd, error) {
		var crowds []lateness.Crowd
		for _, t := range []sim.Type{sim.Residential, sim.Commercial} {
			g := lateness.Group{Region: r, Type: t}
			if w.Size(g) == 0 {
				continue
			}
			late, err := e.Late(w.Case(g, p))
			if err != nil {
				return nil, err
			}
			crowds = append(crowds, lateness.Crowd{Readings: w.Size(g), Late: late})
		}
		return crowds, nil
	}
}

// Truth returns the forecast of somebody who knows the law and the months to
// come: the yardstick of all others.
func Truth(w *lateness.World) Forecast {
	return func(r sim.Region, p sim.Period) ([]lateness.Crowd, error) { return w.Truth(r, p), nil }
}

// A Cell is one cell to choose a tolerance for, and how late its readings are
// expected to be.
type Cell struct {
	Region sim.Region
	Period sim.Period
	Crowds []lateness.Crowd
}

// Cells returns the cells of one period as a forecast sees them, by region.
func Cells(w *lateness.World, f Forecast, p sim.Period) ([]Cell, error) {
	if p < 1 || p > w.Network.Last() {
		return nil, fmt.Errorf("policy: period of the cells must be %v to %v, got %v", sim.January, w.Network.Last(), p)
	}
	var cells []Cell
	for _, r := range w.Regions() {
		crowds, err := f(r, p)
		if err != nil {
			return nil, err
		}
		cells = append(cells, Cell{r, p, crowds})
	}
	return cells, nil
}

// A Decision is the tolerance of one cell and what came of it.
type Decision struct {
	Region    sim.Region
	Period    sim.Period
	Chosen    int     // tolerance that the rule chose
	Tolerance int     // that the window had: it never closes before the one in front of it
	Expected  Outcome // under the law that the delays come from
	Realised  Outcome // under the delays that came
}

// Decide lets a rule choose the tolerance of every cell of the held-out months,
// by region and period.
func Decide(w *lateness.World, f Forecast, rule Rule) ([]Decision, error) {
	if w.First() > w.Network.Last() {
		return nil, errors.New("policy: world must have held-out months to decide for, got none")
	}
	var all []Decision
	for _, r := range w.Regions() {
		run := front{region: r, world: w, complete: 1}
		for p := w.First(); p <= w.Network.Last(); p++ {
			crowds, err := f(r, p)
			if err != nil {
				return nil, err
			}
			all = append(all, run.decide(p, rule(crowds)))
		}
	}
	return all, nil
}

// A front is where the windows of one region have got to.
type front struct {
	region   sim.Region
	world    *lateness.World
	closes   sim.Period // when the last window closes
	complete float64    // chance that no row of it is dropped
	dropped  bool       // whether one was
}

// decide closes the window of period p after the chosen tolerance, or with the
// one in front of it if that is later.
func (f *front) decide(p sim.Period, chosen int) Decision {
	f.closes = max(p+sim.Period(chosen), f.closes)
	d := Decision{Region: f.region, Period: p, Chosen: chosen, Tolerance: min(max(int(f.closes-p), 0), Longest)}
	crowds := f.world.Truth(f.region, p)
	complete := Complete(crowds, d.Tolerance)
	dropped, state := f.realised(p, d.Tolerance)
	d.Expected = Outcome{1 - complete*f.complete, rowPeriods(crowds, d.Tolerance), float64(d.Tolerance)}
	d.Realised = Outcome{0, state, float64(d.Tolerance)}
	if dropped || f.dropped {
		d.Realised.Polluted = 1
	}
	f.complete, f.dropped = complete, dropped
	return d
}

// realised returns whether a row of the cell came too late, and the row-periods
// of those that did not.
func (f *front) realised(p sim.Period, t int) (dropped bool, state float64) {
	for _, typ := range []sim.Type{sim.Residential, sim.Commercial} {
		g := lateness.Group{Region: f.region, Type: typ}
		awaited := f.world.Size(g)
		for k := range t + 1 {
			later := f.world.Later(g, p, k)
			state += float64(awaited-later) * float64(t-k+1)
			awaited = later
		}
		dropped = dropped || awaited > 0
	}
	return dropped, state
}

// Every writes the tolerances that were chosen, as [Decide] returns them, for
// each step-th month: by region within a month.
func Every(step int, all []Decision) string {
	var months []sim.Period
	chosen := map[sim.Period]string{}
	for _, d := range all {
		if p := d.Period; chosen[p] == "" {
			months = append(months, p)
		}
		chosen[d.Period] += fmt.Sprintf(" %d", d.Chosen)
	}
	var b strings.Builder
	for i := 0; i < len(months); i += max(step, 1) {
		b.WriteString(chosen[months[i]] + "    ")
	}
	return b.String()
}

// Mean returns the mean outcomes of decisions, a cell each: under the law and
// under the delays that came.
func Mean(all []Decision) (expected, realised Outcome) {
	for _, d := range all {
		expected.add(d.Expected)
		realised.add(d.Realised)
	}
	return expected.mean(max(len(all), 1)), realised.mean(max(len(all), 1))
}

// Same returns the share of cells for which two deciders chose the same
// tolerance.
func Same(a, b []Decision) float64 {
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i].Chosen == b[i].Chosen {
			same++
		}
	}
	return float64(same) / float64(max(len(a), len(b), 1))
}
