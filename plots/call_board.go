package plots

import (
	"fmt"
	"image/color"
	"slices"
	"time"

	"tidemark/sim/event/town"
)

// CallBoard draws the panels of a call centre's dashboard over time: calls that
// are active and that wait, the mean wait, and the agents who are free.
func CallBoard(shown []town.Panel) (*Figure, error) {
	const name, least = "call-board", 2
	if len(shown) < least {
		return nil, fmt.Errorf("plots: figure %s must have at least %d panels, got %d", name, least, len(shown))
	}
	b := callBoard(shown)
	return &Figure{
		Name:   name,
		Title:  b.title(),
		Lead:   fmt.Sprintf("A dashboard with %s, refreshed every %s of event time", plural(b.agents(), "agent"), every(b.step())),
		Note:   fmt.Sprintf("The mean wait is that of the calls answered in the last %s.", short(town.Recent)),
		Alt:    b.alt(),
		Aspect: 0.62,
		Panels: func(l Look) [][]*Panel {
			return [][]*Panel{{b.calls(l)}, {b.wait(l)}, {b.free(l)}}
		},
		Grid: func(Look) Grid { return Grid{Heights: []float64{1.3, 1, 1}} },
	}, nil
}

type callBoard []town.Panel

func (b callBoard) agents() int { return b[0].Active + b[0].AgentsFree }

func (b callBoard) step() time.Duration { return b[1].At.Sub(b[0].At) }

// busiest returns the panel with the longest mean wait.
func (b callBoard) busiest() town.Panel {
	return slices.MaxFunc(b, func(x, y town.Panel) int { return int(x.MeanWait - y.MeanWait) })
}

// taken returns the share of panels with no agent free.
func (b callBoard) taken() float64 {
	n := 0
	for _, p := range b {
		if p.AgentsFree == 0 {
			n++
		}
	}
	return float64(n) / float64(len(b))
}

func (b callBoard) title() string {
	most := b.busiest()
	if b.taken() == 0 {
		return fmt.Sprintf("An agent is always free, and the mean wait stays at %s or less", roughly(most.MeanWait))
	}
	return fmt.Sprintf("No agent is free %d%% of the time, and the mean wait reaches %s at %s",
		int(100*b.taken()+0.5), roughly(most.MeanWait), clock(most.At, false))
}

func (b callBoard) alt() string {
	calls, waiting := 0, 0
	for _, p := range b {
		calls, waiting = max(calls, p.Active), max(waiting, p.Waiting)
	}
	return fmt.Sprintf("Three line charts from %s to %s. Active calls: %d at most; waiting calls: %d at most. Mean wait: %s at most. Agents free: between %d and %d.",
		clock(b[0].At, false), clock(b[len(b)-1].At, false), calls, waiting, roughly(b.busiest().MeanWait), b.agents()-calls, b.agents())
}

func (b callBoard) values(of func(town.Panel) float64) []float64 {
	vs := make([]float64, len(b))
	for i, p := range b {
		vs[i] = of(p)
	}
	return vs
}

// chart returns a panel for values up to top.
func (b callBoard) chart(l Look, heading string, top float64, ticks bool) *Panel {
	first, last := b[0].At, b[len(b)-1].At.Add(b.step())
	p := NewPanel(float64(first), float64(last), 0, max(top, 1))
	head := l.Heading(p, heading)
	head.Gap = l.Em(0.1)
	p.Add(YTicks{Scale: Counts(0, max(top, 1), UnitOf(top)), Style: l.Text(l.Muted), Rule: l.Hair()}, head)
	x := XTicks{Scale: Clock(first, last), Style: l.Text(l.Muted)}
	if !ticks {
		x.Scale = Names()
	}
	p.Add(x)
	return p
}

// line draws one value as steps: it stands until the next refresh.
func (b callBoard) line(l Look, vs []float64, hue color.NRGBA) Stroke {
	edges := b.values(func(p town.Panel) float64 { return float64(p.At) })
	return Stroke{Steps(append(edges, edges[len(edges)-1]+float64(b.step().Milliseconds())), vs), l.Line(hue, 1.6)}
}

func (b callBoard) calls(l Look) *Panel {
	active := b.values(func(p town.Panel) float64 { return float64(p.Active) })
	waiting := b.values(func(p town.Panel) float64 { return float64(p.Waiting) })
	p := b.chart(l, "Calls", max(slices.Max(active), slices.Max(waiting)), false)
	p.Add(b.line(l, waiting, l.Muted), b.line(l, active, l.Stream))
	p.Add(l.key(p, "active", l.Stream, l.Em(0.1)))
	waits := l.key(p, "waiting", l.Muted, l.Em(0.1))
	waits.X -= (p.X.Max - p.X.Min) * 0.12
	p.Add(waits)
	return p
}

func (b callBoard) wait(l Look) *Panel {
	vs := b.values(func(p town.Panel) float64 { return p.MeanWait.Seconds() })
	p := b.chart(l, "Mean wait, seconds", slices.Max(vs), false)
	p.Add(b.line(l, vs, l.Stream))
	return p
}

func (b callBoard) free(l Look) *Panel {
	vs := b.values(func(p town.Panel) float64 { return float64(p.AgentsFree) })
	p := b.chart(l, "Agents free", max(slices.Max(vs), float64(b.agents())), true)
	p.Add(b.line(l, vs, l.Stream))
	return p
}
