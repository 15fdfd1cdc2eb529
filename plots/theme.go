package plots

import (
	"image/color"
	"math"
)

// A Theme is the set of colours of a figure.
//
// It has three hues, each with one meaning in every figure, so that a reader
// learns them once. They are those of Okabe and Ito (Color Universal Design,
// 2008), which the colour-blind can tell apart, made darker or lighter until
// they keep a contrast of at least 4.5:1 as text on the paper. A hue is never
// the only sign of its meaning: a label or the shape of the mark says it too.
type Theme struct {
	Name string // as in file names

	Paper color.NRGBA // the background
	Ink   color.NRGBA // titles, labels, marks without a hue
	Muted color.NRGBA // leads, notes, tick labels
	Rule  color.NRGBA // grid lines
	Wash  color.NRGBA // empty cells

	Stream color.NRGBA // blue: the stream, its windows and what it carries
	Lost   color.NRGBA // vermilion: what is lost or wrong, dropped or polluted
	Batch  color.NRGBA // green: the batch run, all of the history at once
}

// Light and Dark are the two themes.
var (
	Light = Theme{
		Name:   "light",
		Paper:  hex(0xFFFFFF),
		Ink:    hex(0x1C2127),
		Muted:  hex(0x57606B),
		Rule:   hex(0xDDE2E8),
		Wash:   hex(0xF1F3F6),
		Stream: hex(0x0070AE),
		Lost:   hex(0xBF4800),
		Batch:  hex(0x00785A),
	}
	Dark = Theme{
		Name:   "dark",
		Paper:  hex(0x14171B),
		Ink:    hex(0xE9ECF0),
		Muted:  hex(0xA5AFBA),
		Rule:   hex(0x343B44),
		Wash:   hex(0x20252C),
		Stream: hex(0x5AB6EA),
		Lost:   hex(0xFF8B4D),
		Batch:  hex(0x3DC69B),
	}
)

// Themes returns the themes in the order in which they are exported.
func Themes() []Theme { return []Theme{Light, Dark} }

func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Tint returns hue thinned with paper: strength 0 is paper, 1 is hue.
func (t Theme) Tint(hue color.NRGBA, strength float64) color.NRGBA {
	f := min(max(strength, 0), 1)
	mix := func(paper, hue uint8) uint8 {
		return uint8(math.Round(float64(paper)*(1-f) + float64(hue)*f))
	}
	return color.NRGBA{
		R: mix(t.Paper.R, hue.R),
		G: mix(t.Paper.G, hue.G),
		B: mix(t.Paper.B, hue.B),
		A: 255,
	}
}

// On returns the colour, Ink or Paper, that reads better on fill.
func (t Theme) On(fill color.NRGBA) color.NRGBA {
	if Contrast(t.Paper, fill) > Contrast(t.Ink, fill) {
		return t.Paper
	}
	return t.Ink
}

// Contrast returns the contrast ratio of two opaque colours, from 1 to 21, as
// WCAG 2.2 defines it.
func Contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
