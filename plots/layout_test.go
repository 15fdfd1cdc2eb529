package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tidemark/sim"
)

func labels(ticks []plot.Tick) string {
	var words []string
	for _, t := range ticks {
		words = append(words, t.Label)
	}
	return strings.Join(words, " ")
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		scale Scale
		step  int
		want  string
	}{
		{Periods(1, 13), 1, "2026-01 02 03 04 05 06 07 08 09 10 11 12 2027-01"},
		{Periods(2, 26), 3, "2026-02 05 08 11 2027-02 05 08 11 2028-02"},
		{Periods(11, 30), 6, "2026-11 2027-11"},
		{Periods(7, 7), 1, "2026-07"},
		{withEnds(Periods(7, 12)), 1, "2026-07 08 09 10 11 12"},
		{withEnds(Periods(7, 12)), 2, "2026-07 10 12"},
		{withEnds(Periods(7, 12)), 40, "2026-07 12"},
		{withEnds(Periods(7, 7)), 3, "2026-07"},
		{Names("a", "", "c", "d"), 1, "a c d"},
		{Names("a", "", "c", "d"), 2, "a c"},
		{Integers(0, 11), 1, "0 1 2 3 4 5 6 7 8 9 10 11"},
		{Integers(0, 11), 3, "0 5 10"},
		{Counts(0, 2400, UnitOf(2400)), 1, "0 500 1,000 1,500 2,000"},
		{Counts(0, 2400, UnitOf(2400)), 2, "0 1,000 2,000"},
		{Counts(0, 13.2e6, UnitOf(13.2e6)), 1, "0 5 10"},
		{Counts(-8, 8, UnitOf(8)), 1, "−5 0 5"},
		{Counts(0, 0, UnitOf(0)), 1, "0"},
	} {
		if got := labels(c.scale(c.step)); got != c.want {
			t.Errorf("step %d = %q, want %q", c.step, got, c.want)
		}
	}
}

// A scale comes down to few ticks, so that some step always fits.
func TestScalesThinOut(t *testing.T) {
	for name, s := range map[string]Scale{
		"periods": Periods(1, 1200), "integers": Integers(0, 100000), "counts": Counts(0, 1e12, UnitOf(1e12)),
		"names": Names(slices.Repeat([]string{"x"}, 60)...),
	} {
		few := fitting(s, func(tick plot.Tick) (low, high vg.Length) {
			x := vg.Length(tick.Value)
			return x, x + vg.Length(math.Inf(1))
		})
		if len(few) > 1 {
			t.Errorf("%s: want at most one tick where one takes all the room, got %d", name, len(few))
		}
	}
}

func TestWrap(t *testing.T) {
	sty := Look{Theme: Light, Size: Notebook}.Text(Light.Ink)
	const s = "The stream finds all six faults in their own period; the batch finds five, one period later"
	for _, width := range []vg.Length{1, 60, 200, 300, 1000} {
		full, even := fill(sty, width, s), balance(sty, width, s)
		for _, lines := range [][]string{full, even} {
			if got := strings.Join(lines, " "); got != s {
				t.Errorf("width %v: %q is not the text", width, got)
			}
			for _, line := range lines {
				if strings.Contains(line, " ") && sty.Width(line) > width+1 {
					t.Errorf("width %v: %q is %v wide", width, line, sty.Width(line))
				}
			}
		}
		if len(full) != len(even) {
			t.Errorf("width %v: balanced text takes %d lines, want %d", width, len(even), len(full))
		}
	}
	if got := fill(sty, 1, "2,400"+noBreak+"rows or"); len(got) != 2 {
		t.Errorf("a no-break space was broken: %q", got)
	}
	if got := fill(sty, 100, ""); len(got) != 0 {
		t.Errorf("no text takes no line, got %q", got)
	}
}

// Data areas line up and have the sizes asked for, whatever their labels need.
func TestAlign(t *testing.T) {
	l := Look{Theme: Light, Size: Notebook}
	wide := NewPanel(0, 1, 0, 1)
	wide.Add(Label{X: 0, Y: 0.5, Text: "a label that begins at the left end and needs room at the right of its panel", Style: l.Text(l.Ink), At: Right})
	high := NewPanel(0, 1, 0, 1)
	high.Add(YTicks{Scale: Names("low", "high"), Style: l.Text(l.Ink)}, l.Heading(high, "heading"), XTicks{Scale: Integers(0, 1), Style: l.Text(l.Ink)})
	rows := [][]*Panel{{high, wide, nil}, {NewPanel(0, 1, 0, 1), high, high}}
	c := draw.NewCanvas(&sheet{}, 600, 300)
	areas := Align(rows, c, Grid{Widths: []float64{1, 2, 1}, Heights: []float64{3, 1}, GapX: 10, GapY: 7})
	near := func(what string, got, want vg.Length) {
		if d := got - want; d > 0.1 || d < -0.1 {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	for i := range 3 {
		near("left edge", areas[0][i].Min.X, areas[1][i].Min.X)
		near("right edge", areas[0][i].Max.X, areas[1][i].Max.X)
	}
	for j := range 2 {
		near("lower edge", areas[j][0].Min.Y, areas[j][2].Min.Y)
	}
	near("width of the second", areas[0][1].Size().X, 2*areas[0][0].Size().X)
	near("height of the first", areas[0][0].Size().Y, 3*areas[1][0].Size().Y)
	if areas[0][0].Size().X <= 0 {
		t.Errorf("no room is left: %v", areas[0][0].Size())
	}
	label := wide.margins(areas[0][1].Size().X, areas[0][1].Size().Y)
	near("room at the right of the label", areas[0][1].Max.X+label.right+10, areas[0][2].Min.X-high.margins(areas[1][2].Size().X, areas[1][2].Size().Y).left)
}

// Of two labels at one place the first is drawn, the other is left out.
func TestLabelsMakeWay(t *testing.T) {
	l := Look{Theme: Light, Size: Notebook}
	p := NewPanel(0, 1, 0, 1)
	p.Add(Labels{
		{X: 0.5, Y: 0.5, Text: "first", Style: l.Bold(l.Ink)},
		{X: 0.5, Y: 0.52, Text: "second", Style: l.Bold(l.Ink)},
		{X: 0.5, Y: 0.9, Text: "third", Style: l.Bold(l.Ink)},
	})
	s := &sheet{}
	p.draw(draw.NewCanvas(s, 200, 200))
	var got []string
	for _, text := range s.texts {
		got = append(got, text.text)
	}
	if want := []string{"first", "third"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Each side of a label is where its name says.
func TestSides(t *testing.T) {
	l := Look{Theme: Light, Size: Notebook}
	for name, c := range map[string]struct {
		at         Side
		x0, x1, y0 bool // the box begins right of the point, ends left of it, lies above it
		y1         bool // lies below it
	}{
		"right": {at: Right, x0: true}, "left": {at: Left, x1: true}, "above": {at: Above, y0: true}, "below": {at: Below, y1: true},
		"above right": {at: AboveRight, x0: true, y0: true}, "above left": {at: AboveLeft, x1: true, y0: true},
		"below right": {at: BelowRight, x0: true, y1: true}, "below left": {at: BelowLeft, x1: true, y1: true}, "center": {at: Center},
	} {
		label := Label{Text: "two\nlines", Style: l.Text(l.Ink), At: c.at}
		var box vg.Rectangle
		for i, b := range label.boxes(vg.Point{}) {
			if i == 0 {
				box = b
			}
			box = vg.Rectangle{
				Min: vg.Point{X: min(box.Min.X, b.Min.X), Y: min(box.Min.Y, b.Min.Y)},
				Max: vg.Point{X: max(box.Max.X, b.Max.X), Y: max(box.Max.Y, b.Max.Y)},
			}
		}
		const air = 2
		if (box.Min.X > -air) != c.x0 || (box.Max.X < air) != c.x1 || (box.Min.Y > -air) != c.y0 || (box.Max.Y < air) != c.y1 {
			t.Errorf("%s: the text lies at %v", name, box)
		}
	}
}

func TestSteps(t *testing.T) {
	got := Steps([]float64{0, 1, 2}, []float64{5, 7})
	if want := []XY{{0, 5}, {1, 5}, {1, 7}, {2, 7}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPeriodsLieAtTheirNumbers(t *testing.T) {
	for i, tick := range Periods(sim.July, sim.September)(1) {
		if want := float64(sim.July) + float64(i); tick.Value != want {
			t.Errorf("%s lies at %v, want %v", tick.Label, tick.Value, want)
		}
	}
}
