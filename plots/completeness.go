package plots

import (
	"fmt"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
)

// Completeness draws what waiting buys: the share of the readings and the share
// of clean cells that are expected by tolerance, on the mean of the cells of one
// period, and where two rules end up: the one that sees 99 % of the readings and
// the one of the least cost, each with a tolerance for each region.
func Completeness(w *lateness.World, p sim.Period, costs policy.Costs) (*Figure, error) {
	const name = "completeness"
	c, err := newCostCurves(name, w, p, costs)
	if err != nil {
		return nil, err
	}
	share, err := policy.Share(quantile)
	if err != nil {
		return nil, err
	}
	m := &completeness{costCurves: c}
	for _, cell := range c.cells {
		m.byShare = append(m.byShare, share(cell.Crowds))
	}
	return &Figure{
		Name:    name,
		Variant: c.variant(),
		Title:   m.title(),
		Lead:    fmt.Sprintf("Expected for the cells of %v, if all windows stay open equally long, and where two rules end up", p),
		Note:    "A rule takes a tolerance for each region, so its mark can lie above the curve. A cell is clean only if all readings of its month and of the month before come in time.",
		Alt:     m.alt(),
		Aspect:  0.42,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{m.panel(l)}} },
	}, nil
}

const quantile = 0.99

type completeness struct {
	*costCurves
	byShare []int // tolerance of each cell by the share of its readings
}

// at returns the means over the cells when cell i has the tolerance of(i).
func (m *completeness) at(of func(i int) int) (waited, clean float64) {
	n := float64(len(m.cells))
	for i, cell := range m.cells {
		o := policy.Expect(cell.Crowds, of(i))
		waited += o.Waited / n
		clean += (1 - o.Polluted) / n
	}
	return waited, clean
}

func (m *completeness) quantile() (waited, clean float64) {
	return m.at(func(i int) int { return m.byShare[i] })
}

func (m *completeness) cheapest() (waited, clean float64) {
	return m.at(func(i int) int { return m.chosen[i] })
}

func (m *completeness) title() string {
	_, share := m.quantile()
	_, cheap := m.cheapest()
	less := fmt.Sprintf("With %s of the readings in time, %s of the cells are polluted", percent(quantile), percent(1-share))
	switch {
	case 1-cheap < 0.8*(1-share):
		return fmt.Sprintf("%s; the least cost leaves %s", less, percent(1-cheap))
	case 1-cheap > 1.25*(1-share):
		return fmt.Sprintf("%s; at these costs it is cheaper to leave %s", less, percent(1-cheap))
	}
	return fmt.Sprintf("%s, about what the least cost leaves", less)
}

// inTime returns the share of the readings that arrive within t periods.
func (m *completeness) inTime(t int) float64 {
	var all []lateness.Crowd
	for _, cell := range m.cells {
		all = append(all, cell.Crowds...)
	}
	return 1 - lateness.Pool(all)[t]
}

func (m *completeness) alt() string {
	sw, sc := m.quantile()
	cw, cc := m.cheapest()
	_, zero := m.at(func(int) int { return 0 })
	_, last := m.at(func(int) int { return policy.Longest })
	return fmt.Sprintf("Two rising curves over the tolerance. Readings in time: %s at 0 periods, %s at 2. Clean cells: %s at 0 and %s at %d. The %s rule waits %s periods on average for %s clean cells, the cheapest rule %s for %s.",
		percent(m.inTime(0)), percent(m.inTime(2)), percent(zero), percent(last), policy.Longest,
		percent(quantile), Fixed(sw, 1), percent(sc), Fixed(cw, 1), percent(cc))
}

func (m *completeness) panel(l Look) *Panel {
	p := NewPanel(0, policy.Longest, 0, 1)
	p.Add(
		YTicks{Scale: Shares(0, 1), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Integers(0, policy.Longest), Style: l.Text(l.Muted), Title: "tolerance, periods"},
	)
	p.Add(l.headed(p, "Expected share", keyLine{"— readings in time", l.Ink}, keyLine{"— clean cells", l.Stream})...)
	p.Add(
		l.key(p, fmt.Sprintf("× rule: %s of the readings", percent(quantile)), l.Lost, l.Body*leading),
		l.key(p, "● rule: least cost", l.Stream, 0),
	)
	var readings, clean []XY
	for t := range policy.Longest + 1 {
		_, share := m.at(func(int) int { return t })
		readings = append(readings, XY{float64(t), m.inTime(t)})
		clean = append(clean, XY{float64(t), share})
	}
	p.Add(Stroke{readings, l.Line(l.Ink, 1.6)}, Stroke{clean, l.Line(l.Stream, 2.2)})
	x, y := m.cheapest()
	p.Add(Dot{X: x, Y: y, Radius: l.Em(0.5), Color: l.Stream})
	x, y = m.quantile()
	p.Add(Cross{X: x, Y: y, Radius: l.Em(0.55), Color: l.Lost})
	return p
}
