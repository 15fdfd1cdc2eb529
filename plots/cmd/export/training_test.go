package main

import (
	"strings"
	"testing"

	"tidemark/plots"
	"tidemark/plots/internal/golden"
)

// The models learn the same on every run, so their figure has the same bytes.
func TestTraining(t *testing.T) {
	r, err := plots.FindRecipe(recipes(), "training")
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.With()
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != r.Name || f.Variant != "" {
		t.Errorf("the lesson's own figure is called %s, variant %q", f.Name, f.Variant)
	}
	got, err := f.Render(plots.Rendering{Size: plots.Notebook, Theme: plots.Light, Format: plots.SVG})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, r.Name, got)

	if f, err = r.With("months=8"); err != nil || f.Variant == "" {
		t.Errorf("with 8 months: want another file name, got %v", err)
	}
	const refused = "plots: law must be one of "
	if _, err = r.With("law=none"); err == nil || !strings.HasPrefix(err.Error(), refused) {
		t.Errorf("got %v, want %s…", err, refused)
	}
}
