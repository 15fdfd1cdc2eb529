package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tidemark/plots"
)

func TestAllFigures(t *testing.T) {
	dir := t.TempDir()
	var out, progress bytes.Buffer
	if err := run([]string{"-dir", dir, "-format", "svg,pdf"}, &out, &progress); err != nil { // PNGs take long
		t.Fatal(err)
	}
	want := 0
	for _, r := range recipes() {
		f, err := r.With()
		if err != nil {
			t.Fatal(err)
		}
		for _, rendering := range plots.Renderings() {
			if rendering.Format == plots.PNG {
				continue
			}
			want++
			if info, err := os.Stat(filepath.Join(dir, f.FileName(rendering))); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", f.FileName(rendering), err)
			}
		}
	}
	if got := len(names(t, dir)); got != want {
		t.Errorf("want %d files, got %d", want, got)
	}
	if lines := strings.Count(out.String(), "\n"); lines != want+1 {
		t.Errorf("want a line for each file and the sum, got %d:\n%s", lines, &out)
	}
	if !strings.Contains(progress.String(), "files\n") {
		t.Errorf("want to be told how far it is, got %q", &progress)
	}
}

// The command draws what the cell of the lesson draws, byte for byte.
func TestSameBytesAsTheFigure(t *testing.T) {
	dir := t.TempDir()
	args := []string{"-dir", dir, "-size", "notebook", "tolerance-tradeoff", "--delay=3", "state-growth", "delay=2", "-theme=dark"}
	if err := run(args, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	var want []string
	for name, param := range map[string]string{"tolerance-tradeoff": "delay=3", "state-growth": "delay=2"} {
		r, err := plots.FindRecipe(recipes(), name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.With(param)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range plots.Formats() {
			rendering := plots.Rendering{Size: plots.Notebook, Theme: plots.Dark, Format: format}
			data, err := f.Render(rendering)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join(dir, f.FileName(rendering)))
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s is not what the figure gives, %v", f.FileName(rendering), err)
			}
			want = append(want, f.FileName(rendering))
		}
	}
	slices.Sort(want)
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestArgumentsThatMakeNoSense(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"delay=3", "export: parameter delay=3 must follow the name of its figure"},
		{"tradeoff", `plots: figure must be one of `},
		{"tolerance-tradeoff dealy=3", `plots: parameter of tolerance-tradeoff must be one of delay, `},
		{"tolerance-tradeoff delay=x", `plots: delay must be a whole number, got "x"`},
		{"tolerance-tradeoff delay=-1", "set-up 1 of 48: sim: delay must be at least 0 periods, got -1"},
		{"-format=gif", "export: "},
		{"-colour", "export: flag provided but not defined: -colour (see -help)"},
	} {
		dir := t.TempDir()
		err := run(append([]string{"-dir", dir}, strings.Fields(tt.line)...), io.Discard, io.Discard)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s…", tt.line, err, tt.want)
		}
		if left := names(t, dir); len(left) > 0 {
			t.Errorf("%s: wrote %v all the same", tt.line, left)
		}
	}
}

func TestHelp(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"--help"}, &out, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	for _, r := range recipes() {
		if !strings.Contains(out.String(), r.Name) || !strings.Contains(out.String(), r.About) {
			t.Errorf("help does not speak of %s", r.Name)
		}
		for _, p := range r.Params {
			if !strings.Contains(out.String(), p.Name+"="+p.Default) || !strings.Contains(out.String(), p.Help) {
				t.Errorf("help does not speak of %s", p.Name)
			}
		}
	}
}

// names returns the names of all files in a folder, hidden ones too.
func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// What cannot be written is named in a line, and leaves nothing behind.
func TestNameIsTaken(t *testing.T) {
	dir := t.TempDir()
	const taken = "state-growth-notebook-light.svg"
	if err := os.MkdirAll(filepath.Join(dir, taken, "mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := run([]string{"-dir", dir, "-size=notebook", "-theme=light", "-format=svg", "state-growth"}, io.Discard, io.Discard)
	want := "plots: write " + taken + " in folder " + filepath.Base(dir) + ": a folder has that name"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := names(t, dir); !slices.Equal(got, []string{taken}) {
		t.Errorf("left behind: %v", got)
	}
}

func TestFolderIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := run([]string{"-dir", path, "state-growth"}, io.Discard, io.Discard)
	if want := "plots: make folder taken: not a directory"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if data, _ := os.ReadFile(path); string(data) != "mine" {
		t.Errorf("the file became %q", data)
	}
}
