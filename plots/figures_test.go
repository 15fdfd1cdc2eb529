package plots

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tidemark/plots/internal/golden"
)

// TestGolden compares each figure of the lessons, as it stands in the notebook,
// with the one that was looked at and found good.
func TestGolden(t *testing.T) {
	for _, r := range Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			f, err := r.With()
			if err != nil {
				t.Fatal(err)
			}
			if f.Name != r.Name || f.Variant != "" {
				t.Errorf("the lesson's own figure is called %q, want %q", f.stem(), r.Name)
			}
			got, err := f.Render(Rendering{Notebook, Light, SVG})
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, r.Name, got)
		})
	}
}

// TestReadable looks at each figure with many parameters, at both sizes, light
// or dark by turns: the layout does not depend on the theme.
func TestReadable(t *testing.T) {
	for _, r := range Recipes() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			for i, params := range variations(r) {
				f, err := r.With(params...)
				if err != nil {
					t.Errorf("%v: %v", params, err)
					continue
				}
				readable(t, f, Themes()[i%2])
			}
		})
	}
}

// variations returns parameter sets at the edges of what a reader may try, as
// far as the recipe knows them.
func variations(r Recipe) [][]string {
	known := map[string]bool{}
	for _, p := range r.Params {
		known[p.Name] = true
	}
	all := [][]string{nil}
	add := func(params ...string) {
		params = slices.DeleteFunc(params, func(p string) bool {
			name, _, _ := strings.Cut(p, "=")
			return !known[name]
		})
		if len(params) > 0 && !slices.ContainsFunc(all, func(q []string) bool { return slices.Equal(q, params) }) {
			all = append(all, params)
		}
	}
	for delay := range 13 {
		add(fmt.Sprintf("delay=%d", delay))
		add(fmt.Sprintf("delay=%d", delay), "late=0")
		add(fmt.Sprintf("delay=%d", delay), "tolerance=2", "late=7")
	}
	for month := 1; month <= 12; month++ {
		of := fmt.Sprintf("of=2026-%02d", month)
		add(of)
		add(of, "delay=3", "tolerance=1")
		add(of, fmt.Sprintf("lost=2026-%02d", month))
	}
	for _, seed := range []string{"seed=1", "seed=-7", "seed=99"} {
		add(seed)
	}
	for _, subscribers := range []string{"1", "2", "7", "60"} {
		add("subscribers="+subscribers, "periods=8")
		add("subscribers="+subscribers, "periods=24")
	}
	add("subscribers=12345")
	add("periods=24", "of=2026-12", "delay=5")
	add("periods=36", "of=2027-11", "delay=2", "lost=2028-02")
	for _, p := range []string{"every=7h", "size=2m", "slide=30s", "gap=3m", "count=500", "pieces=7", "agents=1", "agents=9"} {
		add(p)
	}
	add("of=none", "delay=2")
	add("of=none", "delay=2", "late=0")
	add("of=2026-01", "periods=2", "lost=2026-02")
	add("of=2026-02", "periods=3", "lost=2026-02")
	return all
}
