package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/survival"
)

func results(t testing.TB) Results {
	t.Helper()
	r, err := Stored()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// contestants returns those of the study that need no training, with the
// logistic hazard by Newton's method in the place of the trained one.
func contestants(t testing.TB) []Contestant {
	t.Helper()
	newton := survival.Logistic{Sees: survival.Monitor}
	cs, err := Contestants(policy.Usual(), newton, newton)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(cs, func(c Contestant) bool { return c.Name == ByMLP })
}

func silent(n, of int) {}

// The results that the lesson quotes are those of a fresh run, for the first
// worlds of each kind.
func TestStoredIsFresh(t *testing.T) {
	const worlds = 2
	fresh, err := Run(Kinds(), worlds, contestants(t), policy.Usual(), silent)
	if err != nil {
		t.Fatal(err)
	}
	want := results(t)
	for _, w := range fresh.Worlds {
		i := slices.IndexFunc(want.Worlds, func(x Result) bool { return x.Law == w.Law && x.Months == w.Months && x.Seed == w.Seed })
		if i < 0 {
			t.Fatalf("%s, %d months, seed %d is not stored", w.Law, w.Months, w.Seed)
		}
		for j, name := range fresh.Contestants {
			got, want := w.Scores[j], want.Worlds[i].Scores[slices.Index(want.Contestants, name)]
			if math.Abs(got.Cost-want.Cost) > 1e-6 || math.Abs(got.Polluted-want.Polluted) > 1e-6 {
				t.Errorf("%s, %d months, seed %d: %s has %.6f, stored are %.6f", w.Law, w.Months, w.Seed, name, got, want)
			}
		}
	}
}

// The stored results have 30 worlds of each of the ten kinds, and nobody beats
// the truth by more than chance.
func TestStoredIsWhole(t *testing.T) {
	r := results(t)
	if len(r.Rows()) != 10 {
		t.Fatalf("results have %d kinds of world, want 10", len(r.Rows()))
	}
	for _, row := range r.Rows() {
		for _, name := range r.Contestants {
			d, err := r.Difference(row, name, ByTheTruth)
			if err != nil {
				t.Fatal(err)
			}
			if d.Worlds != 30 {
				t.Errorf("%v has %d worlds, want 30", row, d.Worlds)
			}
			if d.Value < -2*d.StdErr {
				t.Errorf("%v: %s costs %.4f ± %.4f less than the truth", row, name, -d.Value, d.StdErr)
			}
		}
	}
}

// The worlds of a seed come out the same on one core and on all, in order.
func TestRunIsDeterministic(t *testing.T) {
	cs := contestants(t)[:3]
	kinds := Kinds()[:2]
	var told []int
	a, err := Run(kinds, 5, cs, policy.Usual(), func(n, of int) { told = append(told, n) })
	if err != nil {
		t.Fatal(err)
	}
	b, err := Run(kinds, 5, cs, policy.Usual(), silent)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Error("two runs differ")
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; !slices.Equal(told, want) {
		t.Errorf("progress was told %v, want %v", told, want)
	}
	if w := a.Worlds[7]; w.Law != "steady" || w.Months != 24 || w.Seed != 3 {
		t.Errorf("eighth world is %v, want the third steady one of 24 months", w)
	}
}

// What is written is read again as it was.
func TestWriteAndRead(t *testing.T) {
	r, err := Run(Kinds()[2:4], 2, contestants(t)[:2], policy.Usual(), silent)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	var c strings.Builder
	if err := again.Write(&c); err != nil {
		t.Fatal(err)
	}
	if b.String() != c.String() || len(again.Worlds) != 4 {
		t.Errorf("results read again are\n%s\nwant\n%s", c.String(), b.String())
	}
}

func TestMeanOf(t *testing.T) {
	m := MeanOf([]float64{1, 2, 3, 6})
	if m.Value != 3 || math.Abs(m.StdErr-math.Sqrt(14.0/3/4)) > 1e-15 || m.Worlds != 4 {
		t.Errorf("mean is %+v, want 3 with a standard error of %v", m, math.Sqrt(14.0/3/4))
	}
	for _, c := range []struct {
		m    Mean
		want bool
	}{{m, true}, {Mean{1, 0.6, 30}, false}, {Mean{-1, 0.4, 30}, true}, {MeanOf([]float64{5}), false}} {
		if c.m.Clear() != c.want {
			t.Errorf("%+v is clear: %v, want %v", c.m, c.m.Clear(), c.want)
		}
	}
}

func TestTables(t *testing.T) {
	r := Results{Contestants: []string{"a", "b"}, Worlds: []Result{
		{"calm", 8, 1, []Score{{0.1, 0}, {0.2, 0}}}, {"calm", 8, 2, []Score{{0.3, 0}, {0.42, 0}}},
		{"wild", 24, 1, []Score{{1, 0.5}, {0.5, 0}}}, {"wild", 24, 2, []Score{{2, 0.7}, {3.5, 0}}},
	}}
	costs, err := r.CostTable("a", "b")
	if err != nil {
		t.Fatal(err)
	}
	if want := "law               months      a      b\ncalm                   8 0.2000 0.3100\nwild                  24 1.5000 2.0000\n"; costs != want {
		t.Errorf("table is\n%s\nwant\n%s", costs, want)
	}
	diffs, err := r.DifferenceTable(Pair{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "law               months a - b\ncalm                   8 -0.1100 ± 0.0100*\nwild                  24 -0.5000 ± 1.0000\n"; diffs != want {
		t.Errorf("table is\n%s\nwant\n%s", diffs, want)
	}
	if got, want := r.RowsOf(24), []Row{{"wild", 24}}; !slices.Equal(got, want) {
		t.Errorf("kinds with 24 months are %v, want %v", got, want)
	}
	if p, err := r.Polluted(Row{"wild", 24}, "a"); err != nil || math.Abs(p.Value-0.6) > 1e-15 {
		t.Errorf("polluted share is %v (%v), want 0.6", p, err)
	}
}

// By month, contestants that differ in nothing are the same, and the months add
// up to what a run says.
func TestByMonth(t *testing.T) {
	k := Kinds()[8]
	cs := contestants(t)[:2]
	m, err := ByMonth(k, 3, append(cs, cs[0]))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Polluted[0], m.Polluted[2]) || m.First != 9 || len(m.Polluted[0]) != heldOut {
		t.Errorf("months are %v from %v, want the first and third the same, from 2026-09", m.Polluted, m.First)
	}
	r, err := Run([]Kind{k}, 3, cs, policy.Usual(), silent)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range r.Contestants {
		want, err := r.Polluted(r.Rows()[0], name)
		if err != nil {
			t.Fatal(err)
		}
		if got := MeanOf(m.Polluted[i]).Value; math.Abs(got-want.Value) > 1e-12 {
			t.Errorf("%s: months have a mean of %v, want %v", name, got, want.Value)
		}
	}
}

func TestBadInput(t *testing.T) {
	cs := contestants(t)
	ofRead := func(s string) error { _, err := Read(strings.NewReader(s)); return err }
	_, none := Run(Kinds(), 0, cs, policy.Usual(), silent)
	_, month := ByMonth(Kinds()[0], 1, nil)
	_, costs := Contestants(policy.Costs{Waited: -1}, nil, nil)
	rule := cs[0].Rule
	_, broken := Run(Kinds()[:1], 1, []Contestant{Once("broken", survival.KaplanMeier{Shrink: -1}, rule)}, policy.Usual(), silent)
	_, rolling := Run([]Kind{{lateness.Steady(), 8}}, 1, []Contestant{Rolling("broken", survival.Arrived{}, 0, rule)}, policy.Usual(), silent)
	r := results(t)
	_, unknown := r.CostTable("nobody")
	_, unpaired := r.DifferenceTable(Pair{ByKM, "nobody"})
	_, kind := r.Cost(Row{"steady", 9}, ByKM)
	const head = "law\tmonths\tseed\ta\n"
	for _, c := range []struct {
		err  error
		want string
	}{
		{none, "study: kinds, worlds and contestants must be at least 1, got 10, 0 and 10"},
		{month, "study: worlds and contestants must be at least 1, got 1 and 0"},
		{costs, "policy: cost of a period of waiting must be a number of at least 0, got -1"},
		{broken, "study: steady, 8 months, seed 1: broken: survival: readings added to each region must be"},
		{rolling, "study: steady, 8 months, seed 1: broken: survival: months of a rolling fit must be at least 1, got 0"},
		{unknown, "study: contestant must be one of"},
		{unpaired, "study: contestant must be one of"},
		{kind, "study: kind must be one of"},
		{ofRead(""), "study: results must have at least 1 world, got 0"},
		{ofRead(head), "study: results must have at least 1 world, got 0"},
		{ofRead("law\tmonths\tseed\n"), "study: results, line 1: want 4 columns, got 3"},
		{ofRead("# a comment\n" + head + "steady\t8\t1\n"), "study: results, line 3: want 4 columns, got 3"},
		{ofRead(head + "steady\tx\t1\t1 1\n"), `study: results, line 2: months must be a number, got "x"`},
		{ofRead(head + "steady\t8\tx\t1 1\n"), `study: results, line 2: seed must be a number, got "x"`},
		{ofRead(head + "steady\t8\t1\tx 1\n"), `study: results, line 2: cost must be a number, got "x"`},
		{ofRead(head + "steady\t8\t1\t1\n"), `study: results, line 2: share of polluted cells must be a number, got ""`},
		{ofRead(strings.Repeat("x", 1<<17)), "study: read results: "},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("error is %v, want %s", c.err, c.want)
		}
	}
}
