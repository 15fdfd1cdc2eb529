// Publish makes web pages or slides of the lessons. It needs no network. It
// takes the outputs that the notebooks store; only lessons with controls, and
// those with figures that are not among the recipes of plots, it runs anew.
//
//	publish site [-o folder] [notebook ...]
//	publish slides [-o folder] [-reveal folder] [notebook ...]
//
// Without notebooks it takes all lessons of the checkout.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/publish/deck"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/notebooks/internal/publish/site"
	"tidemark/plots"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A job is what the command line asks for.
type job struct {
	root    string   // of the checkout
	what    string   // site or slides
	lessons []string // notebooks
	folder  string   // to write to
	reveal  string   // where reveal.js is
	figures *page.Figures
}

func run(ctx context.Context, args []string) error {
	j, err := parse(args)
	if err != nil {
		return err
	}
	lessons, err := page.Read(j.lessons)
	if err != nil {
		return err
	}
	drawn, err := os.MkdirTemp("", "figures")
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	defer os.RemoveAll(drawn)
	if j.figures, err = figures(drawn); err != nil {
		return err
	}
	frames, err := j.runLessons(ctx, lessons, drawn)
	if err != nil {
		return err
	}
	files, err := j.files(lessons)
	if err != nil {
		return err
	}
	if err := page.Write(j.folder, append(files, frames...)); err != nil {
		return err
	}
	fmt.Printf("%d lessons: open %s\n", len(lessons), filepath.Join(j.folder, "index.html"))
	return nil
}

func parse(args []string) (j job, err error) {
	if len(args) > 0 {
		j.what, args = args[0], args[1:]
	}
	if j.what != "site" && j.what != "slides" {
		return j, fmt.Errorf("publish: want site or slides, got %q", j.what)
	}
	if j.root, err = checkout.Root(); err != nil {
		return j, err
	}
	flags := flag.NewFlagSet("publish "+j.what, flag.ContinueOnError)
	flags.StringVar(&j.folder, "o", filepath.Join(j.root, j.what), "`folder` to write to")
	flags.StringVar(&j.reveal, "reveal", filepath.Join(j.root, checkout.Tools, "publish", "node_modules", "reveal.js"), "`folder` of the npm package reveal.js")
	if err := flags.Parse(args); err != nil {
		return j, err
	}
	if j.lessons = flags.Args(); len(j.lessons) == 0 {
		j.lessons, err = filepath.Glob(filepath.Join(j.root, checkout.Lessons, "[0-9]*.ipynb"))
	}
	if len(j.lessons) == 0 {
		err = errors.Join(err, errors.New("publish: want lessons, got none"))
	}
	return j, err
}

// files returns the pages and what they need.
func (j job) files(lessons []page.Lesson) ([]page.File, error) {
	if j.what == "site" {
		return site.Make(lessons, j.figures)
	}
	return deck.Make(lessons, j.figures, j.reveal)
}

// figures returns the figures of the lessons, and those drawn in a folder.
func figures(drawn string) (*page.Figures, error) {
	var all []*plots.Figure
	for _, r := range plots.Recipes() {
		f, err := r.With()
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return page.NewFigures(all, drawn), nil
}
