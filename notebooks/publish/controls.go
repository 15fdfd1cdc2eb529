package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/publish/page"
	"tidemark/plots"
)

// controls is the package whose cells let a reader move the values of a figure.
const controls = `"tidemark/plots/live"`

// runControls runs the lessons with such cells, in the kernel of the checkout:
// where no kernel will answer, they have to draw beforehand all that their
// controls can show. The lessons get the outputs that are meant for pages; the
// drawings are the files that it returns.
func (j job) runControls(ctx context.Context, lessons []page.Lesson) ([]page.File, error) {
	dir, err := os.MkdirTemp("", "frames")
	if err != nil {
		return nil, fmt.Errorf("publish: %w", err)
	}
	defer os.RemoveAll(dir)
	for _, l := range lessons {
		if !hasControls(l.Notebook) {
			continue
		}
		fmt.Fprintf(os.Stderr, "publish: running %s for its controls (half a minute) ...\n", l.Name)
		if err := j.run(ctx, l, dir); err != nil {
			return nil, fmt.Errorf("publish: lesson %s: %w", l.Name, err)
		}
	}
	return page.ReadFolder(dir, page.Frames)
}

func hasControls(nb *ipynb.Notebook) bool {
	for _, c := range nb.Cells {
		if c.IsCode() && strings.Contains(string(c.Source), controls) {
			return true
		}
	}
	return false
}

// run runs a lesson with its drawings going to a folder.
func (j job) run(ctx context.Context, l page.Lesson, frames string) error {
	kernel, err := jupyter.Find(j.root)
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(filepath.Dir(l.Path))
	if err != nil {
		return err
	}
	size := plots.Notebook
	if j.what == "slides" {
		size = plots.Slide
	}
	fresh, err := kernel.Execute(ctx, l.Notebook, jupyter.Session{
		Dir:     dir,
		Kernels: filepath.Join(j.root, checkout.Kernels),
		Env:     []string{"TIDEMARK_FRAMES=" + frames, "TIDEMARK_FRAMES_SIZE=" + size.Name},
	})
	if err != nil {
		return err
	}
	fresh.Normalize("")
	for i, c := range fresh.Cells {
		if failures := c.Failures(); len(failures) > 0 && !c.Tagged(ipynb.MayFail) {
			return fmt.Errorf("cell %s: %s", c.ID, strings.Join(failures, ", "))
		}
		l.Notebook.Cells[i].Outputs = c.Outputs
	}
	return nil
}
