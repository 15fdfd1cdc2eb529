package plots

import (
	"fmt"
	"image/color"
	"strings"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/study"
)

// PollutedByMonth draws the share of polluted cells in each held-out month, a
// line for each of up to four contestants. Where the law of the worlds has a
// break, it is marked.
func PollutedByMonth(m study.Monthly) (*Figure, error) {
	const name, most = "polluted-by-month", 4
	if len(m.Names) == 0 || len(m.Names) > most || len(m.Names) != len(m.Polluted) {
		return nil, fmt.Errorf("plots: figure %s must have 1 to %d contestants with their months, got %d and %d", name, most, len(m.Names), len(m.Polluted))
	}
	for i, months := range m.Polluted {
		if len(months) < 2 || len(months) != len(m.Polluted[0]) {
			return nil, fmt.Errorf("plots: figure %s must have at least 2 months, as many for each contestant, got %d of %q", name, len(months), m.Names[i])
		}
	}
	b := byMonth{m}
	return &Figure{
		Name:    name,
		Variant: b.variant(),
		Title:   b.title(),
		Lead:    fmt.Sprintf("Share of cells expected to be polluted: %s, mean of %s with %s of history", m.Kind.Law.Name, plural(m.Worlds, "world"), plural(m.Kind.Months, "month")),
		Alt:     b.alt(),
		Aspect:  0.36,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{b.panel(l)}} },
	}, nil
}

// variant names what is not as in the lesson.
func (b byMonth) variant() string {
	var parts []string
	if b.Kind.Law.Name != lateness.Unannounced().Name {
		parts = append(parts, strings.ReplaceAll(b.Kind.Law.Name, " ", "-"))
	}
	if b.Kind.Months != lateness.Default().History {
		parts = append(parts, fmt.Sprintf("months%d", b.Kind.Months))
	}
	if b.Worlds != worldsOfLesson {
		parts = append(parts, fmt.Sprintf("worlds%d", b.Worlds))
	}
	return joinParts(parts)
}

// worldsOfLesson is the number of worlds that the lesson takes the mean of.
const worldsOfLesson = 30

type byMonth struct{ study.Monthly }

func (b byMonth) months() int { return len(b.Polluted[0]) }

// breaks returns the first month of the break, and whether there is one among
// the months.
func (b byMonth) breaks() (month int, ok bool) {
	return lateness.BreakAfter, b.Kind.Law.Break != 0 && b.months() > lateness.BreakAfter
}

// mean returns the mean share of a contestant from a month on.
func (b byMonth) mean(contestant, from int) float64 {
	sum := 0.0
	for _, v := range b.Polluted[contestant][from:] {
		sum += v
	}
	return sum / float64(b.months()-from)
}

func (b byMonth) title() string {
	from, when := 0, "Over all months"
	if at, ok := b.breaks(); ok {
		from, when = at, "From the break on"
	}
	var parts []string
	for i, name := range b.Names {
		part := fmt.Sprintf("%s %s", name, percent(b.mean(i, from)))
		if i == 0 {
			part = fmt.Sprintf("%s leaves %s of the cells polluted", name, percent(b.mean(i, from)))
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s, %s", when, list(parts))
}

func (b byMonth) alt() string {
	var parts []string
	last := b.months() - 1
	for i, name := range b.Names {
		parts = append(parts, fmt.Sprintf("%s from %s in %v to %s in %v", name, percent(b.Polluted[i][0]), b.First, percent(b.Polluted[i][last]), b.First+sim.Period(last)))
	}
	return "Line chart over the held-out months: " + list(parts) + "."
}

func (b byMonth) panel(l Look) *Panel {
	top := 0.01
	for _, months := range b.Polluted {
		for _, v := range months {
			top = max(top, v)
		}
	}
	first, last := float64(b.First), float64(b.First)+float64(b.months()-1)
	p := NewPanel(first, last, 0, 1.05*top)
	p.Add(
		YTicks{Scale: Shares(0, 1.05*top), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: withEnds(Periods(b.First, sim.Period(last))), Style: l.Text(l.Muted)},
	)
	if at, ok := b.breaks(); ok {
		x := first + float64(at)
		p.Add(Stroke{[]XY{{x, 0}, {x, 1.05 * top}}, l.Dashed(l.Line(l.Muted, 1))})
	}
	hues := []color.NRGBA{l.Batch, l.Stream, l.Muted, l.Ink}
	var keys []keyLine
	for i, months := range b.Polluted {
		keys = append(keys, keyLine{"— " + b.Names[i], hues[i]})
		var xy []XY
		for m, v := range months {
			xy = append(xy, XY{first + float64(m), v})
		}
		p.Add(Stroke{xy, l.Line(hues[i], 2)})
	}
	heading := "Polluted cells"
	if _, ok := b.breaks(); ok {
		heading += ", the break at the dashed line"
	}
	p.Add(l.headed(p, heading, keys...)...)
	return p
}
