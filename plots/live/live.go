package live

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"tidemark/plots"
	"tidemark/plots/internal/gonb"
)

// A frame is what is shown for one choice of options.
type frame struct {
	figure  *plots.Figure
	numbers string
}

// Printf writes to the line of numbers under the figure, in the function given
// to [Show].
func Printf(format string, a ...any) { fmt.Fprintf(cell.numbers, format, a...) }

// A drawing gives the figure for the values that the controls have.
type drawing = func() (*plots.Figure, error)

// Show shows the figure that draw gives for the values of the controls, and
// again whenever the reader moves one of them. It ends when the reader presses
// Stop or has moved nothing for ten minutes, and leaves the last figure.
//
// Where nobody can move anything, because a program executes the notebook, it
// shows the figure for the values that the controls start with. If that program
// names a folder in TIDEMARK_FRAMES it is making pages: then the figures for
// all values are written there, and what is shown is the controls as they work
// on a page that has the file controls.js of that folder. They are in the size
// of a slide if TIDEMARK_FRAMES_SIZE is "slide".
//
// What goes wrong is written as one line to standard error.
func Show(draw func() (*plots.Figure, error)) {
	if err := cell.show(draw); err != nil {
		fmt.Fprintln(os.Stderr, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

func (p *panel) show(draw drawing) error {
	if p.err != nil {
		return p.err
	}
	if dir := os.Getenv("TIDEMARK_FRAMES"); dir != "" {
		size, err := sizeNamed(os.Getenv("TIDEMARK_FRAMES_SIZE"))
		if err != nil {
			return err
		}
		return p.publish(draw, dir, size)
	}
	first, err := p.frame(draw, p.start())
	if err != nil {
		return err
	}
	if gonb.KernelID() == "" {
		first.keep()
		return nil
	}
	c, err := gonb.Connect()
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	return newSession(c, p, draw, first).runUntilInterrupted()
}

func sizeNamed(name string) (plots.Size, error) {
	if name == "" {
		return plots.Notebook, nil
	}
	for _, s := range plots.Sizes() {
		if s.Name == name {
			return s, nil
		}
	}
	return plots.Size{}, fmt.Errorf("live: TIDEMARK_FRAMES_SIZE must be notebook or slide, got %q", name)
}

// frame draws the frame for some options.
func (p *panel) frame(draw drawing, options []int) (frame, error) {
	if err := p.choose(options); err != nil {
		return frame{}, err
	}
	p.numbers.Reset()
	figure, err := draw()
	if err == nil && figure == nil {
		err = errors.New("live: want a figure, got none")
	}
	return frame{figure, p.numbers.String()}, err
}

// render returns the figure as SVG.
func (f frame) render(size plots.Size, theme plots.Theme) (string, error) {
	svg, err := f.figure.Render(plots.Rendering{Size: size, Theme: theme, Format: plots.SVG})
	return string(svg), err
}

// keep shows the frame as the outputs of any other cell.
func (f frame) keep() {
	plots.Show(f.figure)
	if f.numbers != "" {
		plots.Println(f.numbers)
	}
}
