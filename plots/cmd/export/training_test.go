package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tidemark/plots"
)

var update = flag.Bool("update", false, "write the golden file afresh")

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
	file := filepath.Join("testdata", "training_golden.svg")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at it, and if it is good run go test -update", file)
	}

	if f, err = r.With("months=8"); err != nil || f.Variant == "" {
		t.Errorf("with 8 months: want another file name, got %v", err)
	}
	const refused = "plots: law must be one of "
	if _, err = r.With("law=none"); err == nil || !strings.HasPrefix(err.Error(), refused) {
		t.Errorf("got %v, want %s…", err, refused)
	}
}
