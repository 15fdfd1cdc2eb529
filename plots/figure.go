package plots

import (
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Figure is one picture: panels under a title that states what they show.
//
// Its words are computed from the data that it draws, so they stay true when
// the data change. A figure is not changed by being drawn, and can be drawn
// several times at once.
type Figure struct {
	Name    string // of its files, as in "tolerance-tradeoff"
	Variant string // what differs from the lesson's own set-up, as in "delay3"; part of the file name
	Title   string // the finding, a sentence without a full stop
	Lead    string // what is drawn and in which unit
	Note    string // a caveat or a reason, below the panels; what the speaker says on a slide
	Alt     string // the figure in words, for those who do not see it

	// Panels returns the panels row by row, the rows of equal length. It is
	// called once for each drawing, with the look of that drawing.
	Panels func(Look) [][]*Panel
	// Grid says how the panels share the space; nil is evenly.
	Grid func(Look) Grid
	// Aspect is the height of all panels divided by the width of the figure,
	// where the height is free, as in a notebook. Zero is 0.5.
	Aspect float64

	theme Theme // that Show uses; the zero Theme is Light
}

// In returns the figure with the theme in which [Show] shows it.
func (f *Figure) In(t Theme) *Figure {
	if f == nil {
		return nil
	}
	g := *f
	g.theme = t
	return &g
}

// Description returns title and alternative text as one paragraph.
func (f *Figure) Description() string { return f.Title + ". " + f.Alt }

// fileName matches what is a file name on every system and an identifier in
// every document.
var fileName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9.]+)*$`)

// validate returns what the figure lacks.
func (f *Figure) validate() error {
	switch {
	case f == nil:
		return errors.New("plots: want a figure, got none")
	case !fileName.MatchString(f.Name):
		return fmt.Errorf("plots: name of a figure must be words in lower case joined by hyphens, got %q", f.Name)
	case len(f.Name) > 100:
		return fmt.Errorf("plots: name of a figure must have at most 100 letters, got %d", len(f.Name))
	case f.Title == "" || f.Alt == "":
		return fmt.Errorf("plots: figure %s must have a title and an alternative text, got %q and %q", f.Name, f.Title, f.Alt)
	case f.Panels == nil:
		return fmt.Errorf("plots: figure %s must have panels, got none", f.Name)
	}
	return nil
}

// stem returns the part of the file name that all renderings share. Of a variant
// that is no file name, or makes it too long, it takes what it can, and a sum of
// the whole, by which two such figures are told apart.
func (f *Figure) stem() string {
	if f.Variant == "" {
		return f.Name
	}
	const longest = 200 // of the 255 bytes that file systems take, the rest for size, theme and format
	s := f.Name + "-" + f.Variant
	if len(s) <= longest && fileName.MatchString(s) {
		return s
	}
	sum := checksum(f.Variant)
	s = f.Name + "-" + inFileName(f.Variant)
	return strings.TrimRight(s[:min(len(s), longest-len(sum)-1)], "-.") + "-" + sum
}

func checksum(s string) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(s))) }

// Distances, in text sizes.
const (
	margin   = 1.2 // around the figure
	titleGap = 0.4 // between title and lead
	leadGap  = 1.1 // between lead and panels
	noteGap  = 1.0 // between panels and note
	columns  = 1.6 // between panels
	rows     = 1.2
)

// A paragraph is text broken into lines.
type paragraph struct {
	style text.Style
	lines []string
	lead  vg.Length // from one baseline to the next
}

func (p paragraph) height() vg.Length { return p.lead * vg.Length(len(p.lines)) }

// write writes the paragraph with its upper left corner at pt.
func (p paragraph) write(c draw.Canvas, pt vg.Point) {
	size := p.style.Font.Size
	for i, s := range p.lines {
		below := p.lead*vg.Length(i) + (p.lead+size*(capHeight-descent))/2
		write(c, p.style, vg.Point{X: pt.X, Y: pt.Y - below}, s)
	}
}

// A frame is a figure's words, set in a look: what stands around the panels.
type frame struct{ title, lead, note paragraph }

func (f *Figure) frame(l Look) frame {
	width := l.Width - 2*l.Em(margin)
	title, lead, note := l.Bold(l.Ink), l.Text(l.Muted), l.Fine(l.Muted)
	title.Font.Size, lead.Font.Size = l.Title, l.Lead
	fr := frame{
		title: paragraph{title, balance(title, width, f.Title), l.Title * 1.2},
		lead:  paragraph{lead, balance(lead, width, f.Lead), l.Lead * 1.3},
	}
	if l.Notes {
		fr.note = paragraph{note, fill(note, width, f.Note), l.Small * 1.3}
	}
	return fr
}

// above and below return the heights of what stands over and under the panels,
// the figure's margin included.
func (fr frame) above(l Look) vg.Length {
	h := l.Em(margin+leadGap) + fr.title.height()
	if len(fr.lead.lines) > 0 {
		h += l.Em(titleGap) + fr.lead.height()
	}
	return h
}

func (fr frame) below(l Look) vg.Length {
	h := l.Em(margin)
	if len(fr.note.lines) > 0 {
		h += l.Em(noteGap) + fr.note.height()
	}
	return h
}

// bounds returns the width and height of the figure in a look.
func (f *Figure) bounds(l Look) (w, h vg.Length) {
	if l.Height > 0 {
		return l.Width, l.Height
	}
	aspect := f.Aspect
	if aspect == 0 {
		aspect = 0.5
	}
	fr := f.frame(l)
	h = fr.above(l) + fr.below(l) + l.Width*vg.Length(aspect)
	return l.Width, vg.Length(int(h/3+0.5)) * 3 // whole CSS pixels, and whole ones of a PNG
}

// draw draws the figure on a canvas of the size that bounds returns.
func (f *Figure) draw(canvas vg.Canvas, l Look) error {
	g := &guard{Canvas: canvas}
	w, h := f.bounds(l)
	c := draw.NewCanvas(g, w, h)
	c.SetColor(l.Paper)
	c.Fill(c.Rectangle.Path())

	fr := f.frame(l)
	left := l.Em(margin)
	top := c.Max.Y - l.Em(margin)
	fr.title.write(c, vg.Point{X: left, Y: top})
	fr.lead.write(c, vg.Point{X: left, Y: top - fr.title.height() - l.Em(titleGap)})
	fr.note.write(c, vg.Point{X: left, Y: l.Em(margin) + fr.note.height()})

	if err := f.drawPanels(draw.Crop(c, left, -left, fr.below(l), -fr.above(l)), l); err != nil {
		return fmt.Errorf("plots: figure %s: %w", f.Name, err)
	}
	if g.err != nil {
		return fmt.Errorf("plots: figure %s: %w", f.Name, g.err)
	}
	return nil
}

// drawPanels draws the panels in c.
func (f *Figure) drawPanels(c draw.Canvas, l Look) error {
	panels := f.Panels(l)
	if err := rectangular(panels); err != nil {
		return err
	}
	var g Grid
	if f.Grid != nil {
		g = f.Grid(l)
	}
	g.GapX, g.GapY = g.GapX+l.Em(columns), g.GapY+l.Em(rows)
	for j, row := range Align(panels, c, g) {
		for i, area := range row {
			if p := panels[j][i]; p != nil {
				if size := area.Size(); size.X <= 0 || size.Y <= 0 {
					return fmt.Errorf("panel %d of row %d must have room for its data, got %.4g by %.4g pt",
						i+1, j+1, size.X.Points(), size.Y.Points())
				}
				p.draw(area)
			}
		}
	}
	return nil
}

func rectangular(panels [][]*Panel) error {
	if len(panels) == 0 || len(panels[0]) == 0 {
		return errors.New("want at least one panel, got none")
	}
	for _, row := range panels {
		if len(row) != len(panels[0]) {
			return fmt.Errorf("want %d panels in each row, got %d", len(panels[0]), len(row))
		}
	}
	return nil
}
