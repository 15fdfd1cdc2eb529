package plots

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Size is a medium: how wide and high a figure is and how large its type.
type Size struct {
	Name   string    // as in file names
	Width  vg.Length // of the whole figure
	Height vg.Length // zero is as high as the figure needs

	Title, Lead, Body, Small vg.Length // type sizes

	Notes bool // whether the note is drawn; on a slide it is for the speaker
}

// The two sizes.
var (
	// Notebook is 720 CSS pixels wide.
	Notebook = Size{Name: "notebook", Width: 540, Title: 15, Lead: 10.5, Body: 10, Small: 9.5, Notes: true}
	// Slide is 16:9, 13.33 by 7.5 inches, in type for the last row.
	Slide = Size{Name: "slide", Width: 960, Height: 540, Title: 27, Lead: 18.5, Body: 17.5, Small: 17}
)

// Sizes returns the sizes in the order in which they are exported.
func Sizes() []Size { return []Size{Notebook, Slide} }

// A Look is a theme at a size: all that the panels of a figure need to know
// about where they will be seen.
type Look struct {
	Theme
	Size
}

// sans is the face of all text. Its metrics are those of Arial and Helvetica,
// so an SVG that falls back to one of them keeps its layout.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

func style(size vg.Length, weight xfont.Weight, c color.NRGBA) text.Style {
	f := font.From(sans, size)
	f.Weight = weight
	return text.Style{Color: c, Font: f, Handler: plot.DefaultTextHandler}
}

// Text returns the style of body text in colour c.
func (l Look) Text(c color.NRGBA) text.Style { return style(l.Body, xfont.WeightNormal, c) }

// Bold returns the style of headings and of labels that matter.
func (l Look) Bold(c color.NRGBA) text.Style { return style(l.Body, xfont.WeightBold, c) }

// Fine returns the style of the smallest text.
func (l Look) Fine(c color.NRGBA) text.Style { return style(l.Small, xfont.WeightNormal, c) }

// Em returns n times the size of body text. Every length in a figure is one.
func (l Look) Em(n float64) vg.Length { return vg.Length(n) * l.Body }

// Hair returns the style of grid lines.
func (l Look) Hair() draw.LineStyle {
	return draw.LineStyle{Color: l.Rule, Width: l.Em(0.06)}
}

// Line returns the style of a line of weight w, in tenths of a text size.
func (l Look) Line(c color.NRGBA, w float64) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: l.Em(w / 10)}
}

// Dashed returns s with dashes.
func (l Look) Dashed(s draw.LineStyle) draw.LineStyle {
	s.Dashes = []vg.Length{l.Em(0.35), l.Em(0.3)}
	return s
}
