package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter/jupytertest"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
	"tidemark/sim"
)

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct{ line, what, folder, err string }{
		{line: "site", what: "site", folder: "site"},
		{line: "slides -o x a.ipynb", what: "slides", folder: "x"},
		{line: "", err: "publish: want site or slides, got \"\""},
		{line: "book", err: "publish: want site or slides, got \"book\""},
	} {
		j, err := parse(strings.Fields(tt.line))
		switch {
		case tt.err != "":
			if err == nil || err.Error() != tt.err {
				t.Errorf("%q: got %v, want %s", tt.line, err, tt.err)
			}
		case err != nil || j.what != tt.what || filepath.Base(j.folder) != tt.folder || len(j.lessons) == 0:
			t.Errorf("%q: got %+v, %v", tt.line, j, err)
		}
	}
}

func TestSiteIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a site")
	lesson := filepath.Join(t.TempDir(), "07-a.ipynb")
	source := `{"cells":[{"cell_type":"markdown","id":"a","metadata":{},"source":["# 07 · A\n","\n","Why?"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	if err := os.WriteFile(lesson, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"site", "-o", dir, lesson}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "07-a.html", "07-a.ipynb"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if err := run(t.Context(), []string{"site", "-o", lesson, lesson}); err == nil {
		t.Error("a file stands where the folder goes: want an error, got none")
	}
}

// A figure that no recipe makes, after a change of the delay for example, is
// drawn for slides by running its lesson.
func TestChangedFigureIsDrawn(t *testing.T) {
	jupytertest.Want(t)
	dir := t.TempDir()
	lesson := filepath.Join(dir, "07-a.ipynb")
	if err := os.WriteFile(lesson, changedLesson(t), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"site", "-o", dir, lesson}); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(filepath.Join(dir, "07-a.html"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(html), `<source media="(prefers-color-scheme: dark)" srcset="data:image/svg`) {
		t.Error("the figure is not drawn for the night")
	}
}

// changedLesson returns a lesson with a figure of another delay, and a cell that
// does not even compile after that.
func changedLesson(t *testing.T) []byte {
	t.Helper()
	setups := sim.Grid(sim.Default(), []int{3}, []int{0, 1})
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		t.Fatal(err)
	}
	f, err := plots.StateGrowth(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	shown := ipynb.Output{Type: "display_data", Data: ipynb.Bundle{
		"text/html": b.Data["text/html"],
		"image/png": base64.StdEncoding.EncodeToString(b.Data["image/png"].([]byte)),
	}}
	const draw = `import (
	"tidemark/plots"
	"tidemark/sim"
)
%%
outcomes, err := sim.Sweep(sim.Grid(sim.Default(), []int{3}, []int{0, 1}))
if err != nil {
	panic(err)
}
plots.Show(plots.StateGrowth(outcomes))`
	nb := ipynb.Notebook{Major: 4, Minor: 5, Cells: []ipynb.Cell{
		{Type: "markdown", ID: "title", Metadata: map[string]any{}, Source: "# 07 · A\n\nWhy?"},
		{Type: "code", ID: "draw", Metadata: map[string]any{}, Source: draw, Outputs: []ipynb.Output{shown}},
		{Type: "code", ID: "fail", Metadata: map[string]any{}, Source: "%%\nthis fails"},
	}}
	nb.Normalize("Go")
	data, err := nb.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The cells that are run are those whose outputs are wanted and those that
// declare what these may use.
func TestExcerpt(t *testing.T) {
	nb := &ipynb.Notebook{}
	for id, source := range []string{
		"import \"fmt\"\n\nfunc f() {}", "%%\nf()", "%noautoget\n// a note\ntype t int\n%%\nf()", "%test\nfunc TestA()", "!ls", "%%\nlive.Show(f)",
	} {
		nb.Cells = append(nb.Cells, ipynb.Cell{Type: "code", ID: fmt.Sprint(id), Source: ipynb.Text(source)})
	}
	nb.Cells = append(nb.Cells, ipynb.Cell{Type: "markdown", ID: "prose", Source: "live.Show("})
	j := job{figures: page.NewFigures(nil, "")}
	wanted, err := j.wanted(page.Lesson{Notebook: nb})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range excerpt(nb, wanted).Cells {
		got = append(got, c.ID)
	}
	if want := []string{"0", "2", "5"}; !slices.Equal(got, want) {
		t.Errorf("got the cells %v, want %v", got, want)
	}
}
