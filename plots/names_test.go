package plots

import (
	"os"
	"strings"
	"testing"

	"tidemark/sim/lateness"
	"tidemark/sim/policy"
)

// TestValidParametersExport checks that what can be drawn can be exported, each
// set-up under a name of its own that every file system takes.
func TestValidParametersExport(t *testing.T) {
	cases := map[string][][]string{
		"checkpoint-interval": {{"between=1e6"}, {"between=1000001"}, {"write=1e-7"}, {"between=1e+06", "seed=-9223372036854775808"}, {"write=0.000123456789", "restart=1e-300"}},
		"cost-curves":         {{"polluted=1e21"}, {"state=1e-12"}, {"polluted=1e300", "state=1e-300", "waited=1e-299"}, {"polluted=1e300", "state=1e-300", "waited=2e-299"}},
		"call-board":          {{"agents=+7"}, {"seed=-1"}},
		"late-tap":            {{"delay=3", "tolerance=0"}},
		"two-clocks":          {{"now=-1"}, {"delay=007"}},
		"stock-levels":        {{"every=1ms"}, {"every=1m0.5s"}},
	}
	for name, all := range cases {
		dir := t.TempDir()
		for i, params := range all {
			files, err := lesson(t, name, params...).Write(dir, Rendering{Slide, Light, SVG})
			if err != nil {
				t.Errorf("%s %v: %v", name, params, err)
				continue
			}
			if in, _ := os.ReadDir(dir); len(in) != i+1 {
				t.Errorf("%s %v: %s is a name that another set-up has", name, params, files[0].Path)
			}
		}
	}
}

// TestCanonicalParameters checks that a spelling of the lesson's own value is the
// lesson's own figure.
func TestCanonicalParameters(t *testing.T) {
	for name, param := range map[string]string{"call-board": "agents=+4", "decision-work": "seed=01", "two-clocks": "delay=002"} {
		if f := lesson(t, name, param); f.Variant != "" {
			t.Errorf("%s %s is the lesson's own, got variant %q", name, param, f.Variant)
		}
	}
}

// TestLongNames checks figures whose words of one's own make the name long or
// are in letters that no file name has.
func TestLongNames(t *testing.T) {
	w, err := lateness.Draw(lateness.Default())
	if err != nil {
		t.Fatal(err)
	}
	stems := map[string]bool{}
	names := []string{strings.Repeat("a rival ", 60), strings.Repeat("a rival ", 60) + "and more", "Ä", "Ö", "../../etc/passwd", "Kaplan–Meier", "…"}
	for _, name := range names {
		f, err := CostCurves(w, w.First(), policy.Usual(), Forecaster{name, policy.Truth(w)})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.validate(); err != nil || len(f.FileName(Rendering{Notebook, Light, SVG})) > 255 || strings.Contains(f.stem(), "/") {
			t.Errorf("%q: %v, stem %q", name, err, f.stem())
		}
		stems[f.stem()] = true
	}
	if len(stems) != len(names) {
		t.Errorf("%d names must give as many files, got %d", len(names), len(stems))
	}
	f := worded("Title", "label")
	f.Name = strings.Repeat("x", 300)
	if _, err := f.Render(Rendering{Notebook, Light, SVG}); err == nil || !strings.Contains(err.Error(), "at most 100 letters, got 300") {
		t.Errorf("a name of 300 letters must be refused, got %v", err)
	}
}
