package plots

import (
	"fmt"
	"slices"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
)

// A Forecaster is somebody who expects readings to be late, and a name.
type Forecaster struct {
	Name     string
	Forecast policy.Forecast
}

// CostCurves draws what each tolerance is expected to cost a cell of a period
// under the law of a world, region by region, with the cheapest one, and the one
// that a rival chooses who does not know the law. The zero Forecaster is none.
func CostCurves(w *lateness.World, p sim.Period, costs policy.Costs, rival Forecaster) (*Figure, error) {
	c, err := newCostCurves("cost-curves", w, p, costs)
	if err != nil {
		return nil, err
	}
	if err := c.addRival(rival); err != nil {
		return nil, err
	}
	return &Figure{
		Name:    "cost-curves",
		Variant: joinParts([]string{c.variant(), rivalPart(rival)}),
		Title:   c.title(),
		Lead:    c.lead(),
		Note:    "State and waiting grow with every period of tolerance; the chance of a polluted cell falls. A cell is clean only if all readings of its month and of the month before come in time.",
		Alt:     c.alt(),
		Aspect:  0.12 + 0.24*float64(len(c.rows())),
		Panels:  c.panels,
	}, nil
}

type costCurves struct {
	world  *lateness.World
	period sim.Period
	cells  []policy.Cell // as they are under the law
	costs  policy.Costs
	rule   policy.Rule
	chosen []int // cheapest tolerance, by cell
	rival  Forecaster
	rivals []int // the tolerance that the rival chooses, by cell
}

func newCostCurves(figure string, w *lateness.World, p sim.Period, costs policy.Costs) (*costCurves, error) {
	if w == nil {
		return nil, fmt.Errorf("plots: figure %s must have a world, got none", figure)
	}
	rule, err := costs.Cheapest()
	if err != nil {
		return nil, err
	}
	cells, err := policy.Cells(w, policy.Truth(w), p)
	if err != nil {
		return nil, err
	}
	c := &costCurves{world: w, period: p, cells: cells, costs: costs, rule: rule}
	for _, cell := range cells {
		c.chosen = append(c.chosen, rule(cell.Crowds))
	}
	return c, nil
}

// addRival finds what a rival chooses.
func (c *costCurves) addRival(rival Forecaster) error {
	if rival.Forecast == nil {
		return nil
	}
	cells, err := policy.Cells(c.world, rival.Forecast, c.period)
	if err != nil {
		return err
	}
	c.rival = rival
	for _, cell := range cells {
		c.rivals = append(c.rivals, c.rule(cell.Crowds))
	}
	return nil
}

// rivalPart names a rival who is not the lesson's.
func rivalPart(f Forecaster) string {
	switch {
	case f.Forecast == nil:
		return "alone"
	case f.Name == "Kaplan-Meier":
		return ""
	}
	return inFileName(f.Name)
}

// variant names what is not as in the lesson.
func (c *costCurves) variant() string {
	parts := []string{worldVariant(c.world, lateness.Default()), costVariant(c.costs)}
	if c.period != c.world.First() {
		parts = append(parts, "of-"+c.period.String())
	}
	return joinParts(parts)
}

// costVariant names costs that are not the lesson's.
func costVariant(c policy.Costs) string {
	var parts []string
	u := policy.Usual()
	for _, cost := range []struct {
		name      string
		is, usual float64
	}{{"polluted", c.Polluted, u.Polluted}, {"state", c.State, u.State}, {"waited", c.Waited, u.Waited}} {
		if cost.is != cost.usual {
			parts = append(parts, cost.name+plain64(cost.is))
		}
	}
	return joinParts(parts)
}

// byTolerance returns the regions that choose each tolerance.
func (c *costCurves) byTolerance() (tolerances []int, regions map[int][]string) {
	regions = map[int][]string{}
	for i, t := range c.chosen {
		regions[t] = append(regions[t], c.cells[i].Region.String())
	}
	return distinct(c.chosen), regions
}

func (c *costCurves) title() string {
	title := c.finding()
	if len(c.rivals) == 0 {
		return title
	}
	found := 0
	for i, t := range c.rivals {
		if t == c.chosen[i] {
			found++
		}
	}
	return fmt.Sprintf("%s; %s finds it in %s", title, c.rival.Name, outOf(found, len(c.rivals)))
}

// outOf says how many of all regions.
func outOf(n, of int) string {
	switch n {
	case of:
		return "all of them"
	case 0:
		return "none of them"
	}
	return fmt.Sprintf("%s of %s", spell(n), spell(of))
}

// finding says which tolerances are the cheapest.
func (c *costCurves) finding() string {
	ts, regions := c.byTolerance()
	first, last := ts[0], ts[len(ts)-1]
	switch {
	case len(ts) == 1 && len(c.cells) == 1:
		return fmt.Sprintf("The cheapest tolerance for %s is %s", regions[first][0], plural(first, "period"))
	case len(ts) == 1:
		return fmt.Sprintf("The cheapest tolerance is %s in every region", plural(first, "period"))
	case len(ts) == 2 && len(regions[last]) <= len(regions[first]):
		return fmt.Sprintf("The cheapest tolerance is %s for %s and %d for the others", plural(last, "period"), list(regions[last]), first)
	case len(ts) == 2:
		return fmt.Sprintf("The cheapest tolerance is %s for %s and %d for the others", plural(first, "period"), list(regions[first]), last)
	}
	return fmt.Sprintf("The cheapest tolerance runs from %s for %s to %d for %s", plural(first, "period"), list(regions[first]), last, list(regions[last]))
}

func (c *costCurves) lead() string {
	return fmt.Sprintf("Expected cost of a cell of %v, by tolerance in periods; a polluted cell costs %s, a row in the state %s a period, waiting %s a period",
		c.period, Count(c.costs.Polluted), Count(c.costs.State), Count(c.costs.Waited))
}

func (c *costCurves) alt() string {
	var parts []string
	for i, cell := range c.cells {
		cost := c.costs.Curve(cell.Crowds)
		parts = append(parts, fmt.Sprintf("%v %s at tolerance 0, least at tolerance %d with %s", cell.Region, Fixed(cost[0], 2), c.chosen[i], Fixed(cost[c.chosen[i]], 2)))
	}
	alt := "Small multiples by region, the cost of a cell over the tolerance, in all and in its two parts: " + list(parts) + "."
	if len(c.rivals) > 0 {
		alt += fmt.Sprintf(" %s chooses %s, in this order.", sentence(c.rival.Name), list(numbers(c.rivals)))
	}
	return alt
}

func numbers(ns []int) []string {
	var words []string
	for _, n := range ns {
		words = append(words, Count(n))
	}
	return words
}

// rows are the places of the panels: three in a row, the cells in order and the
// key behind them, which is -1; -2 is an empty place.
func (c *costCurves) rows() [][]int {
	var places []int
	for i := range c.cells {
		places = append(places, i)
	}
	places = append(places, -1)
	for len(places)%3 != 0 {
		places = append(places, -2)
	}
	return slices.Collect(slices.Chunk(places, 3))
}

func (c *costCurves) panels(l Look) [][]*Panel {
	top := 0.0
	for _, cell := range c.cells {
		for _, cost := range c.costs.Curve(cell.Crowds) {
			top = max(top, cost)
		}
	}
	if top == 0 {
		top = 1 // nothing costs anything
	}
	var panels [][]*Panel
	for _, row := range c.rows() {
		var ps []*Panel
		for _, i := range row {
			switch i {
			case -2:
				ps = append(ps, nil)
			case -1:
				ps = append(ps, c.key(l))
			default:
				ps = append(ps, c.panel(l, i, top))
			}
		}
		panels = append(panels, ps)
	}
	return panels
}

// panel draws the curves of one region.
func (c *costCurves) panel(l Look, i int, top float64) *Panel {
	cell := c.cells[i]
	p := NewPanel(0, policy.Longest, 0, top)
	p.Add(
		YTicks{Scale: Decimals(0, top), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Integers(0, policy.Longest), Style: l.Text(l.Muted)},
		l.Heading(p, fmt.Sprintf("%v: %s", cell.Region, plural(c.chosen[i], "period"))),
	)
	var total, polluted, kept []XY
	for t, cost := range c.costs.Curve(cell.Crowds) {
		lost := c.costs.Polluted * policy.Expect(cell.Crowds, t).Polluted
		total = append(total, XY{float64(t), cost})
		polluted = append(polluted, XY{float64(t), lost})
		kept = append(kept, XY{float64(t), cost - lost})
	}
	at := total[c.chosen[i]]
	p.Add(
		Stroke{polluted, l.Line(l.Lost, 1.5)},
		Stroke{kept, l.Line(l.Stream, 1.5)},
		Stroke{total, l.Line(l.Ink, 2.2)},
		Dot{X: at.X, Y: at.Y, Radius: l.Em(0.42), Color: l.Ink},
	)
	if len(c.rivals) > 0 {
		at := total[c.rivals[i]]
		p.Add(Cross{X: at.X, Y: at.Y, Radius: l.Em(0.55), Color: l.Lost})
	}
	return p
}

// key says what the curves are.
func (c *costCurves) key(l Look) *Panel {
	p := NewPanel(0, 1, -0.5, 5).Downwards()
	for i, k := range []keyLine{{"cost in all", l.Ink}, {"polluted cells", l.Lost}, {"state and waiting", l.Stream}} {
		y := float64(i) + 0.5
		p.Add(Stroke{[]XY{{0, y}, {0.14, y}}, l.Line(k.color, 2)}, Label{X: 0.14, Y: y, Text: k.text, Style: l.Bold(k.color), At: Right})
	}
	p.Add(Dot{X: 0.07, Y: 3.5, Radius: l.Em(0.42), Color: l.Ink}, Label{X: 0.14, Y: 3.5, Text: "cheapest tolerance", Style: l.Bold(l.Ink), At: Right})
	if len(c.rivals) > 0 {
		p.Add(Cross{X: 0.07, Y: 4.5, Radius: l.Em(0.55), Color: l.Lost}, Label{X: 0.14, Y: 4.5, Text: "chosen by " + c.rival.Name, Style: l.Bold(l.Lost), At: Right})
	}
	return p
}
