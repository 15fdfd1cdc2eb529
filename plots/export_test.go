package plots

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// entries returns the names in a folder.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// Every rendering becomes a file of its own, and nothing else is left.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "exports")
	f := lesson(t, "modes-cost")
	var seen []string
	files, err := Write(dir, []*Figure{f}, Renderings(), func(f File) { seen = append(seen, filepath.Base(f.Path)) })
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i, r := range Renderings() {
		want = append(want, f.FileName(r))
		if files[i].Path != filepath.Join(dir, f.FileName(r)) || len(readFile(t, files[i].Path)) != files[i].Bytes {
			t.Errorf("file %d is %+v, want %s", i, files[i], f.FileName(r))
		}
	}
	slices.Sort(want)
	slices.Sort(seen)
	if got := entries(t, dir); !slices.Equal(got, want) || !slices.Equal(seen, want) {
		t.Errorf("got files %q, calls for %q, want %q", got, seen, want)
	}
	if len(want) != 12 || !slices.Contains(want, "modes-cost-slide-dark.svg") {
		t.Errorf("want 12 files, got %q", want)
	}
	if info, err := os.Stat(files[0].Path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode is %v (%v), want it readable by all", info.Mode(), err)
	}
}

// Two set-ups never share a file name.
func TestNamesHoldTheParameters(t *testing.T) {
	figures := map[string]*Figure{}
	for _, r := range Recipes() {
		for _, params := range variations(r) {
			f, err := r.With(params...)
			if err != nil {
				t.Errorf("%s %v: %v", r.Name, params, err)
				continue
			}
			svg := Rendering{Notebook, Light, SVG}
			if other := figures[f.stem()]; other != nil && string(render(t, other, svg)) != string(render(t, f, svg)) {
				t.Errorf("%s %v: another figure is called %s", r.Name, params, f.stem())
			}
			figures[f.stem()] = f
		}
	}
	for params, want := range map[string]string{
		"tolerance-tradeoff delay=3":                   "tolerance-tradeoff-delay3",
		"tolerance-tradeoff delay=2":                   "tolerance-tradeoff",
		"cell-differences delay=3 tolerance=2":         "cell-differences-tolerance2-delay3",
		"state-growth of=2026-03 late=7":               "state-growth-of-2026-03-subscribers1-7",
		"modes-cost seed=-5 subscribers=10 periods=24": "modes-cost-subscribers10-periods24-seed-5",
	} {
		words := strings.Fields(params)
		if got := lesson(t, words[0], words[1:]...).stem(); got != want {
			t.Errorf("%s is called %s, want %s", params, got, want)
		}
	}
}

// A file that cannot be written is named in one line, and leaves nothing.
func TestWriteErrors(t *testing.T) {
	f := lesson(t, "modes-cost")
	r := Rendering{Notebook, Light, SVG}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, f.FileName(r)), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := f.Write(dir, r)
	wantError(t, err, "plots: write modes-cost-notebook-light.svg in folder "+filepath.Base(dir)+": a folder has that name")
	if got := entries(t, dir); len(got) != 1 {
		t.Errorf("left %q", got)
	}

	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(filepath.Join(file, "exports"), r)
	wantError(t, err, "plots: make folder exports: not a directory")

	_, err = Write(dir, []*Figure{nil}, []Rendering{r}, nil)
	wantError(t, err, "plots: want a figure, got none")

	bad := *f
	bad.Panels = func(Look) [][]*Panel { return nil }
	_, err = bad.Write(dir, Renderings()...)
	wantError(t, err, "plots: figure modes-cost: want at least one panel, got none")
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// An older file stays whole when a new one cannot take its place.
func TestFailedWriteKeepsOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old")
	if err := writeFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got := string(readFile(t, path)); got != "new" {
		t.Errorf("got %q, want the new file", got)
	}
	if got := entries(t, dir); len(got) != 1 {
		t.Errorf("left %q", got)
	}
}
