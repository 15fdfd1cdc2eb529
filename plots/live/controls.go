package live

import (
	"fmt"
	"slices"
	"strings"
)

// A control is a value that the reader can change: one of some options.
type control struct {
	name   string
	labels []string // of the options, in order
	start  string   // what it starts with
	first  int      // the option that this is, -1 is none
	slides bool     // a slider; otherwise a list to select from
	plays  bool     // a slider with a button that moves it to its end
	set    func(option int)
}

// A panel is the controls of one figure.
type panel struct {
	controls []control
	numbers  *strings.Builder // the line under the figure
	err      error            // the first mistake in a declaration
}

func newPanel() *panel { return &panel{numbers: new(strings.Builder)} }

// The panel of this cell: each cell is a program.
var cell = newPanel()

// An integer is what a slider can slide over.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// Slider declares a control that slides over the whole numbers from low to high
// and starts at value. What it points to is what the reader has chosen, while
// the function given to [Show] runs. Numbers are shown as they print, so that a
// slider over a sim.Period shows "2026-07".
func Slider[T integer](name string, value, low, high T) *T {
	return declare(cell, name, value, between(low, high), true)
}

// Play declares a slider with a button that moves it by itself, step by step to
// its end and from the start again. To readers who have asked their system for
// less motion the button gives one step at a time. See [Slider].
func Play[T integer](name string, value, low, high T) *T {
	chosen := declare(cell, name, value, between(low, high), true)
	cell.controls[len(cell.controls)-1].plays = true
	return chosen
}

// between returns the numbers from low to high, or enough of them to be too
// many for a control.
func between[T integer](low, high T) []T {
	var options []T
	for v := low; v <= high && len(options) <= maxOptions; v++ {
		options = append(options, v)
		if v == high {
			break // or else v could run over
		}
	}
	return options
}

// Steps declares a control that slides over some options, in their order, and
// starts with value. See [Slider].
func Steps[T comparable](name string, value T, options ...T) *T {
	return declare(cell, name, value, options, true)
}

// Select declares a control that selects one of some options and starts with
// value. See [Slider].
func Select[T comparable](name string, value T, options ...T) *T {
	return declare(cell, name, value, options, false)
}

// maxOptions bounds a control to what a hand can still choose from.
const maxOptions = 1000

func declare[T comparable](p *panel, name string, value T, options []T, slides bool) *T {
	chosen := new(T)
	*chosen = value
	c := control{name: name, start: fmt.Sprint(value), first: slices.Index(options, value), slides: slides}
	for _, o := range options {
		c.labels = append(c.labels, fmt.Sprint(o))
	}
	c.set = func(option int) { *chosen = options[option] }
	p.add(c)
	return chosen
}

// add adds a control, or notes what is wrong with it.
func (p *panel) add(c control) {
	if err := p.validate(c); err != nil && p.err == nil {
		p.err = err
	}
	p.controls = append(p.controls, c)
}

func (p *panel) validate(c control) error {
	switch {
	case c.name == "":
		return fmt.Errorf("live: control must have a name, got none")
	case slices.ContainsFunc(p.controls, func(other control) bool { return other.name == c.name }):
		return fmt.Errorf("live: controls must have different names, got %q twice", c.name)
	case len(c.labels) == 0:
		return fmt.Errorf("live: control %q must have at least 1 option, got 0", c.name)
	case len(c.labels) > maxOptions:
		return fmt.Errorf("live: control %q must have at most %d options, got more", c.name, maxOptions)
	case c.first < 0:
		return fmt.Errorf("live: control %q must start with one of its options, from %s to %s, got %s",
			c.name, c.labels[0], c.labels[len(c.labels)-1], c.start)
	}
	return nil
}

// start returns the options at the start.
func (p *panel) start() []int {
	options := make([]int, len(p.controls))
	for i, c := range p.controls {
		options[i] = c.first
	}
	return options
}

// choose makes options the chosen ones.
func (p *panel) choose(options []int) error {
	if len(options) != len(p.controls) {
		return fmt.Errorf("live: want %d options, got %d", len(p.controls), len(options))
	}
	for i, c := range p.controls {
		if o := options[i]; o < 0 || o >= len(c.labels) {
			return fmt.Errorf("live: option of %q must be from 0 to %d, got %d", c.name, len(c.labels)-1, o)
		}
	}
	for i, c := range p.controls {
		c.set(options[i])
	}
	return nil
}
