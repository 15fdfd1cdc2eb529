package plots

import (
	"strings"
	"testing"

	"tidemark/sim"
)

// Titles say what the data show, whatever the reader changes.
func TestTitles(t *testing.T) {
	for params, want := range map[string]string{
		"tolerance-tradeoff":                        "Tolerance has to match the delay; every further period only costs",
		"tolerance-tradeoff delay=3":                "Tolerance has to match the delay; every further period only costs",
		"tolerance-tradeoff delay=7":                "Tolerance has to match the delay, and saves no row that comes after the stream has ended",
		"tolerance-tradeoff of=2026-12":             "No tolerance saves rows that come after the stream has ended",
		"serving-stability":                         "Ten polluted cells leave all five served means where they were; a lost state moves every one",
		"serving-stability lost=none":               "Ten polluted cells leave all five served means where they were",
		"serving-stability lost=2026-01":            "Ten polluted cells leave all five served means where they were",
		"serving-stability subscribers=1":           "Served means stay where no cell is polluted; four of ten set-ups move it",
		"cell-differences":                          "What 2026-07 loses, 2026-08 gains: each region’s total still adds up",
		"cell-differences delay=5 of=2026-03":       "What 2026-03 loses, 2026-04 gains: each region’s total still adds up",
		"cell-differences tolerance=1":              "No cell differs from the baseline",
		"cell-differences tolerance=1 lost=2026-08": "The cells of 2026-07 are missing, which can be counted; no other cell is wrong",
		"cell-differences of=2026-12":               "Five of 55 cells differ from the baseline, and five of five regions no longer add up",
		"window-timeline":                           "A late row counts only while its window is open: here from tolerance 1 on",
		"window-timeline delay=0":                   "Where every row is on time, tolerance only keeps windows open longer",
		"window-timeline delay=4":                   "A late row counts only while its window is open: here from tolerance 4 on",
		"window-timeline delay=6":                   "A row that comes after the stream has ended counts in no window",
		"detection-lag":                             "The stream finds all six faults in their own period; the batch finds five, one period later",
		"detection-lag of=2026-12":                  "The stream finds five of six faults in their own period; the batch finds none",
		"modes-cost":                                "The batch reads each row again and again, 13,200 in all; the stream reads 2,400 and carries 2,600 entries instead",
		"modes-cost periods=1":                      "The batch has not run yet; the stream has read 200 rows and carries 400 entries",
		"modes-cost periods=2":                      "So short a history costs the batch little: 200 rows to the stream’s 400, which carries 600 entries",
		"state-growth":                              "State stops growing once windows close as fast as they open; from tolerance 10 on it grows to the end",
		"state-growth periods=24":                   "State stops growing once windows close as fast as they open; from tolerance 22 on it grows to the end",
		"state-growth of=2026-02 periods=2":         "State grows to the end of the stream: no window closes early enough to stop it",
	} {
		words := strings.Fields(params)
		if got := lesson(t, words[0], words[1:]...).Title; got != want {
			t.Errorf("%s: %q, want %q", params, got, want)
		}
	}
}

// The other words come from the data too.
func TestOtherWords(t *testing.T) {
	for params, want := range map[string]string{
		"tolerance-tradeoff":            "From tolerance 6 on, the window of 2026-07 is still open when the stream ends and is written then. At tolerance 11 the state would be larger if the stream had more rows. The state is the same for every delay.",
		"tolerance-tradeoff of=2026-03": "From tolerance 10 on, the window of 2026-03 is still open when the stream ends and is written then. At tolerance 11 the state would be larger if the stream had more rows. The state is the same for every delay.",
		"serving-stability":             "A dropped row shifts consumption from 2026-07 to 2026-08 inside its region, so the regional mean is blind to it. Lost state leaves out the whole of 2026-07.",
		"state-growth delay=3":          "Tolerance 3 is the smallest here that drops no row. The dip in 2026-07 is the 40 rows that have not arrived yet.",
		"state-growth delay=0":          "Tolerance 0 is the smallest here that drops no row.",
		"cell-differences periods=24":   "No cell differs outside of 2026-02 to 2027-01.",
		"detection-lag":                 "The partition check of the batch sees all of the history at once, in which the missing region is there in other periods.",
	} {
		words := strings.Fields(params)
		if got := lesson(t, words[0], words[1:]...).Note; !strings.Contains(got, want) {
			t.Errorf("%s: note is %q, want %q", params, got, want)
		}
	}
	for params, want := range map[string]string{
		"window-timeline delay=3":            "40 rows of 2026-07 arrive in 2026-10",
		"window-timeline delay=9":            "40 rows are still under way when the stream ends",
		"state-growth late=1":                "1 row of 2026-07 arrives 1 period late",
		"tolerance-tradeoff late=0":          "200 of 2,400 rows, all of 2026-07, arrive late",
		"modes-cost periods=1 subscribers=1": "After 1 period with 1 reading a period",
	} {
		words := strings.Fields(params)
		if got := lesson(t, words[0], words[1:]...).Lead; !strings.Contains(got, want) {
			t.Errorf("%s: lead is %q, want %q", params, got, want)
		}
	}
}

// The dropped rows that a timeline draws are those that the run dropped.
func TestTimelineDropsWhatTheRunDrops(t *testing.T) {
	for delay := range 13 {
		for tolerance := range 4 {
			s := sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(delay)}, Windowing: sim.Windowing{Tolerance: tolerance}}
			o, err := s.Run()
			if err != nil {
				t.Fatal(err)
			}
			tl, err := newTimeline(s.Network, []sim.Outcome{o})
			if err != nil {
				t.Fatal(err)
			}
			if counted, dropped := tl.tally(o); counted != o.Late || dropped != o.LateDropped {
				t.Errorf("delay %d, tolerance %d: %d counted and %d dropped, the run says %d and %d",
					delay, tolerance, counted, dropped, o.Late, o.LateDropped)
			}
		}
	}
}

// Data that do not belong together, or are not there, are an error in one line.
func TestMismatchedData(t *testing.T) {
	sweep := func(setups ...sim.Setup) []sim.Outcome {
		outcomes, err := sim.Sweep(setups)
		if err != nil {
			t.Fatal(err)
		}
		return outcomes
	}
	small := sim.Network{Subscribers: 3, Periods: 8, Seed: 1}
	setup := func(n sim.Network, delay, tolerance int) sim.Setup {
		return sim.Setup{Network: n, Faults: []sim.Fault{sim.Late(delay)}, Windowing: sim.Windowing{Tolerance: tolerance}}
	}
	one := sweep(setup(small, 1, 0))
	networks := append(sweep(setup(sim.Default(), 1, 0)), one...)
	delays := sweep(setup(small, 1, 0), setup(small, 2, 1))
	twice := append(one, one...)
	compare := func(faults ...sim.Fault) sim.Comparison {
		got, err := sim.Compare(small, faults)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	bare := sim.Network{Subscribers: 3, Periods: 1, Seed: 1}
	first := sweep(sim.Setup{Network: bare})

	outcomes := map[string]func([]sim.Outcome) (*Figure, error){
		"tolerance-tradeoff": ToleranceTradeoff, "serving-stability": ServingStability,
		"window-timeline": WindowTimeline, "state-growth": StateGrowth,
		"cell-differences": func(o []sim.Outcome) (*Figure, error) { return CellDifferences(o[0]) },
	}
	for _, c := range []struct {
		figure string
		data   []sim.Outcome
		want   string
	}{
		{"tolerance-tradeoff", nil, "must have at least 1 outcome, got 0"},
		{"serving-stability", nil, "must have at least 1 outcome, got 0"},
		{"window-timeline", nil, "must have at least 1 outcome, got 0"},
		{"state-growth", nil, "must have at least 1 outcome, got 0"},
		{"cell-differences", make([]sim.Outcome, 1), "must have outcomes of runs, got an empty one"},
		{"tolerance-tradeoff", networks, "must have outcomes of one network, got {Subscribers:200 "},
		{"tolerance-tradeoff", delays, "must have each of 2 delays with each of 2 tolerances, got 2 of the 4 pairs"},
		{"window-timeline", delays, "must have outcomes of the same faults, got "},
		{"state-growth", twice, "must have one outcome for each tolerance, got two for 0"},
		{"window-timeline", append(twice, twice...), "must have at most 3 outcomes, got 4"},
		{"serving-stability", make17(one), "must have at most 16 outcomes, got 17"},
		{"serving-stability", first, "must have a baseline with cells, got none"},
		{"cell-differences", first, "must have a baseline with cells, got none"},
	} {
		_, err := outcomes[c.figure](c.data)
		wantPrefix(t, err, "plots: figure "+c.figure+" "+c.want)
	}

	_, err := DetectionLag(nil)
	wantPrefix(t, err, "plots: figure detection-lag must have at least 1 comparison, got 0")
	_, err = DetectionLag([]sim.Comparison{{}})
	wantPrefix(t, err, "plots: figure detection-lag must have comparisons of two runs, got an empty one")
	_, err = DetectionLag([]sim.Comparison{compare()})
	wantPrefix(t, err, "plots: figure detection-lag must have one fault in each comparison, got 0")
	_, err = DetectionLag([]sim.Comparison{compare(sim.TypeDrift.In(7)), compare(sim.TypeDrift.In(8))})
	wantPrefix(t, err, "plots: figure detection-lag must have one network and corrupted period, got ")
	_, err = ModesCost(sim.Comparison{})
	wantPrefix(t, err, "plots: figure modes-cost must have a comparison of two runs over the same periods, got 0 and 0 periods")
}

func make17(one []sim.Outcome) []sim.Outcome {
	var many []sim.Outcome
	for range 17 {
		many = append(many, one...)
	}
	return many
}

func wantPrefix(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// Parameters that a recipe does not have, or cannot read, are an error.
func TestRecipeErrors(t *testing.T) {
	r, err := FindRecipe(Recipes(), "cell-differences")
	if err != nil {
		t.Fatal(err)
	}
	for params, want := range map[string]string{
		"delay":           "plots: parameter of cell-differences must be written as in delay=3, got \"delay\"",
		"dely=3":          "plots: parameter of cell-differences must be one of delay, late, of, subscribers, periods, seed, tolerance, lost, got \"dely\"",
		"delay=x":         "plots: delay must be a whole number, got \"x\"",
		"of=July":         "plots: of must be a period such as 2026-07, or none, got \"July\"",
		"delay=-1":        "sim: delay must be at least 0 periods, got -1",
		"tolerance=-1":    "sim: tolerance must be at least 0 periods, got -1",
		"subscribers=0":   "sim: subscribers must be 1 to ",
		"periods=1000000": "sim: periods must be 1 to ",
		"lost=2027-01":    "sim: period of the lost state must be 2026-01 to 2026-12, got 2027-01",
	} {
		_, err := r.With(params)
		wantPrefix(t, err, want)
	}
	_, err = FindRecipe(Recipes(), "pie-chart")
	wantPrefix(t, err, "plots: figure must be one of ")
}
