package plots

import (
	"fmt"
	"strings"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/survival"
)

// CensoringBias draws why the readings that have arrived are no fair sample of
// all readings: which share of each month of a world's history is still awaited
// when it ends, and how many readings the estimates take to be late, compared
// with what came of the same readings in the end.
func CensoringBias(w *lateness.World) (*Figure, error) {
	c, err := newCensoring(w)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    "censoring-bias",
		Variant: worldVariant(w, CensoringSetting()),
		Title:   c.title(),
		Lead:    c.lead(),
		Note:    "An estimate from the arrived readings leaves out those that are still awaited. Kaplan-Meier counts them as awaited for as long as they have been watched.",
		Alt:     c.alt(),
		Aspect:  0.36,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{c.awaited(l), c.estimates(l)}} },
	}, nil
}

// CensoringSetting returns the setting that the lesson draws in
// [CensoringBias]: a short history, of so many subscribers that chance does not
// hide the bias.
func CensoringSetting() lateness.Setting {
	s := lateness.Default().Months(8, 12)
	s.Law, s.Network.Subscribers = lateness.Steady(), 2000
	return s
}

// censoring is what the figure draws.
type censoring struct {
	world   *lateness.World
	still   []float64 // share still awaited, by month of the history
	arrived lateness.Curve
	km      lateness.Curve
	came    lateness.Curve
	depth   int // delays whose shares are drawn
}

func newCensoring(w *lateness.World) (*censoring, error) {
	c := &censoring{world: w}
	var err error
	if c.arrived, err = pooled(w, survival.Arrived{}); err != nil {
		return nil, err
	}
	if c.km, err = pooled(w, survival.KaplanMeier{}); err != nil {
		return nil, err
	}
	readings := float64(w.Network.Subscribers)
	for p := sim.January; p < w.First(); p++ {
		age := min(int(w.First()-p)-1, lateness.Horizon-1)
		c.still = append(c.still, float64(w.AllLater(p, age))/readings)
		for k := range c.came {
			c.came[k] += float64(w.AllLater(p, k)) / readings / float64(w.History)
		}
	}
	for c.depth < 3 && c.came[c.depth] > 0 {
		c.depth++
	}
	if c.depth == 0 {
		return nil, fmt.Errorf("plots: figure censoring-bias must have late readings, got none in %s", plural(w.History, "month"))
	}
	return c, nil
}

// pooled returns the estimate for a reading drawn from all regions.
func pooled(w *lateness.World, m survival.Method) (lateness.Curve, error) {
	e, err := survival.Once(w, m)
	if err != nil {
		return lateness.Curve{}, err
	}
	cells, err := policy.Cells(w, policy.By(w, e), w.First()-1)
	if err != nil {
		return lateness.Curve{}, err
	}
	var all []lateness.Crowd
	for _, cell := range cells {
		all = append(all, cell.Crowds...)
	}
	return lateness.Pool(all), nil
}

func (c *censoring) title() string {
	k := c.worst()
	off := c.arrived[k]/c.came[k] - 1
	what := "are late"
	if k > 0 {
		what = "are more than " + plural(k, "period") + " late"
	}
	switch {
	case off < -0.02:
		return fmt.Sprintf("The readings that have arrived are the quick ones: they hide %s of those that %s", percent(-off), what)
	case off > 0.02:
		return fmt.Sprintf("In so short a history chance outweighs the bias: the arrived readings overstate those that %s by %s", what, percent(off))
	}
	return "After so long a history the readings that have not arrived no longer matter"
}

// worst returns the delay at which the arrived readings are furthest off.
func (c *censoring) worst() int {
	worst := 0
	for k := range c.depth {
		if c.arrived[k]/c.came[k] < c.arrived[worst]/c.came[worst] {
			worst = k
		}
	}
	return worst
}

func (c *censoring) lead() string {
	return fmt.Sprintf("%s of %s, as known at the beginning of %v", sentence(plural(c.world.Network.Subscribers*c.world.History, "reading")),
		plural(c.world.History, "month"), c.world.First())
}

func (c *censoring) alt() string {
	var s strings.Builder
	last := len(c.still) - 1
	fmt.Fprintf(&s, "Left, bars: of the readings of %v %s are still awaited, of those of %v %s. Right, dots by delay: ",
		sim.January, percent(c.still[0]), sim.Period(last+1), percent(c.still[last]))
	for k := range c.depth {
		fmt.Fprintf(&s, "more than %s late were %s in the end, %s by the arrived readings and %s by Kaplan-Meier. ",
			plural(k, "period"), percent(c.came[k]), percent(c.arrived[k]), percent(c.km[k]))
	}
	return strings.TrimSpace(s.String())
}

// awaited draws which share of each month has not arrived.
func (c *censoring) awaited(l Look) *Panel {
	top := 0.01
	for _, s := range c.still {
		top = max(top, s)
	}
	n := float64(len(c.still))
	p := NewPanel(0.5, n+0.5, 0, top)
	p.Add(
		YTicks{Scale: Shares(0, top), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: withEnds(Periods(sim.January, c.world.First()-1)), Style: l.Text(l.Muted)},
		l.Heading(p, "Still awaited, by month"),
	)
	for i, s := range c.still {
		x := float64(i + 1)
		p.Add(Box{X0: x - 0.32, X1: x + 0.32, Y1: s, Fill: l.Stream})
	}
	return p
}

// estimates draws the estimated shares as parts of what came.
func (c *censoring) estimates(l Look) *Panel {
	high := 1.1
	for k := range c.depth {
		high = max(high, 1.1*c.km[k]/c.came[k], 1.1*c.arrived[k]/c.came[k])
	}
	p := NewPanel(0, high, -0.55, float64(c.depth)-0.45).Downwards()
	names := make([]string, c.depth)
	for k := range names {
		names[k] = fmt.Sprintf("%s\n%s", beyond(k), percent(c.came[k]))
	}
	p.Add(
		rowNames{names, l.Text(l.Muted)},
		XTicks{Scale: Shares(0, high), Style: l.Text(l.Muted), Rule: l.Hair()},
		Stroke{[]XY{{1, p.Y.Min}, {1, p.Y.Max}}, l.Line(l.Ink, 1)},
	)
	p.Add(l.headed(p, "Estimated share of what came", keyLine{"× by the arrived readings", l.Lost}, keyLine{"● by Kaplan-Meier", l.Stream})...)
	for k := range c.depth {
		y := float64(k)
		p.Add(
			Dot{X: c.km[k] / c.came[k], Y: y, Radius: l.Em(0.4), Color: l.Stream},
			Cross{X: c.arrived[k] / c.came[k], Y: y, Radius: l.Em(0.42), Color: l.Lost},
		)
	}
	return p
}

// beyond names the readings that are more than k periods late, in a narrow
// column.
func beyond(k int) string {
	if k == 0 {
		return "late"
	}
	return fmt.Sprintf("> %d late", k)
}
