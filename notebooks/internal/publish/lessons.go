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
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

// runLessons runs those cells, in the kernel of the checkout, whose stored
// outputs are not enough. Where no kernel will answer, controls have to draw
// beforehand all that they can show; those cells get the outputs that are meant
// for pages, and the drawings are the files that it returns. Figures that no
// recipe makes, as after a change of the lesson, have to be drawn in the other
// theme and size; that goes to the folder drawn.
func (j job) runLessons(ctx context.Context, lessons []page.Lesson, drawn string) ([]page.File, error) {
	frames, err := os.MkdirTemp("", "frames")
	if err != nil {
		return nil, fmt.Errorf("publish: %w", err)
	}
	defer os.RemoveAll(frames)
	env := []string{"TIDEMARK_FRAMES=" + frames, "TIDEMARK_FRAMES_SIZE=" + j.size().Name, "TIDEMARK_FIGURES=" + drawn}
	for _, l := range lessons {
		if err := j.runLesson(ctx, l, env); err != nil {
			return nil, fmt.Errorf("publish: lesson %s: %w", l.Name, err)
		}
	}
	return page.ReadFolder(frames, page.Frames)
}

func (j job) size() plots.Size {
	if j.what == "slides" {
		return plots.Slide
	}
	return plots.Notebook
}

// runLesson runs what of a lesson has to be run: the cells with controls, whose
// outputs it takes, and those with figures that are not known, which it leaves
// as they are.
func (j job) runLesson(ctx context.Context, l page.Lesson, env []string) error {
	wanted, err := j.wanted(l)
	if err != nil || len(wanted) == 0 {
		return err
	}
	j.say("running %d cells of %s to draw what they show ...", len(wanted), l.Name)
	fresh, err := j.run(ctx, l, excerpt(l.Notebook, wanted), env)
	if err != nil {
		return err
	}
	return takeControls(l.Notebook, fresh)
}

// wanted returns the ids of the cells that have to be run.
func (j job) wanted(l page.Lesson) (map[string]bool, error) {
	wanted := map[string]bool{}
	for _, c := range l.Notebook.Cells {
		unknown, err := page.HasUnknownFigure(c, j.figures)
		if err != nil {
			return nil, err
		}
		if unknown || hasControls(c) {
			wanted[c.ID] = true
		}
	}
	return wanted, nil
}

// hasControls reports whether a cell lets a reader move the values of a figure.
func hasControls(c ipynb.Cell) bool {
	return c.IsCode() && strings.Contains(string(c.Source), "live.Show(")
}

// excerpt returns a notebook of the wanted cells, and of those before them that
// declare something: the kernel carries nothing else from cell to cell.
func excerpt(nb *ipynb.Notebook, wanted map[string]bool) *ipynb.Notebook {
	some := *nb
	some.Cells = nil
	for _, c := range nb.Cells {
		if c.IsCode() && (wanted[c.ID] || declares(string(c.Source))) {
			some.Cells = append(some.Cells, c)
		}
	}
	return &some
}

// declares reports whether a cell has Go in it before it begins to run
// something, or never does.
func declares(source string) bool {
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "%%"), strings.HasPrefix(line, "%main"), strings.HasPrefix(line, "%test"):
			return false
		case line != "" && line[0] != '%' && line[0] != '!' && !strings.HasPrefix(line, "//"):
			return true
		}
	}
	return false
}

// takeControls takes the outputs with controls from a run.
func takeControls(nb, fresh *ipynb.Notebook) error {
	fresh.Normalize("")
	for _, c := range fresh.Cells {
		if !hasControls(c) {
			continue
		}
		if failures := c.Failures(); len(failures) > 0 {
			return fmt.Errorf("cell %s: %s", c.ID, strings.Join(failures, ", "))
		}
		nb.Cells[nb.Find(c.ID)].Outputs = c.Outputs
	}
	return nil
}

func (j job) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "publish: "+format+"\n", args...)
}

// run runs a notebook in the place of a lesson, with some settings.
func (j job) run(ctx context.Context, l page.Lesson, nb *ipynb.Notebook, env []string) (*ipynb.Notebook, error) {
	kernel, err := jupyter.Find(j.root)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(l.Path))
	if err != nil {
		return nil, err
	}
	return kernel.Execute(ctx, nb, jupyter.Session{
		Dir:     dir,
		Kernels: filepath.Join(j.root, checkout.Kernels),
		Env:     env,
	})
}
