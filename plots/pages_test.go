//go:build unix

package plots

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
)

// A figure that is shown is drawn for pages where somebody asks for that, as it
// is drawn elsewhere.
func TestShowDrawsForPages(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(drawings, dir)
	outputs, _, stderr := runInKernel(t, "show", t.TempDir())
	if len(outputs) != 3 || stderr != "" {
		t.Fatalf("got %d outputs and %q", len(outputs), stderr)
	}
	f, err := modesFigure()
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("%08x", crc32.ChecksumIEEE(outputs[1].Data["image/png"].([]byte)))
	if got := string(readFile(t, filepath.Join(dir, name+".txt"))); got != f.Title+"\n"+f.Note {
		t.Errorf("text is %q", got)
	}
	for _, size := range Sizes() {
		for _, theme := range Themes() {
			file := fmt.Sprintf("%s-%s-%s.svg", name, size.Name, theme.Name)
			if !bytes.Equal(readFile(t, filepath.Join(dir, file)), render(t, f, Rendering{size, theme, SVG})) {
				t.Errorf("%s is not what the figure gives", file)
			}
		}
	}
	if got := entries(t, dir); len(got) != 5 {
		t.Errorf("want 5 files, got %q", got)
	}
}

// The figure is there all the same when it cannot be drawn for pages.
func TestShowCannotDrawForPages(t *testing.T) {
	t.Setenv(drawings, filepath.Join(t.TempDir(), "missing"))
	outputs, _, stderr := runInKernel(t, "show", t.TempDir())
	if len(outputs) != 3 {
		t.Errorf("want 3 outputs, got %d", len(outputs))
	}
	if want := "plots: draw modes-cost for pages: no such file or directory\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
	if _, err := os.Stat(os.Getenv(drawings)); err == nil {
		t.Error("made the folder")
	}
}
