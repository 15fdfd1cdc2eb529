package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"

	"tidemark/sim/restart"
)

// CheckpointInterval draws how much longer a run takes with checkpoints, by the
// interval between them: as expected, and as measured in simulated runs. Young's and Daly's intervals are marked.
func CheckpointInterval(p restart.Plan, seed int64) (*Figure, error) {
	const intervals = 20_000
	c := &checkpointInterval{plan: p}
	var err error
	if c.best, err = p.Best(); err != nil {
		return nil, err
	}
	if c.young, err = p.Young(); err != nil {
		return nil, err
	}
	if c.daly, err = p.Daly(); err != nil {
		return nil, err
	}
	for e := -2.0; e <= 2; e += 0.5 {
		at := c.best * math.Exp2(e)
		run, err := p.Simulate(at, intervals, seed)
		if err != nil {
			return nil, err
		}
		c.at, c.runs = append(c.at, at), append(c.runs, run)
	}
	return &Figure{
		Name:    "checkpoint-interval",
		Variant: planVariant(p, seed),
		Title:   c.title(),
		Lead:    fmt.Sprintf("Time that a run takes longer, by the interval between checkpoints; writing one takes %s periods, the run is interrupted every %s", Count(p.Write), Count(p.Between)),
		Note:    fmt.Sprintf("Curve: Daly’s model. Dots: simulated runs of %s intervals each, with two standard errors either way. The scale is logarithmic.", Count(intervals)),
		Alt:     c.alt(),
		Aspect:  0.33,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{c.panel(l)}} },
	}, nil
}

type checkpointInterval struct {
	plan              restart.Plan
	best, young, daly float64
	at                []float64
	runs              []restart.Run
}

// planVariant names what of a plan is not as in the lesson.
func planVariant(p restart.Plan, seed int64) string {
	var parts []string
	usual := restart.Plan{Write: 0.02, Restart: 0.05, Between: 20}
	for _, x := range []struct {
		name      string
		is, usual float64
	}{{"write", p.Write, usual.Write}, {"restart", p.Restart, usual.Restart}, {"between", p.Between, usual.Between}} {
		if x.is != x.usual {
			parts = append(parts, x.name+plain64(x.is))
		}
	}
	if seed != 1 {
		parts = append(parts, fmt.Sprintf("seed%d", seed))
	}
	return joinParts(parts)
}

// extra returns the expected slowdown at an interval, beyond 1.
func (c *checkpointInterval) extra(interval float64) float64 {
	s, err := c.plan.Slowdown(interval)
	if err != nil {
		return math.NaN() // which the figure refuses to draw
	}
	return s - 1
}

func (c *checkpointInterval) title() string {
	least := c.extra(c.best)
	title := fmt.Sprintf("A checkpoint every %s periods is best and costs %s of the time", twoDigits(c.best), percent(least))
	off := c.extra(c.young) - least
	if off < 0.0005 {
		return title + "; Young’s formula does as well"
	}
	return fmt.Sprintf("%s; Young’s formula, %s, costs %s", title, twoDigits(c.young), percent(least+off))
}

// twoDigits writes a number with two digits that say something.
func twoDigits(v float64) string {
	if v >= 100 {
		return Count(math.Round(v))
	}
	return Fixed(v, max(0, 1-int(math.Floor(math.Log10(v)))))
}

func (c *checkpointInterval) alt() string {
	last := len(c.at) - 1
	return fmt.Sprintf("A curve with one minimum: %s longer at an interval of %s periods, %s at %s, the best, and %s at %s. Young’s interval is %s, Daly’s %s. Nine simulated runs lie on the curve.",
		percent(c.runs[0].Slowdown-1), twoDigits(c.at[0]), percent(c.extra(c.best)), twoDigits(c.best), percent(c.runs[last].Slowdown-1), twoDigits(c.at[last]), twoDigits(c.young), twoDigits(c.daly))
}

func (c *checkpointInterval) panel(l Look) *Panel {
	top := 0.0
	for _, r := range c.runs {
		top = max(top, r.Slowdown+2*r.StdErr-1)
	}
	log := math.Log2
	low, high := log(c.at[0])-0.15, log(c.at[len(c.at)-1])+0.15
	p := NewPanel(low, high, 0, 1.05*top)
	var ticks []plot.Tick
	for i := 0; i < len(c.at); i += 2 {
		ticks = append(ticks, plot.Tick{Value: log(c.at[i]), Label: twoDigits(c.at[i])})
	}
	p.Add(
		YTicks{Scale: Shares(0, 1.05*top), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: At(ticks...), Style: l.Text(l.Muted), Title: "interval, periods"},
	)
	p.Add(l.headed(p, "Longer by",
		keyLine{"● simulated", l.Stream},
		keyLine{fmt.Sprintf("| Daly, %s", twoDigits(c.daly)), l.Batch}, keyLine{fmt.Sprintf("¦ Young, %s", twoDigits(c.young)), l.Ink})...)
	var curve []XY
	for x := low; x <= high; x += 0.05 {
		curve = append(curve, XY{x, min(c.extra(math.Exp2(x)), 1.05*top)})
	}
	p.Add(
		Stroke{[]XY{{log(c.daly), 0}, {log(c.daly), 1.05 * top}}, l.Line(l.Batch, 1.6)},
		Stroke{[]XY{{log(c.young), 0}, {log(c.young), 1.05 * top}}, l.Dashed(l.Line(l.Ink, 1.2))},
		Stroke{curve, l.Line(l.Muted, 1.4)},
	)
	for i, r := range c.runs {
		x, y := log(c.at[i]), r.Slowdown-1
		p.Add(
			Stroke{[]XY{{x, max(0, y-2*r.StdErr)}, {x, y + 2*r.StdErr}}, l.Line(l.Stream, 1.2)},
			Dot{X: x, Y: y, Radius: l.Em(0.32), Color: l.Stream},
		)
	}
	return p
}
