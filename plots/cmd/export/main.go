// Command export writes the figures of the lessons as files, without a
// notebook: the same figures, and the same bytes, as their cells export.
//
//	export                                 every figure
//	export tolerance-tradeoff              one of them
//	export tolerance-tradeoff delay=3      one of them with another delay
//	export -help                           the figures, their parameters and the flags
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"tidemark/plots"
)

func main() {
	err := run(os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

// run does what the arguments ask for.
func run(args []string, out, progress io.Writer) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	figures, err := o.figures()
	if err != nil {
		return err
	}
	bar := &bar{out: progress, total: len(figures) * len(o.renderings()), moving: isTerminal(progress)}
	files, err := plots.Write(o.dir, figures, o.renderings(), bar.step)
	bar.finish()
	if err != nil {
		return err
	}
	return list(out, files)
}

// list prints the files with their sizes.
func list(out io.Writer, files []plots.File) error {
	total := 0
	for _, f := range files {
		total += f.Bytes
		if _, err := fmt.Fprintf(out, "%9s KB  %s\n", plots.Fixed(float64(f.Bytes)/1e3, 1), f.Path); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%9s KB  %d files\n", plots.Fixed(float64(total)/1e3, 1), len(files))
	return err
}

// An order is one figure with the parameters that were asked for.
type order struct {
	recipe plots.Recipe
	params []string
}

// figures makes the figures that were ordered, all of them where none was.
func (o *options) figures() ([]*plots.Figure, error) {
	orders := o.orders
	if len(orders) == 0 {
		for _, r := range recipes() {
			orders = append(orders, order{recipe: r})
		}
	}
	figures := make([]*plots.Figure, len(orders))
	for i, each := range orders {
		var err error
		if figures[i], err = each.recipe.With(each.params...); err != nil {
			return nil, err
		}
	}
	return figures, nil
}

// renderings returns those that the flags leave.
func (o *options) renderings() []plots.Rendering {
	return slices.DeleteFunc(plots.Renderings(), func(r plots.Rendering) bool {
		return !o.size.has(r.Size.Name) || !o.theme.has(r.Theme.Name) || !o.format.has(string(r.Format))
	})
}
