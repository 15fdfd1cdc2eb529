// Package lessons proves the lessons. Its tests execute each lesson in the real kernel, alone and
// from a clean start, and compare every output with the stored one, byte for byte; they run it again
// in a stock GoNB kernel, in a copy of the checkout; and they make the changes in it that a reader
// would make (see edits_test.go).
//
//	make test                                                         everything
//	make notebooks                                                    execute all lessons, store their outputs afresh
//	go test ./notebooks/internal/lessons -run Lessons/02 -update      the same for one lesson
//
// A cell with the tag "may-fail" is meant to show a failure: it may fail, and its outputs are
// compared like all others.
package lessons

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/internal/jupyter/jupytertest"
)

var update = flag.Bool("update", false, "store the outputs of a fresh run")

// Kernels compile all the time; more than two at once only wait for each other.
var turns = make(chan struct{}, 2)

func TestLessons(t *testing.T) {
	j, root := jupytertest.Want(t)
	for _, name := range lessons(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stored := read(t, name)
			edits := editsOf(t, name, stored)
			fresh := execute(t, j, with(stored, edits), here(root))
			noFailures(t, fresh)
			if *update {
				store(t, name, fresh)
				return
			}
			sameOutputs(t, stored, fresh)
			for _, e := range edits {
				t.Run(e.name(), func(t *testing.T) { e.check(t, fresh) })
			}
		})
	}
}

// A reader may have any GoNB kernel: installed by GoNB itself, with none of the flags of ours. The
// first cell of a lesson then finds the checkout, wherever that is.
func TestLessonsInStockKernel(t *testing.T) {
	if *update {
		t.Skip("stores nothing")
	}
	j, root := jupytertest.Want(t)
	s := stockKernel(t, j, root)
	for _, name := range lessons(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stored := read(t, name)
			fresh := execute(t, j, stored, s)
			noFailures(t, fresh)
			sameOutputs(t, stored, fresh)
		})
	}
}

// place gives the path of what stands in the checkout.
func place(t *testing.T, names ...string) string {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(append([]string{root}, names...)...)
}

// lessons gives the file names of all lessons.
func lessons(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob(place(t, checkout.Lessons, "[0-9]*.ipynb"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("want lessons, got %v, %v", paths, err)
	}
	for i, path := range paths {
		paths[i] = filepath.Base(path)
	}
	return paths
}

func read(t *testing.T, name string) *ipynb.Notebook {
	t.Helper()
	nb, err := ipynb.Read(place(t, checkout.Lessons, name))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// here is a session in this checkout with the kernel of this checkout.
func here(root string) jupyter.Session {
	return jupyter.Session{
		Dir:     filepath.Join(root, checkout.Lessons),
		Kernels: filepath.Join(root, checkout.Kernels),
	}
}

func execute(t *testing.T, j jupyter.Jupyter, nb *ipynb.Notebook, s jupyter.Session) *ipynb.Notebook {
	t.Helper()
	turns <- struct{}{}
	defer func() { <-turns }()
	fresh, err := j.Execute(t.Context(), nb, s)
	if err != nil {
		t.Fatal(err)
	}
	fresh.Normalize(displayName(t))
	return fresh
}

// displayName gives the name of the kernel of this checkout as front ends show it.
func displayName(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(place(t, checkout.Kernels, "kernels", "gonb", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	var spec struct {
		DisplayName string `json:"display_name"`
	}
	if err := json.Unmarshal(data, &spec); err != nil {
		t.Fatal(err)
	}
	return spec.DisplayName
}

func noFailures(t *testing.T, nb *ipynb.Notebook) {
	t.Helper()
	for _, c := range nb.Cells {
		if c.Tagged(ipynb.MayFail) {
			continue
		}
		for _, f := range c.Failures() {
			t.Errorf("cell %s: %s", c.ID, f)
		}
	}
}

// sameOutputs compares the cells of the stored notebook with the first cells of the fresh one.
func sameOutputs(t *testing.T, stored, fresh *ipynb.Notebook) {
	t.Helper()
	for i, c := range stored.Cells {
		if d := ipynb.Diff(c.Outputs, fresh.Cells[i].Outputs); d != "" {
			t.Errorf("cell %s: %s", c.ID, d)
		}
	}
	if t.Failed() {
		t.Log("if the fresh outputs are right, 'make notebooks' stores them")
	}
}

// store writes the notebook unless a cell failed.
func store(t *testing.T, name string, fresh *ipynb.Notebook) {
	t.Helper()
	if t.Failed() {
		t.Fatal("not stored")
	}
	data, err := fresh.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(place(t, checkout.Lessons, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}
