package page

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"

	"tidemark/plots"
)

// A Picture is a figure in an output. Figure is nil where it is stored and
// cannot be drawn afresh, as after a change of the lesson.
type Picture struct {
	Alt    string
	Width  int // in a notebook, in CSS pixels
	Height int
	Figure *plots.Figure
	png    []byte // as stored
	dark   bool   // the stored theme, if the figure is known
}

// Source returns the picture for an img element, in a size and theme if it can
// be drawn afresh and otherwise as it is stored. One that is stored dark was
// asked for so, and stays dark.
func (p *Picture) Source(s plots.Size, t plots.Theme) (template.URL, error) {
	if p.dark {
		t = plots.Dark
	}
	if p.Figure == nil {
		return template.URL(dataURI("image/png", p.png)), nil
	}
	svg, err := p.Figure.Render(plots.Rendering{Size: s, Theme: t, Format: plots.SVG})
	return template.URL(dataURI("image/svg+xml", svg)), err
}

// Figures are the figures that can be drawn afresh, by what they say.
type Figures struct{ byDescription map[string]*plots.Figure }

// NewFigures returns the given figures.
func NewFigures(figures []*plots.Figure) *Figures {
	f := &Figures{map[string]*plots.Figure{}}
	for _, fig := range figures {
		f.byDescription[fig.Description()] = fig
	}
	return f
}

// find looks for the figure that a stored picture is a rendering of. The words
// of a figure are computed from its data, so they find it; that its picture is
// the stored one, byte for byte, proves it.
func (f *Figures) find(p *Picture) error {
	fig, ok := f.byDescription[p.Alt]
	if !ok {
		return nil
	}
	for _, theme := range plots.Themes() {
		png, err := fig.Render(plots.Rendering{Size: plots.Notebook, Theme: theme, Format: plots.PNG})
		if err != nil {
			return err
		}
		if bytes.Equal(png, p.png) {
			p.Figure, p.dark = fig, theme == plots.Dark
			return nil
		}
	}
	return nil
}

// Colours returns the colours of a theme of figures as variables of a style
// sheet, so that figures and page are of one piece.
func Colours(t plots.Theme) string {
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	return fmt.Sprintf("--paper: %s; --ink: %s; --muted: %s; --rule: %s; --wash: %s; --blue: %s; --red: %s; --green: %s;",
		hex(t.Paper), hex(t.Ink), hex(t.Muted), hex(t.Rule), hex(t.Wash), hex(t.Stream), hex(t.Lost), hex(t.Batch))
}
