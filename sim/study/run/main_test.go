package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tidemark/sim/hazard"
	"tidemark/sim/policy"
	"tidemark/sim/study"
)

// What is stored of the trained models is what a fresh training gives.
func TestTrainedIsFresh(t *testing.T) {
	costs := policy.Usual()
	rule, err := costs.Cheapest()
	if err != nil {
		t.Fatal(err)
	}
	cs := []study.Contestant{study.Once(study.ByLogistic, hazard.Logistic(), rule), study.Once(study.ByMLP, hazard.MLP(), rule)}
	kinds := study.Kinds()
	fresh, err := study.Run([]study.Kind{kinds[0], kinds[5]}, 1, cs, costs, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := study.Stored()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range fresh.Worlds {
		i := slices.IndexFunc(stored.Worlds, func(x study.Result) bool { return x.Law == w.Law && x.Months == w.Months && x.Seed == w.Seed })
		for j, name := range fresh.Contestants {
			got, want := w.Scores[j], stored.Worlds[i].Scores[slices.Index(stored.Contestants, name)]
			if math.Abs(got.Cost-want.Cost) > 1e-6 {
				t.Errorf("%s, %d months: %s costs %.6f, stored are %.6f", w.Law, w.Months, name, got.Cost, want.Cost)
			}
		}
	}
}

// The report of the stored results has a row for each kind in both tables.
func TestReport(t *testing.T) {
	stored, err := study.Stored()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report(&b, stored); err != nil {
		t.Fatal(err)
	}
	for _, k := range study.Kinds() {
		if n := strings.Count(b.String(), "\n"+k.Law.Name+" "); n != 4 {
			t.Errorf("report has %d rows of %s, want 4", n, k.Law.Name)
		}
	}
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(line)); n > 101 {
			t.Errorf("line of %d letters is too wide: %s", n, line)
		}
	}
}

func TestStore(t *testing.T) {
	stored, err := study.Stored()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "worlds.txt")
	if err := store(stored, file); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := study.Read(strings.NewReader(string(data)))
	if err != nil || len(again.Worlds) != len(stored.Worlds) {
		t.Errorf("%d worlds were stored (%v), want %d", len(again.Worlds), err, len(stored.Worlds))
	}
	if err := store(stored, filepath.Join(t.TempDir(), "no", "such", "folder")); err == nil {
		t.Error("a folder that is not there is no error")
	}
	if err := run(0, policy.Usual(), ""); err == nil {
		t.Error("a study of no world is no error")
	}
	if err := run(1, policy.Costs{State: -1}, ""); err == nil {
		t.Error("a negative cost is no error")
	}
}

// Away from a terminal the bar writes a line at each tenth.
func TestBar(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	b := newBar(out)
	for n := range 40 {
		b.show(n+1, 40)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(string(data)), "\n"); len(lines) != 10 || !strings.HasPrefix(lines[4], "[===============               ] 20 of 40 worlds, ") {
		t.Errorf("bar is\n%s\nwant ten lines", data)
	}
}
