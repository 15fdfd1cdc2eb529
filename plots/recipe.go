package plots

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tidemark/sim"
	"tidemark/sim/event"
)

// A Recipe makes a figure of a lesson from nothing but parameters, without a
// notebook: the same figure, and the same bytes, as the cell of the lesson.
type Recipe struct {
	Name   string  // of the figure
	Lesson string  // the notebook, without its extension
	About  string  // one line
	Params []Param // what can be changed
	Make   func(*Args) (*Figure, error)
}

// A Param is a parameter of a recipe.
type Param struct{ Name, Default, Help string }

// Recipes returns the recipes of the figures, lesson by lesson. The one figure
// that takes a trained model is not among them, for every cell would link what
// trains it; the command export has it.
func Recipes() []Recipe {
	return slices.Concat(streamRecipes(), batchAndStreamRecipes(), windowRecipes(), toleranceRecipes())
}

// FindRecipe returns the recipe of a figure.
func FindRecipe(recipes []Recipe, name string) (Recipe, error) {
	var names []string
	for _, r := range recipes {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Recipe{}, fmt.Errorf("plots: figure must be one of %s, got %q", strings.Join(names, ", "), name)
}

// With makes the figure with parameters written as in "delay=3". The others
// are those of the lesson.
func (r Recipe) With(params ...string) (*Figure, error) {
	args := &Args{values: map[string]string{}, usual: map[string]string{}}
	for _, p := range r.Params {
		args.values[p.Name], args.usual[p.Name] = p.Default, p.Default
	}
	for _, p := range params {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, fmt.Errorf("plots: parameter of %s must be written as in delay=3, got %q", r.Name, p)
		}
		if _, known := args.values[name]; !known {
			return nil, fmt.Errorf("plots: parameter of %s must be one of %s, got %q", r.Name, r.names(), name)
		}
		args.values[name] = value
	}
	f, err := r.Make(args)
	if args.err != nil {
		return nil, args.err
	}
	return f, err
}

func (r Recipe) names() string {
	names := make([]string, len(r.Params))
	for i, p := range r.Params {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// Args are the values of the parameters of a recipe. A value that cannot be
// read is kept as an error, which [Recipe.With] returns.
type Args struct {
	values, usual map[string]string
	err           error
}

// changed returns the value of a parameter, and whether the recipe has it and
// it is not the lesson's.
func (a *Args) changed(name string) (value string, changed bool) {
	value, ok := a.values[name]
	return value, ok && value != a.usual[name]
}

// Int returns a whole number.
func (a *Args) Int(name string) int { return int(a.number(name, strconv.IntSize)) }

// Int64 returns a whole number of 64 bits, such as a seed.
func (a *Args) Int64(name string) int64 { return a.number(name, 64) }

// number keeps the value as it is usually written, for the names of files.
func (a *Args) number(name string, bits int) int64 {
	n, err := strconv.ParseInt(a.values[name], 10, bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		a.fail(fmt.Errorf("plots: %s must be a whole number from %d to %d, got %q", name, -1<<(bits-1), 1<<(bits-1)-1, a.values[name]))
	case err != nil:
		a.fail(fmt.Errorf("plots: %s must be a whole number, got %q", name, a.values[name]))
	}
	if a.values != nil {
		a.values[name] = strconv.FormatInt(n, 10)
	}
	return n
}

// Period returns a period written as in 2026-07, or none for "none".
func (a *Args) Period(name string) sim.Period {
	if a.values[name] == "none" {
		return 0
	}
	p, err := sim.ParsePeriod(a.values[name])
	if err != nil {
		a.fail(fmt.Errorf("plots: %s must be a period such as 2026-07, or none, got %q", name, a.values[name]))
	}
	return p
}

// fail keeps the first error.
func (a *Args) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// The parameters that figures share.
var (
	networkParams = []Param{
		{"subscribers", "200", "subscribers of the network"},
		{"periods", "12", "months from 2026-01"},
		{"seed", "20260218", "seed of the readings"},
	}
	lateParams = []Param{
		{"delay", "1", "periods by which the late readings arrive late"},
		{"late", "40", "subscribers whose readings are late, the first ones; 0 is all"},
		{"of", "2026-07", "period of the late readings; none is every period"},
	}
	corruptedParam = Param{"of", "2026-07", "period that is corrupted"}
	toleranceParam = Param{"tolerance", "0", "periods that a window stays open after its own"}
)

func lostParam(usual string) Param {
	return Param{"lost", usual, "period at whose start the state is lost; none is never"}
}

func (a *Args) network() sim.Network {
	return sim.Network{Subscribers: a.Int("subscribers"), Periods: a.Int("periods"), Seed: a.Int64("seed")}
}

// faults returns the late readings, with the given delay.
func (a *Args) faults(delay int) []sim.Fault {
	f := sim.Late(delay)
	f.Last, f.Period = sim.Subscriber(a.Int("late")), a.Period("of")
	return []sim.Fault{f}
}

// grid returns the set-ups of each delay with each tolerance.
func (a *Args) grid(delays, tolerances []int) []sim.Setup {
	var setups []sim.Setup
	for _, d := range delays {
		for _, t := range tolerances {
			setups = append(setups, a.setup(d, t, 0))
		}
	}
	return setups
}

// sweep makes a figure of the outcomes of set-ups.
func sweep(setups []sim.Setup, figure func([]sim.Outcome) (*Figure, error)) (*Figure, error) {
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		return nil, err
	}
	return figure(outcomes)
}

const (
	batchAndStream = "02-batch-and-stream"
	windowLesson   = "03-window-tolerance-state"
)

func batchAndStreamRecipes() []Recipe {
	return []Recipe{
		{
			Name: "modes-cost", Lesson: batchAndStream, Params: networkParams, Make: makeModesCost,
			About: "rows read and state carried by the batch and the stream run",
		},
		{
			Name: "detection-lag", Lesson: batchAndStream, Params: with(networkParams, corruptedParam), Make: makeDetectionLag,
			About: "periods until each class of corruption is caught, by mode",
		},
	}
}

func windowRecipes() []Recipe {
	late := with(lateParams, networkParams...)
	return []Recipe{
		{
			Name: "window-timeline", Lesson: windowLesson, Params: late, Make: makeWindowTimeline,
			About: "readings by period and arrival, with the open windows and the watermark",
		},
		{
			Name: windowClocks, Lesson: windowLesson, Make: named(makeWindowClocks, "delay"),
			Params: []Param{lateParams[0], toleranceParam, {"to", "none", "month up to whose end it is drawn; none is to the end"}},
			About:  "readings of five subscribers, watermark and windows by event time and processing time",
		},
		{
			Name: "tolerance-tradeoff", Lesson: windowLesson, Params: late, Make: makeToleranceTradeoff,
			About: "what tolerance buys and what it costs",
		},
		{
			Name: "serving-stability", Lesson: windowLesson, Params: with(late, lostParam("2026-08")), Make: makeServingStability,
			About: "polluted cells and served values of the nine set-ups, and with the state lost",
		},
		{
			Name: "cell-differences", Lesson: windowLesson, Params: with(late, toleranceParam, lostParam("none")), Make: makeCellDifferences,
			About: "the cells that differ from the baseline, as a heat map",
		},
		{
			Name: "state-growth", Lesson: windowLesson, Params: late, Make: makeStateGrowth,
			About: "the state carried in each period, by tolerance",
		},
	}
}

// makeWindowClocks draws three of the forty late subscribers and two others, in
// ten months: twelve would be too many dots.
func makeWindowClocks(a *Args) (*Figure, error) {
	n, now := sim.Default(), event.Time(0)
	n.Periods = 10
	if p := a.Period("to"); p != 0 {
		now = p.Ended()
	}
	d, err := n.Deliver(sim.Late(a.Int("delay")))
	if err != nil {
		return nil, err
	}
	trace, err := sim.Windowing{Tolerance: a.Int("tolerance")}.Watch(d, 38, 39, 40, 41, 42)
	if err != nil {
		return nil, err
	}
	return TwoClocks(trace, now)
}

// with returns parameters and some more.
func with(ps []Param, more ...Param) []Param { return slices.Concat(ps, more) }

func makeModesCost(a *Args) (*Figure, error) {
	c, err := sim.Compare(a.network(), nil)
	if err != nil {
		return nil, err
	}
	return ModesCost(c)
}

func makeDetectionLag(a *Args) (*Figure, error) {
	all, err := sim.CompareAll(a.network(), a.Period("of"))
	if err != nil {
		return nil, err
	}
	return DetectionLag(all)
}

// makeWindowTimeline draws tolerances on both sides of the delay.
func makeWindowTimeline(a *Args) (*Figure, error) {
	delay := a.Int("delay")
	tolerances := []int{0, 1, 2}
	if delay > 2 {
		tolerances = []int{0, delay - 1, delay}
	}
	return sweep(a.grid([]int{delay}, tolerances), WindowTimeline)
}

// makeToleranceTradeoff draws the delay among those of the lesson.
func makeToleranceTradeoff(a *Args) (*Figure, error) {
	delays := distinct([]int{0, 1, 2, a.Int("delay")})
	return sweep(a.grid(delays, a.tolerances()), ToleranceTradeoff)
}

// tolerances returns those that make a difference, but no more than 24.
func (a *Args) tolerances() []int {
	var ts []int
	for t := range min(max(a.Int("periods"), 1), 24) {
		ts = append(ts, t)
	}
	return ts
}

// makeServingStability draws the nine set-ups of the lesson, three more for
// another delay, and one that loses its state.
func makeServingStability(a *Args) (*Figure, error) {
	delays := distinct([]int{0, 1, 2, a.Int("delay")})
	setups := a.grid(delays, []int{0, 1, 2})
	if p := a.Period("lost"); p != 0 {
		setups = append(setups, a.setup(1, 1, p))
	}
	return sweep(setups, ServingStability)
}

// setup returns one set-up.
func (a *Args) setup(delay, tolerance int, lost sim.Period) sim.Setup {
	return sim.Setup{
		Network:   a.network(),
		Faults:    a.faults(delay),
		Windowing: sim.Windowing{Tolerance: tolerance, ResetAt: lost},
	}
}

func makeCellDifferences(a *Args) (*Figure, error) {
	o, err := a.setup(a.Int("delay"), a.Int("tolerance"), a.Period("lost")).Run()
	if err != nil {
		return nil, err
	}
	return CellDifferences(o)
}

func makeStateGrowth(a *Args) (*Figure, error) {
	return sweep(a.grid([]int{a.Int("delay")}, a.tolerances()), StateGrowth)
}
