package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"tidemark/sim"
)

// DetectionLag draws, for each class of corruption, how many periods pass until
// a check of the batch run and one of the stream run fail, if they do. The
// comparisons are those of [sim.CompareAll] or some of them, all of the same
// corrupted period.
func DetectionLag(all []sim.Comparison) (*Figure, error) {
	const name = "detection-lag"
	if len(all) == 0 {
		return nil, fmt.Errorf("plots: figure %s must have at least 1 comparison, got 0", name)
	}
	for _, c := range all {
		switch {
		case c.Batch == nil || c.Stream == nil:
			return nil, fmt.Errorf("plots: figure %s must have comparisons of two runs, got an empty one", name)
		case len(c.Faults) != 1:
			return nil, fmt.Errorf("plots: figure %s must have one fault in each comparison, got %d", name, len(c.Faults))
		case c.Period != all[0].Period || c.Network != all[0].Network:
			return nil, fmt.Errorf("plots: figure %s must have one network and corrupted period, got %+v in %v and %+v in %v",
				name, all[0].Network, all[0].Period, c.Network, c.Period)
		}
	}
	d := &detection{comparisons: all, period: all[0].Period}
	d.longest = d.longestLag()
	return &Figure{
		Name:    name,
		Variant: d.variant(),
		Title:   d.title(),
		Lead:    fmt.Sprintf("Periods between a fault in %v and the first check that fails", d.period),
		Note:    d.note(),
		Alt:     d.alt(),
		Aspect:  0.09 + 0.045*float64(len(all)),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{d.lags(l), d.checks(l)}} },
		Grid:    func(Look) Grid { return Grid{Widths: []float64{2.6, 1.1}} },
	}, nil
}

// A detection is what the figure shows.
type detection struct {
	comparisons []sim.Comparison
	period      sim.Period
	longest     int // lag, at least 1
}

// modes in the order in which they are drawn.
var modes = [...]struct {
	name string
	of   func(sim.Comparison) sim.Detection
}{
	{"stream", func(c sim.Comparison) sim.Detection { return c.Stream.Detection }},
	{"batch", func(c sim.Comparison) sim.Detection { return c.Batch.Detection }},
}

const stream, batch = 0, 1 // indexes of modes

// lag returns the lag of a comparison in a mode, and whether it was caught.
func (d *detection) lag(c sim.Comparison, mode int) (periods int, caught bool) {
	found := modes[mode].of(c)
	return found.Lag(d.period), found.Caught()
}

func (d *detection) longestLag() int {
	longest := 1
	for _, c := range d.comparisons {
		for mode := range modes {
			if lag, caught := d.lag(c, mode); caught {
				longest = max(longest, lag)
			}
		}
	}
	return longest
}

// fault returns the words for a class: "late arrival".
func fault(c sim.Corruption) string {
	if c == sim.Duplicated {
		return "duplicated rows"
	}
	return strings.ReplaceAll(c.String(), "_", " ")
}

// variant names the period and the classes where they are not the lesson's.
func (d *detection) variant() string {
	var parts, classes []string
	if d.period != sim.July {
		parts = append(parts, "of-"+d.period.String())
	}
	var drawn []sim.Corruption
	for _, c := range d.comparisons {
		drawn = append(drawn, c.Class)
		classes = append(classes, strings.ReplaceAll(c.Class.String(), "_", "-"))
	}
	if !slices.Equal(drawn, sim.Corruptions()) {
		parts = append(parts, classes...)
	}
	parts = append(parts, d.otherChecks()...)
	return joinParts(append(parts, networkParts(d.comparisons[0].Network, sim.Default())...))
}

// otherChecks names the checks that found something and are not the lesson's.
func (d *detection) otherChecks() []string {
	known := map[string]bool{"": true}
	for _, c := range sim.Checks() {
		known[c.Name] = true
	}
	var others []string
	for _, c := range d.comparisons {
		for mode := range modes {
			if name := modes[mode].of(c).Check; !known[name] {
				known[name] = true
				others = append(others, strings.ReplaceAll(name, " ", "-"))
			}
		}
	}
	return others
}

// A score is how a mode does over all comparisons.
type score struct{ caught, shortest, longest int }

func (d *detection) score(mode int) score {
	s := score{}
	for _, c := range d.comparisons {
		lag, caught := d.lag(c, mode)
		if !caught {
			continue
		}
		if s.caught == 0 {
			s.shortest, s.longest = lag, lag
		}
		s.caught++
		s.shortest, s.longest = min(s.shortest, lag), max(s.longest, lag)
	}
	return s
}

func (d *detection) title() string {
	n := len(d.comparisons)
	st, ba := d.score(stream), d.score(batch)
	if st == ba {
		return fmt.Sprintf("Stream and batch find %s", found(st, n, inflect(n, "fault")))
	}
	return fmt.Sprintf("The stream finds %s; the batch finds %s", found(st, n, inflect(n, "fault")), found(ba, n, ""))
}

// found says how many of n faults a mode finds, and when: all six faults in the
// period they happen.
func found(s score, n int, noun string) string {
	what := spell(s.caught)
	switch {
	case s.caught == 0:
		return strings.TrimSpace("none " + ofAll(n, noun))
	case s.caught == n && n == 1:
		what = strings.TrimSpace("the " + noun)
		if noun == "" {
			what = "it"
		}
	case s.caught == n:
		what = strings.TrimSpace("all " + what + " " + noun)
	case noun != "":
		what += " of " + spell(n) + " " + noun
	}
	if noun == "" && s.longest > 0 {
		what += "," // "five, one period later"
	}
	return what + " " + when(s)
}

func ofAll(n int, noun string) string {
	if noun == "" {
		return ""
	}
	return "of " + spell(n) + " " + noun
}

// when says how long after a fault a mode finds it.
func when(s score) string {
	switch {
	case s.longest == 0 && s.caught == 1:
		return "in its own period"
	case s.longest == 0:
		return "in their own period"
	case s.shortest == s.longest:
		return spellPlural(s.longest, "period") + " later"
	}
	return fmt.Sprintf("%d to %s later", s.shortest, plural(s.longest, "period"))
}

func (d *detection) note() string {
	for _, c := range d.comparisons {
		if c.Class == sim.MissingPartition && c.Stream.Detection.Check == sim.Partition.Name && !c.Batch.Detection.Caught() {
			return "The partition check of the batch sees all of the history at once, in which the missing region is there in other periods."
		}
	}
	return ""
}

func (d *detection) alt() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Dot plot of %s.", plural(len(d.comparisons), "class of corruption"))
	for _, c := range d.comparisons {
		fmt.Fprintf(&b, " %s: stream %s, batch %s.", sentence(fault(c.Class)), d.result(c, stream), d.result(c, batch))
	}
	return b.String()
}

func (d *detection) result(c sim.Comparison, mode int) string {
	lag, caught := d.lag(c, mode)
	if !caught {
		return "never"
	}
	return fmt.Sprintf("after %s by the %s check", plural(lag, "period"), modes[mode].of(c).Check)
}

// never is where marks of faults that are not caught lie.
func (d *detection) never() float64 { return float64(d.longest) + 1 }

// place returns where the mark of a comparison in a mode lies. Marks of both
// modes at the same lag lie one above the other.
func (d *detection) place(row, mode int) XY {
	c := d.comparisons[row]
	at := func(mode int) float64 {
		if lag, caught := d.lag(c, mode); caught {
			return float64(lag)
		}
		return d.never()
	}
	p := XY{at(mode), float64(row)}
	if at(stream) == at(batch) {
		p.Y += [...]float64{-0.2, 0.2}[mode]
	}
	return p
}

const detectionTop = -0.5

func (d *detection) rows() float64 { return float64(len(d.comparisons)) - 0.6 }

// lags draws the marks.
func (d *detection) lags(l Look) *Panel {
	p := NewPanel(-0.3, d.never()+0.3, detectionTop, d.rows()).Downwards()
	names := make([]string, len(d.comparisons))
	for i, c := range d.comparisons {
		names[i] = fault(c.Class)
	}
	p.Add(
		YTicks{Scale: Names(names...), Style: l.Text(l.Ink), Rule: l.Hair()},
		XTicks{Scale: d.scale(), Style: l.Text(l.Muted)},
	)
	for row := range d.comparisons {
		s, b := d.place(row, stream), d.place(row, batch)
		if s.Y == b.Y {
			p.Add(Stroke{[]XY{s, b}, l.Line(l.Tint(l.Muted, 0.55), 1.6)})
		}
		for mode := range modes {
			p.Add(d.mark(l, row, mode))
		}
	}
	p.Add(d.names(l)...)
	return p
}

// scale labels the lags, and never where something is not caught.
func (d *detection) scale() Scale {
	labels := make([]string, d.longest+1)
	for i := range labels {
		labels[i] = plural(i, "period")
	}
	if d.score(stream).caught < len(d.comparisons) || d.score(batch).caught < len(d.comparisons) {
		labels = append(labels, "never")
	}
	return withEnds(Names(labels...))
}

// mark returns a dot, or a cross for a fault that is not caught.
func (d *detection) mark(l Look, row, mode int) plot.Plotter {
	at := d.place(row, mode)
	if _, caught := d.lag(d.comparisons[row], mode); !caught {
		return Cross{X: at.X, Y: at.Y, Color: l.Lost, Radius: l.Em(0.5)}
	}
	return Dot{X: at.X, Y: at.Y, Color: d.hue(l, mode), Radius: l.Em(0.45)}
}

func (d *detection) hue(l Look, mode int) color.NRGBA {
	return [...]color.NRGBA{l.Stream, l.Batch}[mode]
}

// names labels the marks of the first row with their modes.
func (d *detection) names(l Look) []plot.Plotter {
	s, b := d.place(0, stream), d.place(0, batch)
	if s.X == b.X {
		return []plot.Plotter{
			Label{X: s.X, Y: detectionTop, Text: "stream", Style: l.Bold(d.hue(l, stream)), At: Side{-1, 1}, Gap: -l.Em(0.3)},
			Label{X: b.X, Y: detectionTop, Text: "batch", Style: l.Bold(d.hue(l, batch)), At: Side{1, 1}, Gap: -l.Em(0.3)},
		}
	}
	return []plot.Plotter{
		Label{X: s.X, Y: detectionTop, Text: "stream", Style: l.Bold(d.hue(l, stream)), At: Above, Gap: -l.Em(0.3)},
		Label{X: b.X, Y: detectionTop, Text: "batch", Style: l.Bold(d.hue(l, batch)), At: Above, Gap: -l.Em(0.3)},
	}
}

// checks draws the column of the checks that fail.
func (d *detection) checks(l Look) *Panel {
	p := NewPanel(0, 1, detectionTop, d.rows()).Downwards()
	p.Add(Label{Y: detectionTop, Text: "caught by", Style: l.Bold(l.Ink), At: AboveRight, Gap: -l.Em(0.3)})
	for row, c := range d.comparisons {
		p.Add(Label{Y: float64(row), Text: d.caughtBy(c), Style: l.Text(l.Muted), At: Right, Gap: -l.Em(0.5)})
	}
	return p
}

// caughtBy names the checks that fail, and the mode where only one does.
func (d *detection) caughtBy(c sim.Comparison) string {
	s, b := c.Stream.Detection.Check, c.Batch.Detection.Check
	switch {
	case s == b && s == "":
		return "no check"
	case s == b:
		return s + " check"
	case b == "":
		return s + " check, stream only"
	case s == "":
		return b + " check, batch only"
	}
	return fmt.Sprintf("stream: %s, batch: %s", s, b)
}
