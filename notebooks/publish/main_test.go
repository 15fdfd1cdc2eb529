package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
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

func TestControlsAreSeen(t *testing.T) {
	for source, want := range map[string]bool{
		"import (\n\t\"tidemark/plots/live\"\n)": true,
		"import \"tidemark/plots\"":              false,
	} {
		nb := &ipynb.Notebook{Cells: []ipynb.Cell{{Type: "code", Source: ipynb.Text(source)}}}
		if got := hasControls(nb); got != want {
			t.Errorf("%q: got %t, want %t", source, got, want)
		}
	}
}
