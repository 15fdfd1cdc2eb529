package plots

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"tidemark/plots/internal/gonb"
)

// A Progress is an output of a cell that tells how far something is while it
// runs, and gives its place to a figure at the end, so that nothing of it stays
// in the notebook. Outside of a notebook it says nothing before the figure.
type Progress struct {
	what   string
	of     int
	id     string
	shown  time.Time
	failed error

	connect func() (*gonb.Conn, error) // nil outside of a notebook
}

// NewProgress returns the progress of something that has so many steps; with
// fewer than 1 it shows no bar.
func NewProgress(what string, of int) *Progress {
	p := &Progress{what: what, of: of, id: fmt.Sprintf("tidemark-progress-%d-%d", os.Getpid(), time.Now().UnixNano())}
	if InNotebook() {
		p.connect = gonb.Connect
	}
	return p
}

// pace is how often a progress is shown: often enough to be seen moving.
const pace = 200 * time.Millisecond

// At says that n steps are done, with a note such as the loss so far.
func (p *Progress) At(n int, note string) {
	if p.connect == nil || p.failed != nil || time.Since(p.shown) < pace {
		return
	}
	p.shown = time.Now()
	p.failed = p.display(Bundle{Data: map[string]any{"text/plain": p.line(n, note)}})
}

// line is what a progress shows.
func (p *Progress) line(n int, note string) string {
	const cells = 30
	if p.of < 1 { // nobody knows how many, or there is nothing to do
		return strings.TrimSpace(fmt.Sprintf("%s: %d done %s", p.what, n, note))
	}
	done := int(cells * float64(min(max(n, 0), p.of)) / float64(p.of))
	return fmt.Sprintf("%s [%s%s] %d of %d %s", p.what, strings.Repeat("=", done), strings.Repeat(" ", cells-done), n, p.of, note)
}

// Show puts a figure into the place of the progress; see the function [Show].
func (p *Progress) Show(f *Figure, err ...error) {
	report(errors.Join(append(err, p.failed, p.show(f, err))...))
}

func (p *Progress) show(f *Figure, made []error) error {
	if errors.Join(made...) != nil {
		return nil
	}
	if p.connect == nil {
		return show(f, nil)
	}
	b, err := f.Bundle()
	if err != nil {
		return err
	}
	return errors.Join(p.display(b), f.draws(b.Data["image/png"].([]byte)))
}

// display shows a bundle in the place of the one before.
func (p *Progress) display(b Bundle) error {
	c, err := p.connect()
	if err == nil {
		err = c.Display(b.Data, b.Metadata, p.id)
	}
	if err != nil {
		return fmt.Errorf("plots: %w", err)
	}
	return nil
}
