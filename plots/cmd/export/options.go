package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tidemark/plots"
)

// options are what the command line asks for.
type options struct {
	dir                 string
	size, theme, format choice
	orders              []order
}

// parse reads the command line. Flags may stand before or after figures.
func parse(args []string, help io.Writer) (*options, error) {
	o := &options{
		size:   choice{known: []string{"notebook", "slide"}},
		theme:  choice{known: []string{"light", "dark"}},
		format: choice{known: []string{"svg", "pdf", "png"}},
	}
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run reports errors, once
	flags.StringVar(&o.dir, "dir", defaultDir(), "folder to write into")
	flags.Var(&o.size, "size", "notebook or slide; all by default")
	flags.Var(&o.theme, "theme", "light or dark; all by default")
	flags.Var(&o.format, "format", "svg, pdf or png, or several joined by commas; all by default")
	flags.Usage = func() {}

	for len(args) > 0 {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			usage(help, flags)
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("export: %w (see -help)", err)
		}
		args = flags.Args()
		n, err := o.take(args, flags)
		if err != nil {
			return nil, err
		}
		args = args[n:]
	}
	return o, nil
}

// take reads a figure and its parameters, up to the next flag, and returns how
// many arguments that were. A parameter may look like a flag: --delay=3.
func (o *options) take(args []string, flags *flag.FlagSet) (n int, err error) {
	for _, arg := range args {
		name, _, assigned := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		isFlag := strings.HasPrefix(arg, "-")
		switch {
		case isFlag && (!assigned || flags.Lookup(name) != nil):
			return n, nil
		case assigned && len(o.orders) == 0:
			return 0, fmt.Errorf("export: parameter %s must follow the name of its figure", arg)
		case assigned:
			last := &o.orders[len(o.orders)-1]
			last.params = append(last.params, strings.TrimLeft(arg, "-"))
		default:
			r, err := plots.FindRecipe(recipes(), arg)
			if err != nil {
				return 0, err
			}
			o.orders = append(o.orders, order{recipe: r})
		}
		n++
	}
	return n, nil
}

// defaultDir is the folder of the lessons' exports, seen from the checkout.
func defaultDir() string {
	if info, err := os.Stat("notebooks"); err == nil && info.IsDir() {
		return filepath.Join("notebooks", "exports")
	}
	return "exports"
}

// A choice is a flag that picks some of a few values. None is all.
type choice struct{ known, picked []string }

// Set implements [flag.Value].
func (c *choice) Set(s string) error {
	for v := range strings.SplitSeq(s, ",") {
		if !slices.Contains(c.known, v) {
			return fmt.Errorf("want one of %s, got %q", strings.Join(c.known, ", "), v)
		}
		c.picked = append(c.picked, v)
	}
	return nil
}

// String implements [flag.Value].
func (c *choice) String() string { return strings.Join(c.picked, ",") }

func (c *choice) has(s string) bool { return len(c.picked) == 0 || slices.Contains(c.picked, s) }

// usage prints the help.
func usage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprintf(w, `Writes the figures of the lessons as SVG, PDF and PNG.

  export [flags] [figure [parameter=value …]] …

Without a figure it writes all of them. For example:

  export tolerance-tradeoff delay=3
  export -size slide -theme dark -format pdf serving-stability

Flags:
`)
	flags.SetOutput(w)
	flags.PrintDefaults()
	lesson := ""
	for _, r := range recipes() {
		if r.Lesson != lesson {
			lesson = r.Lesson
			fmt.Fprintf(w, "\nFigures of %s:\n", lesson)
		}
		fmt.Fprintf(w, "  %-20s %s\n", r.Name, r.About)
	}
	fmt.Fprintf(w, "\nParameters, with the value that the lessons have:\n")
	for _, p := range params() {
		fmt.Fprintf(w, "  %-20s %s\n  %-20s for %s\n", p.Name+"="+p.Default, p.Help, "", p.whose())
	}
}

// A param is a parameter and the figures that have it.
type param struct {
	plots.Param
	figures []string
}

// whose names the figures.
func (p param) whose() string {
	if len(p.figures) == len(recipes()) {
		return "every figure"
	}
	return strings.Join(p.figures, ", ")
}

// params returns the parameters of all figures, each once.
func params() []param {
	var all []param
	for _, r := range recipes() {
		for _, p := range r.Params {
			i := slices.IndexFunc(all, func(q param) bool { return q.Param == p })
			if i < 0 {
				i = len(all)
				all = append(all, param{Param: p})
			}
			all[i].figures = append(all[i].figures, r.Name)
		}
	}
	return all
}
