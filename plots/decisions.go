package plots

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot"

	"tidemark/sim/event/town"
)

// DecisionWork draws how many values a fraud detector looks at for each
// decision, as a distribution, and the mean of it in each tenth of the stream.
// Unlike the time that a decision takes, this is the same on every machine.
func DecisionWork(decisions []town.Decision) (*Figure, error) {
	const name, least = "decision-work", 10
	if len(decisions) < least {
		return nil, fmt.Errorf("plots: figure %s must have at least %d decisions, got %d", name, least, len(decisions))
	}
	d := &decisionWork{n: len(decisions)}
	for i, one := range decisions {
		for len(d.counts) <= one.Looked {
			d.counts = append(d.counts, 0)
		}
		d.counts[one.Looked]++
		tenth := i * len(d.sums) / d.n
		d.sums[tenth] += one.Looked
		d.sizes[tenth]++
	}
	return &Figure{
		Name:   name,
		Title:  d.title(),
		Lead:   fmt.Sprintf("Values compared for each of %s on card transactions", plural(d.n, "decision")),
		Alt:    d.alt(),
		Aspect: 0.36,
		Panels: func(l Look) [][]*Panel { return [][]*Panel{{d.distribution(l), d.course(l)}} },
	}, nil
}

// A decisionWork is what the figure shows.
type decisionWork struct {
	n           int
	counts      []int // decisions by how many values they look at
	sums, sizes [10]int
}

func (d *decisionWork) most() int { return len(d.counts) - 1 }

func (d *decisionWork) least() int {
	return slices.IndexFunc(d.counts, func(n int) bool { return n > 0 })
}

// mean returns the mean of the i-th tenth.
func (d *decisionWork) mean(i int) float64 { return float64(d.sums[i]) / float64(d.sizes[i]) }

func (d *decisionWork) title() string {
	if d.mean(9) > 1.5*d.mean(1) {
		return "Decisions look at more and more values as the stream goes on"
	}
	return fmt.Sprintf("A decision looks at %s values at most, however long the stream has run", spell(d.most()))
}

func (d *decisionWork) alt() string {
	var parts []string
	for looked, n := range d.counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d values for %s", looked, plural(n, "decision")))
		}
	}
	return fmt.Sprintf("Left, bars: %s. Right, a line of means by tenth of the stream, from %s in the first to %s in the last.",
		list(parts), Fixed(d.mean(0), 1), Fixed(d.mean(9), 1))
}

// distribution draws how many decisions look at how many values.
func (d *decisionWork) distribution(l Look) *Panel {
	top := float64(slices.Max(d.counts))
	p := NewPanel(float64(d.least())-0.6, float64(d.most())+0.6, 0, top)
	unit := UnitOf(top)
	p.Add(YTicks{Scale: Counts(0, top, unit), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Integers(d.least(), d.most()), Style: l.Text(l.Muted), Title: "values compared"},
		d.heading(l, p, "Decisions"))
	for looked, n := range d.counts {
		x := float64(looked)
		p.Add(Box{X0: x - 0.38, X1: x + 0.38, Y1: float64(n), Fill: l.Stream})
	}
	return p
}

func (d *decisionWork) heading(l Look, p *Panel, s string) Label {
	h := l.Heading(p, s)
	h.Gap = l.Em(0.3)
	return h
}

// course draws the mean by tenth of the stream.
func (d *decisionWork) course(l Look) *Panel {
	p := NewPanel(0, 1, 0, float64(d.most()))
	var xy []XY
	for i := range d.sums {
		xy = append(xy, XY{(float64(i) + 0.5) / 10, d.mean(i)})
	}
	ticks := At(plot.Tick{Value: 0, Label: "0"}, plot.Tick{Value: 1, Label: Count(d.n)})
	p.Add(YTicks{Scale: Integers(0, d.most()), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: ticks, Style: l.Text(l.Muted), Title: "decisions made"},
		d.heading(l, p, "Values compared, mean"),
		Stroke{xy, l.Line(l.Stream, 2.2)})
	for _, at := range xy {
		p.Add(Dot{X: at.X, Y: at.Y, Radius: l.Em(0.28), Color: l.Stream})
	}
	return p
}

// DecisionTimes draws the distribution of measured times, on a scale of powers
// of ten that ends at one second or later. Measured times differ from run to
// run, so such a figure is not stored.
func DecisionTimes(times []time.Duration) (*Figure, error) {
	const name = "decision-times"
	if len(times) == 0 || slices.Min(times) < 0 {
		return nil, fmt.Errorf("plots: figure %s must have times of at least 0s, got %d times", name, len(times))
	}
	d := newDecisionTimes(times)
	return &Figure{
		Name:   name,
		Title:  d.title(),
		Lead:   fmt.Sprintf("Time taken by each of %s on this machine, a moment ago", plural(len(times), "decision")),
		Note:   "Each bar is a third of a power of ten. The numbers differ from run to run.",
		Alt:    fmt.Sprintf("Bars on a scale of powers of ten, with a line at one second. Half of the times are below %v, the longest is %v.", d.median, d.longest),
		Aspect: 0.36,
		Panels: func(l Look) [][]*Panel { return [][]*Panel{{d.panel(l)}} },
	}, nil
}

// A decisionTimes is what the figure shows.
type decisionTimes struct {
	n               int
	median, longest time.Duration
	bins            map[int]int // thirds of powers of ten, of a second
}

func newDecisionTimes(times []time.Duration) *decisionTimes {
	sorted := slices.Sorted(slices.Values(times))
	d := &decisionTimes{n: len(times), median: sorted[len(sorted)/2], longest: sorted[len(sorted)-1], bins: map[int]int{}}
	for _, t := range times {
		d.bins[bin(t)]++
	}
	return d
}

// bin returns the third of a power of ten that a time is in; below 10 ns all
// are in one.
func bin(t time.Duration) int {
	return int(math.Floor(3 * math.Log10(max(t, 10*time.Nanosecond).Seconds())))
}

func (d *decisionTimes) title() string {
	if d.longest < time.Second {
		return fmt.Sprintf("All %s fall in less than a second, half of them in less than %s", plural(d.n, "decision"), power(d.median))
	}
	return fmt.Sprintf("The longest of %s took a second or more", plural(d.n, "decision"))
}

// power writes the next power of ten above a time.
func power(t time.Duration) string {
	p := 10 * time.Nanosecond
	for p <= t {
		p *= 10
	}
	return p.String()
}

func (d *decisionTimes) panel(l Look) *Panel {
	top := 0.0
	for _, n := range d.bins {
		top = max(top, float64(n))
	}
	low, high := -24, max(bin(d.longest)+1, 1) // from 10 ns on
	p := NewPanel(float64(low), float64(high), 0, top)
	var ticks []plot.Tick
	for t, x := 10*time.Nanosecond, low; x <= high; t, x = t*10, x+3 {
		ticks = append(ticks, plot.Tick{Value: float64(x), Label: t.String()})
	}
	unit := UnitOf(top)
	p.Add(YTicks{Scale: Counts(0, top, unit), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: At(ticks...), Style: l.Text(l.Muted)}, l.Heading(p, "Decisions"))
	for x := low; x < high; x++ {
		p.Add(Box{X0: float64(x), X1: float64(x + 1), Y1: float64(d.bins[x]), Fill: l.Stream, Inset: l.Em(0.04)})
	}
	p.Add(Stroke{[]XY{{0, 0}, {0, top}}, l.Dashed(l.Line(l.Lost, 1.2))},
		Label{X: 0, Y: top, Text: "one second", Style: l.Bold(l.Lost), At: BelowLeft, Gap: l.Em(0.1), Loose: true})
	return p
}
