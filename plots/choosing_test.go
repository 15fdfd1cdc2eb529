package plots

import (
	"math"
	"strings"
	"testing"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/restart"
	"tidemark/sim/study"
)

// TestToleranceFigures reads the figures of the lesson on choosing a tolerance
// with parameters that change what they say.
func TestToleranceFigures(t *testing.T) {
	for _, c := range []struct {
		name   string
		params []string
		title  string
		stem   string
	}{
		{"censoring-bias", []string{"months=1"}, "The readings that have arrived are the quick ones: they hide 100\u00a0% of those that are late", "censoring-bias-months1"},
		{"censoring-bias", []string{"months=120"}, "The readings that have arrived are the quick ones: they hide 3.7\u00a0% of those that are more than 2 periods late", ""},
		{"censoring-bias", []string{"law=drifting", "seed=3"}, "The readings that have arrived are the quick ones: they hide 47\u00a0% of those that are more than 2 periods late", "censoring-bias-drifting-seed3"},
		{"completeness", []string{"waited=0.2"}, "With 99\u00a0% of the readings in time, 18\u00a0% of the cells are polluted; at these costs it is cheaper to leave 29\u00a0%", "completeness-waited0.2"},
		{"completeness", []string{"waited=5", "polluted=0.1"}, "With 99\u00a0% of the readings in time, 18\u00a0% of the cells are polluted; at these costs it is cheaper to leave 100\u00a0%", ""},
		{"completeness", []string{"waited=0.001", "law=steady"}, "With 99\u00a0% of the readings in time, 29\u00a0% of the cells are polluted; the least cost leaves 1.3\u00a0%", "completeness-steady-waited0.001"},
		{"cost-curves", []string{"waited=5"}, "The cheapest tolerance is 0 periods in every region; Kaplan-Meier finds it in all of them", "cost-curves-waited5"},
		{"cost-curves", []string{"waited=0", "state=0"}, "The cheapest tolerance is 7 periods in every region; Kaplan-Meier finds it in all of them", ""},
		{"cost-curves", []string{"polluted=0", "state=0", "waited=0"}, "The cheapest tolerance is 0 periods in every region; Kaplan-Meier finds it in all of them", ""},
		{"cost-curves", []string{"seed=2", "law=wrong-form"}, "The cheapest tolerance is 7 periods for north and south and 3 for the others; Kaplan-Meier finds it in four of five", ""},
		{"cost-curves", []string{"months=8", "waited=0.1"}, "The cheapest tolerance runs from 2 periods for east and central to 4 for north; Kaplan-Meier finds it in one of five", ""},
		{"calibration", []string{"law=steady"}, "All estimates are off by about 1.8\u00a0points on average", "calibration-steady"},
		{"calibration", []string{"law=unannounced-break", "beyond=1"}, "Kaplan-Meier is off by 1.0\u00a0points on average, the logistic hazard by 3.4\u00a0points", "calibration-unannounced-break-beyond1"},
		{"polluted-by-month", []string{"worlds=3"}, "From the break on, the hazard fitted once leaves 44\u00a0% of the cells polluted, recent KM 27\u00a0%, the refitted hazard 30\u00a0% and truth 15\u00a0%", "polluted-by-month-worlds3"},
		{"polluted-by-month", []string{"law=steady", "months=8", "worlds=5"}, "Over all months, the hazard fitted once leaves 2.8\u00a0% of the cells polluted, recent KM 6.0\u00a0%, the refitted hazard 2.7\u00a0% and truth 2.0\u00a0%", "polluted-by-month-steady-months8-worlds5"},
		{"checkpoint-interval", []string{"write=2", "between=3"}, "A checkpoint every 2.3 periods is best and costs 323\u00a0% of the time; Young’s formula, 3.5, costs 356\u00a0%", "checkpoint-interval-write2-between3"},
		{"checkpoint-interval", []string{"write=0.0001", "restart=0", "between=300"}, "A checkpoint every 0.24 periods is best and costs 0.08\u00a0% of the time; Young’s formula does as well", ""},
	} {
		r, err := FindRecipe(Recipes(), c.name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.With(c.params...)
		if err != nil {
			t.Errorf("%s %v: %v", c.name, c.params, err)
			continue
		}
		if f.Title != c.title {
			t.Errorf("%s %v: title must be %q, got %q", c.name, c.params, c.title, f.Title)
		}
		if c.stem != "" && f.stem() != c.stem {
			t.Errorf("%s %v: must be called %q, got %q", c.name, c.params, c.stem, f.stem())
		}
		readable(t, f, Light, Dark)
	}
}

func choosing(t *testing.T, s lateness.Setting) *lateness.World {
	t.Helper()
	w, err := lateness.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// What the titles say is what the numbers are.
func TestToleranceTitlesAreTrue(t *testing.T) {
	for seed := range int64(8) {
		s := lateness.Default()
		s.Seed = seed
		w := choosing(t, s)
		for _, costs := range []policy.Costs{policy.Usual(), {Polluted: 1, State: 0.01, Waited: 0.1}, {Polluted: 5, Waited: 0.001}} {
			c, err := newCostCurves("cost-curves", w, w.First(), costs)
			if err != nil {
				t.Fatal(err)
			}
			title := c.title()
			for i, cell := range c.cells {
				least := math.Inf(1)
				for _, cost := range costs.Curve(cell.Crowds) {
					least = min(least, cost)
				}
				if costs.Curve(cell.Crowds)[c.chosen[i]] != least {
					t.Errorf("seed %d: tolerance %d is not the cheapest for %v", seed, c.chosen[i], cell.Region)
				}
			}
			for _, extreme := range []int{minOf(c.chosen), maxOf(c.chosen)} {
				if !strings.Contains(title, Count(extreme)) {
					t.Errorf("seed %d: title %q does not name the tolerance %d", seed, title, extreme)
				}
			}
		}
	}
}

func minOf(ns []int) int { return distinct(ns)[0] }
func maxOf(ns []int) int { ds := distinct(ns); return ds[len(ds)-1] }

// A network whose subscribers live in few regions has fewer panels.
func TestCostCurvesOfFewRegions(t *testing.T) {
	for _, subscribers := range []int{1, 2, 3, 5} {
		s := lateness.Default()
		s.Network.Subscribers = subscribers
		w := choosing(t, s)
		f, err := CostCurves(w, w.First(), policy.Usual(), Forecaster{})
		if err != nil {
			t.Fatal(err)
		}
		readable(t, f, Light)
		if f, err = Completeness(w, w.First()+1, policy.Usual()); err != nil {
			t.Fatal(err)
		}
		readable(t, f, Dark)
	}
}

// Training takes what a model of any kind says of its steps.
func TestTraining(t *testing.T) {
	w := choosing(t, lateness.Default())
	falling := func(to float64, steps int) []float64 {
		var losses []float64
		for i := range steps {
			losses = append(losses, to+0.5/float64(i+1))
		}
		return losses
	}
	for _, c := range []struct {
		least float64
		all   []Descent
		want  string
	}{
		{0, []Descent{{"logistic", falling(0.4, 500)}}, "Logistic ends at a loss of 0.4010"},
		{0.40100, []Descent{{"logistic", falling(0.4, 500)}, {"MLP", falling(0.3, 1000)}},
			"Logistic ends at a loss of 0.4010, MLP at 0.3005; Newton’s method finds no less for the first"},
		{0.39, []Descent{{"logistic", falling(0.4, 2)}}, "Logistic ends at a loss of 0.6500; Newton’s method comes to 0.3900"},
	} {
		f, err := Training(w, c.least, c.all...)
		if err != nil {
			t.Fatal(err)
		}
		if f.Title != c.want {
			t.Errorf("title is %q, want %q", f.Title, c.want)
		}
		readable(t, f, Light, Dark)
	}
}

// A contest says how often the first of each pair is clearly better or worse.
func TestContestCounts(t *testing.T) {
	r := study.Results{Contestants: []string{"a", "b", "c"}}
	for i, law := range []string{"one", "two", "three"} {
		for seed := range int64(5) {
			shift := float64(i-1) * 0.1
			noise := 0.001 * float64(seed)
			r.Worlds = append(r.Worlds, study.Result{Law: law, Months: 8, Seed: seed, Scores: []study.Score{{Cost: 1 + shift + noise}, {Cost: 1}, {Cost: 2}}})
		}
	}
	f, err := Contest(r, study.Pair{A: "a", B: "b"}, study.Pair{A: "a", B: "c"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "A clearly beats b in one of three kinds of world and loses in two; it beats c in three"; f.Title != want {
		t.Errorf("title is %q, want %q", f.Title, want)
	}
	if want := "contest-worlds5-a-b-a-c"; f.stem() != want {
		t.Errorf("figure is called %q, want %q", f.stem(), want)
	}
	readable(t, f, Light)
}

func TestToleranceFigureErrors(t *testing.T) {
	w := choosing(t, lateness.Default())
	onTime, err := lateness.Fixed(sim.Default(), 3)
	if err != nil {
		t.Fatal(err)
	}
	nothing := study.Monthly{}
	short := study.Monthly{Names: []string{"a"}, Polluted: [][]float64{{0.1}}}
	e := Estimator{"none", nil}
	stored, err := study.Stored()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		make func() (*Figure, error)
		want string
	}{
		{func() (*Figure, error) { return CensoringBias(onTime) }, "plots: figure censoring-bias must have late readings, got none in 3 months"},
		{func() (*Figure, error) { return CostCurves(nil, 1, policy.Usual(), Forecaster{}) }, "plots: figure cost-curves must have a world, got none"},
		{func() (*Figure, error) { return CostCurves(w, 1, policy.Costs{State: -1}, Forecaster{}) }, "policy: cost of a row in the state must be a number of at least 0, got -1"},
		{func() (*Figure, error) { return Completeness(w, 99, policy.Usual()) }, "policy: period of the cells must be 2026-01 to 2028-12, got 2034-03"},
		{func() (*Figure, error) { return Calibration(w, 0) }, "plots: figure calibration must have a world and 1 to 3 estimates, got 0"},
		{func() (*Figure, error) { return Calibration(w, -1, e) }, "survival: delay to calibrate must be 0 to 7 periods, got -1"},
		{func() (*Figure, error) { return Training(w, 0) }, "plots: figure training must have a world and 1 to 3 models, got 0"},
		{func() (*Figure, error) { return Training(w, 0, Descent{"x", []float64{1}}) }, `plots: figure training must have at least 2 steps of each model, got 1 of "x"`},
		{func() (*Figure, error) { return Training(w, 0, Descent{"x", []float64{1, math.NaN()}}) }, `plots: figure training must have finite losses, got one of "x" that is not`},
		{func() (*Figure, error) { return Contest(stored) }, "plots: figure contest must have 1 to 3 pairs, got 0"},
		{func() (*Figure, error) { return Contest(stored, study.Pair{A: "me", B: study.ByKM}) }, "study: contestant must be one of"},
		{func() (*Figure, error) { return PollutedByMonth(nothing) }, "plots: figure polluted-by-month must have 1 to 4 contestants"},
		{func() (*Figure, error) { return PollutedByMonth(short) }, "plots: figure polluted-by-month must have at least 2 months"},
		{func() (*Figure, error) { return CheckpointInterval(restart.Plan{}, 1) }, "restart: writing a checkpoint must take more than 0, got 0"},
	} {
		f, err := c.make()
		if err == nil || f != nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error is %v, want %s", err, c.want)
		}
	}
	for param, want := range map[string]string{"waited=much": "plots: waited must be a number", "waited=NaN": "plots: waited must be a number", "law=murphy": "plots: law must be one of steady, drifting, wrong-form, worsening, unannounced-break"} {
		r, err := FindRecipe(Recipes(), "cost-curves")
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.With(param); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error is %v, want %s", param, err, want)
		}
	}
}
