package plots

import (
	"fmt"
	"image/color"
	"strings"

	"tidemark/sim"
)

// ModesCost draws what each mode costs over the periods: the rows it has read
// so far, and the entries it carries. The comparison is best one of sound
// readings, [sim.Compare] of no corruption.
func ModesCost(c sim.Comparison) (*Figure, error) {
	const name = "modes-cost"
	if c.Batch == nil || c.Stream == nil || len(c.Batch.Trace) == 0 || len(c.Batch.Trace) != len(c.Stream.Trace) {
		return nil, fmt.Errorf("plots: figure %s must have a comparison of two runs over the same periods, got %d and %d periods",
			name, periodsOf(c.Batch), periodsOf(c.Stream))
	}
	m := &modesCost{c}
	return &Figure{
		Name:    name,
		Variant: m.variant(),
		Title:   m.title(),
		Lead:    m.lead(),
		Note:    "The batch runs at the start of each period and reads all that has arrived before. The stream carries each key that it has seen, and the last index of each subscriber.",
		Alt:     m.alt(),
		Aspect:  0.33,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{m.rows(l), m.state(l)}} },
	}, nil
}

func periodsOf(r *sim.Result) int {
	if r == nil {
		return 0
	}
	return len(r.Trace)
}

type modesCost struct{ sim.Comparison }

// variant names the corruption and the network where there is one or it is not
// the lesson's.
func (m *modesCost) variant() string {
	var parts []string
	for _, f := range m.Faults {
		parts = append(parts, faultParts(f)...)
		if f.Class == sim.LateArrival {
			parts = append(parts, "late-arrival")
		}
	}
	return joinParts(append(parts, networkParts(m.Network, sim.Default())...))
}

func (m *modesCost) title() string {
	b, s := m.Batch.RowsRead, m.Stream.RowsRead
	carries := fmt.Sprintf("carries %s", plural(m.Stream.CarriedState, "entry"))
	switch {
	case b > s:
		return fmt.Sprintf("The batch reads each row again and again, %s in all; the stream reads %s and %s instead", Count(b), Count(s), carries)
	case b == 0:
		return fmt.Sprintf("The batch has not run yet; the stream has read %s and %s", plural(s, "row"), carries)
	}
	return fmt.Sprintf("So short a history costs the batch little: %s to the stream’s %s, which %s", plural(b, "row"), Count(s), carries)
}

func (m *modesCost) lead() string {
	after := "After " + plural(m.Network.Periods, "period")
	if m.Network.Periods > 1 {
		after = "After each of " + plural(m.Network.Periods, "period")
	}
	lead := fmt.Sprintf("%s with %s a period", after, plural(m.Network.Subscribers, "reading"))
	for _, f := range m.Faults {
		lead += ", " + fault(f.Class)
		if f.Period != 0 {
			lead += fmt.Sprintf(" in %v", f.Period)
		}
	}
	return lead
}

func (m *modesCost) alt() string {
	return fmt.Sprintf("Two line charts over %s. Rows read so far: the batch comes to %s, the stream to %s. Carried state: the batch stays at %s, the stream comes to %s.",
		plural(m.Network.Periods, "period"), Count(m.Batch.RowsRead), Count(m.Stream.RowsRead),
		Count(m.Batch.CarriedState), plural(m.Stream.CarriedState, "entry"))
}

func (m *modesCost) rows(l Look) *Panel {
	return m.panel(l, "", "Rows read so far", func(s sim.Step) int { return s.RowsRead })
}

func (m *modesCost) state(l Look) *Panel {
	return m.panel(l, "entries", "Carried state", func(s sim.Step) int { return s.CarriedState })
}

// panel draws one cost of both modes over the periods.
func (m *modesCost) panel(l Look, what, heading string, cost func(sim.Step) int) *Panel {
	top := 1.0
	for i := range m.Batch.Trace {
		top = max(top, float64(cost(m.Batch.Trace[i])), float64(cost(m.Stream.Trace[i])))
	}
	unit := UnitOf(top)
	last := m.Network.Last()
	p := NewPanel(min(1, float64(last)-1), float64(last), 0, top) // a single period is the right end
	head := l.Heading(p, strings.TrimSuffix(heading+", "+unit.Of(what), ", "))
	head.Gap = l.Em(0.5)
	p.Add(
		YTicks{Scale: Counts(0, top, unit), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: withEnds(Periods(sim.January, last)), Style: l.Text(l.Muted)},
		head,
	)
	m.lines(l, p, top, cost)
	return p
}

// lines draws the two lines with their names and last values at their ends.
func (m *modesCost) lines(l Look, p *Panel, top float64, cost func(sim.Step) int) {
	series := []struct {
		name  string
		trace []sim.Step
		hue   color.NRGBA
	}{{"batch", m.Batch.Trace, l.Batch}, {"stream", m.Stream.Trace, l.Stream}}
	ends := [2]float64{}
	for i, s := range series {
		var xy []XY
		for _, step := range s.trace {
			xy = append(xy, XY{float64(step.Period), float64(cost(step))})
		}
		end := xy[len(xy)-1]
		ends[i] = end.Y
		p.Add(Stroke{xy, l.Line(s.hue, 2.2)}, Dot{X: end.X, Y: end.Y, Radius: l.Em(0.34), Color: s.hue})
	}
	for i, s := range series {
		x := float64(m.Network.Last())
		label := Label{X: x, Y: ends[i], Text: endName(s.name, ends[i]), Style: l.Bold(s.hue), At: Right}
		p.Add(apartFrom(label, ends[1-i], top))
	}
}

// endName names a line at its end; in one line at zero, where there is no room
// for two above the axis.
func endName(name string, value float64) string {
	if value == 0 {
		return name + " 0"
	}
	return name + "\n" + Count(value)
}

// apartFrom moves the label of an end up or down where the other end is near.
func apartFrom(label Label, other, top float64) Label {
	const near = 0.25 // of the height
	switch d := label.Y - other; {
	case d > near*top || d < -near*top:
		return label
	case d > 0 || d == 0 && strings.HasPrefix(label.Text, "stream"):
		label.At = Side{1, 1}
	default:
		label.At = Side{1, -1}
	}
	return label
}
