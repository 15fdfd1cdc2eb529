package plots

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tidemark/sim/study"
)

// Contest draws the difference in cost between pairs of contestants of a study,
// with two standard errors either way: a panel for each pair and a row for each
// kind of world. Left of zero the first of the pair is cheaper.
func Contest(r study.Results, pairs ...study.Pair) (*Figure, error) {
	const name, most = "contest", 3
	if len(pairs) == 0 || len(pairs) > most {
		return nil, fmt.Errorf("plots: figure %s must have 1 to %d pairs, got %d", name, most, len(pairs))
	}
	c := &contest{pairs: pairs, rows: r.Rows()}
	for _, p := range pairs {
		var ms []study.Mean
		for _, row := range c.rows {
			m, err := r.Difference(row, p.A, p.B)
			if err != nil {
				return nil, err
			}
			ms = append(ms, m)
		}
		c.means = append(c.means, ms)
	}
	if len(c.rows) == 0 {
		return nil, fmt.Errorf("plots: figure %s must have results of at least 1 world, got none", name)
	}
	return &Figure{
		Name:    name,
		Variant: c.variant(),
		Title:   c.title(),
		Lead:    fmt.Sprintf("Difference in cost per cell, mean of %s and two standard errors either way, by kind of world and months of history", plural(c.worlds(), "world")),
		Note:    "Left of the line the first of the two is cheaper. Both decide in the same worlds, so the error is that of the difference.",
		Alt:     c.alt(),
		Aspect:  0.08 + 0.04*float64(len(c.rows)),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{c.panels(l)} },
	}, nil
}

// variant names the worlds and the pairs that are not the lesson's.
func (c *contest) variant() string {
	var parts []string
	if c.worlds() != worldsOfLesson {
		parts = append(parts, fmt.Sprintf("worlds%d", c.worlds()))
	}
	if !slices.Equal(c.pairs, ContestPairs()) {
		for _, p := range c.pairs {
			parts = append(parts, inFileName(p.A+" "+p.B))
		}
	}
	return joinParts(parts)
}

var notInFileName = regexp.MustCompile(`[^a-z0-9.]+`)

// inFileName returns words as part of a file name. Letters that it has to leave
// out still tell two names apart.
func inFileName(s string) string {
	name := strings.Trim(notInFileName.ReplaceAllString(strings.ToLower(s), "-"), "-.")
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return joinParts([]string{name, checksum(s)})
	}
	return name
}

// ContestPairs returns the pairs that the lesson draws.
func ContestPairs() []study.Pair {
	return []study.Pair{{A: study.ByLogistic, B: study.ByTied}, {A: study.ByLogistic, B: study.ByRecent}, {A: study.ByMLP, B: study.ByLogistic}}
}

type contest struct {
	pairs []study.Pair
	rows  []study.Row
	means [][]study.Mean // by pair and row
}

// worlds returns how many worlds the first kind has.
func (c *contest) worlds() int { return c.means[0][0].Worlds }

// tally counts the kinds of world in which the first of a pair is clearly
// cheaper, and clearly dearer.
func (c *contest) tally(pair int) (cheaper, dearer int) {
	for _, m := range c.means[pair] {
		switch {
		case m.Clear() && m.Value < 0:
			cheaper++
		case m.Clear() && m.Value > 0:
			dearer++
		}
	}
	return cheaper, dearer
}

func (c *contest) title() string {
	var parts []string
	for i, p := range c.pairs {
		cheaper, dearer := c.tally(i)
		part := fmt.Sprintf("%s beats %s in %s", p.A, p.B, spell(cheaper))
		switch {
		case i == 0:
			part = fmt.Sprintf("%s clearly beats %s in %s of %s of world", sentence(p.A), p.B, spell(cheaper), spellPlural(len(c.rows), "kind"))
		case p.A == c.pairs[i-1].A:
			part = fmt.Sprintf("it beats %s in %s", p.B, spell(cheaper))
		}
		if dearer > 0 {
			part += " and loses in " + spell(dearer)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

func (c *contest) alt() string {
	var parts []string
	for i, p := range c.pairs {
		cheaper, dearer := c.tally(i)
		low, high := c.extremes(i)
		parts = append(parts, fmt.Sprintf("%s against %s: clearly cheaper in %s of %s of world, clearly dearer in %s; from %s in %s to %s in %s",
			p.A, p.B, spell(cheaper), plural(len(c.rows), "kind"), spell(dearer),
			signedDecimals(c.means[i][low].Value), rowName(c.rows[low]), signedDecimals(c.means[i][high].Value), rowName(c.rows[high])))
	}
	return "Dots with intervals, a row for each kind of world. " + sentence(strings.Join(parts, ". ")) + "."
}

// extremes returns the rows of the least and the largest difference.
func (c *contest) extremes(pair int) (low, high int) {
	for i, m := range c.means[pair] {
		if m.Value < c.means[pair][low].Value {
			low = i
		}
		if m.Value > c.means[pair][high].Value {
			high = i
		}
	}
	return low, high
}

func signedDecimals(v float64) string {
	if v > 0 {
		return "+" + Fixed(v, 3)
	}
	return Fixed(v, 3)
}

// rowName names a kind of world.
func rowName(r study.Row) string { return fmt.Sprintf("%s, %d months", r.Law, r.Months) }

func (c *contest) panels(l Look) []*Panel {
	low, high := 0.0, 0.0
	for _, ms := range c.means {
		for _, m := range ms {
			low, high = min(low, m.Value-2*m.StdErr), max(high, m.Value+2*m.StdErr)
		}
	}
	pad := max(0.06*(high-low), 1e-6)
	var ps []*Panel
	for i := range c.pairs {
		ps = append(ps, c.panel(l, i, low-pad, high+pad))
	}
	return ps
}

func (c *contest) panel(l Look, pair int, low, high float64) *Panel {
	p := NewPanel(low, high, -0.6, float64(len(c.rows))-0.4).Downwards()
	if pair == 0 {
		names := make([]string, len(c.rows))
		for i, r := range c.rows {
			names[i] = fmt.Sprintf("%s, %d", r.Law, r.Months)
		}
		p.Add(rowNames{names, l.Text(l.Muted)})
	}
	p.Add(
		XTicks{Scale: Decimals(low, high), Style: l.Text(l.Muted), Rule: l.Hair()},
		Stroke{[]XY{{0, p.Y.Min}, {0, p.Y.Max}}, l.Line(l.Ink, 1)},
		Label{X: low, Y: highest(p.Plot), Text: c.pairs[pair].A + "\n− " + c.pairs[pair].B, Style: l.Bold(l.Ink), At: AboveRight},
	)
	for i, m := range c.means[pair] {
		y, hue := float64(i), l.Muted
		switch {
		case m.Clear() && m.Value < 0:
			hue = l.Stream
		case m.Clear():
			hue = l.Lost
		}
		p.Add(
			Stroke{[]XY{{m.Value - 2*m.StdErr, y}, {m.Value + 2*m.StdErr, y}}, l.Line(hue, 1.4)},
			Dot{X: m.Value, Y: y, Radius: l.Em(math.Sqrt(0.12)), Color: hue},
		)
	}
	return p
}
