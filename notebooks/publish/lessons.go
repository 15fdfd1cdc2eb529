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

// runLessons runs those lessons, in the kernel of the checkout, whose stored
// outputs are not enough. Where no kernel will answer, controls have to draw
// beforehand all that they can show; those lessons get the outputs that are
// meant for pages, and the drawings are the files that it returns. Figures that
// no recipe makes, as after a change of the lesson, have to be drawn in the
// other theme and size; that goes to the folder drawn.
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

// runLesson runs a lesson if it has to be.
func (j job) runLesson(ctx context.Context, l page.Lesson, env []string) error {
	if hasControls(l.Notebook) {
		j.say("running %s for its controls (a minute or so) ...", l.Name)
		fresh, err := j.run(ctx, l, env)
		if err != nil {
			return err
		}
		return takeOutputs(l.Notebook, fresh)
	}
	unknown, err := l.HasUnknownFigures(j.figures)
	if err != nil || !unknown {
		return err
	}
	j.say("running %s for figures that are not those of the lesson as it came (a minute or so) ...", l.Name)
	if _, err := j.run(ctx, l, env); err != nil {
		j.say("they stay as they are stored: %v", err)
	}
	return ctx.Err()
}

// takeOutputs puts the outputs of a run in the place of the stored ones.
func takeOutputs(nb, fresh *ipynb.Notebook) error {
	fresh.Normalize("")
	for i, c := range fresh.Cells {
		if failures := c.Failures(); len(failures) > 0 && !c.Tagged(ipynb.MayFail) {
			return fmt.Errorf("cell %s: %s", c.ID, strings.Join(failures, ", "))
		}
		nb.Cells[i].Outputs = c.Outputs
	}
	return nil
}

func (j job) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "publish: "+format+"\n", args...)
}

func hasControls(nb *ipynb.Notebook) bool {
	for _, c := range nb.Cells {
		if c.IsCode() && strings.Contains(string(c.Source), controls) {
			return true
		}
	}
	return false
}

// run runs a lesson with some settings.
func (j job) run(ctx context.Context, l page.Lesson, env []string) (*ipynb.Notebook, error) {
	kernel, err := jupyter.Find(j.root)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(l.Path))
	if err != nil {
		return nil, err
	}
	return kernel.Execute(ctx, l.Notebook, jupyter.Session{
		Dir:     dir,
		Kernels: filepath.Join(j.root, checkout.Kernels),
		Env:     env,
	})
}
