package page

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"html/template"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/plots"
)

// A Picture is a figure in an output.
type Picture struct {
	Alt    string
	Width  int // in a notebook, in CSS pixels
	Height int

	Known bool   // can be drawn in any size and theme, and not only as it is stored
	Title string // of a known figure
	Note  string // of a known figure

	png  []byte // as stored
	dark bool   // the stored theme of a known figure
	draw func(plots.Size, plots.Theme) ([]byte, error)
}

// Source returns the picture for an img element, in a size and theme if it can
// be drawn afresh and otherwise as it is stored. One that is stored dark was
// asked for so, and stays dark.
func (p *Picture) Source(s plots.Size, t plots.Theme) (template.URL, error) {
	if !p.Known {
		return template.URL(dataURI("image/png", p.png)), nil
	}
	if p.dark {
		t = plots.Dark
	}
	svg, err := p.draw(s, t)
	return template.URL(dataURI("image/svg+xml", svg)), err
}

// Figures are the figures that can be drawn afresh: by what they say those that
// recipes make, by their PNG those that cells have drawn for pages.
type Figures struct {
	byDescription map[string]*plots.Figure
	pngs          map[string][]byte // of those that were looked at, by file name
	drawn         string            // the folder that cells have drawn into
}

// NewFigures returns the given figures, and those in a folder that
// TIDEMARK_FIGURES was while a lesson ran. It may be empty.
func NewFigures(figures []*plots.Figure, drawn string) *Figures {
	f := &Figures{map[string]*plots.Figure{}, map[string][]byte{}, drawn}
	for _, fig := range figures {
		f.byDescription[fig.Description()] = fig
	}
	return f
}

// HasUnknownFigure reports whether a cell has a figure that can be shown only as
// it is stored.
func HasUnknownFigure(c ipynb.Cell, figures *Figures) (bool, error) {
	outputs, err := Outputs(c, figures)
	return slices.ContainsFunc(outputs, func(o Output) bool { return o.Picture != nil && !o.Picture.Known }), err
}

// find looks for the figure that a stored picture is a rendering of.
func (f *Figures) find(p *Picture) error {
	if err := f.findRecipe(p); err != nil || p.Known {
		return err
	}
	return f.findDrawn(p)
}

// findRecipe looks among the figures of recipes. The words of a figure are
// computed from its data, so they find it; that its picture is the stored one,
// byte for byte, proves it.
func (f *Figures) findRecipe(p *Picture) error {
	fig, ok := f.byDescription[p.Alt]
	if !ok {
		return nil
	}
	for _, theme := range plots.Themes() {
		png, err := f.png(fig, theme)
		if err != nil {
			return err
		}
		if bytes.Equal(png, p.png) {
			p.Known, p.Title, p.Note, p.dark = true, fig.Title, fig.Note, theme == plots.Dark
			p.draw = func(s plots.Size, t plots.Theme) ([]byte, error) {
				return fig.Render(plots.Rendering{Size: s, Theme: t, Format: plots.SVG})
			}
			return nil
		}
	}
	return nil
}

// png returns a figure as a notebook stores it.
func (f *Figures) png(fig *plots.Figure, theme plots.Theme) (data []byte, err error) {
	r := plots.Rendering{Size: plots.Notebook, Theme: theme, Format: plots.PNG}
	name := fig.FileName(r)
	if f.pngs[name] == nil {
		f.pngs[name], err = fig.Render(r)
	}
	return f.pngs[name], err
}

// findDrawn looks among what cells have drawn.
func (f *Figures) findDrawn(p *Picture) error {
	name := filepath.Join(f.drawn, fmt.Sprintf("%08x", crc32.ChecksumIEEE(p.png)))
	words, err := os.ReadFile(name + ".txt")
	if f.drawn == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	p.Known = true
	p.Title, p.Note, _ = strings.Cut(string(words), "\n")
	p.draw = func(s plots.Size, t plots.Theme) ([]byte, error) {
		return os.ReadFile(fmt.Sprintf("%s-%s-%s.svg", name, s.Name, t.Name))
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
