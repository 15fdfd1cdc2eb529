package plots

import (
	"image/color"
	"math"
	"testing"
)

// Every colour that text may have reads well on paper and on an empty cell.
func TestThemesAreReadable(t *testing.T) {
	for _, th := range Themes() {
		text := map[string]color.NRGBA{
			"ink": th.Ink, "muted": th.Muted, "stream": th.Stream, "lost": th.Lost, "batch": th.Batch,
		}
		for name, c := range text {
			for _, ground := range []color.NRGBA{th.Paper, th.Wash} {
				if got := Contrast(c, ground); got < 4.5 {
					t.Errorf("%s: %s on %v has a contrast of %.2f, want 4.5", th.Name, name, ground, got)
				}
			}
		}
	}
}

// The hues stay apart for readers who see no red or no green, by the simulation
// of Viénot, Brettel and Mollon (1999).
func TestHuesForTheColourBlind(t *testing.T) {
	for _, th := range Themes() {
		hues := []color.NRGBA{th.Stream, th.Lost, th.Batch}
		for i, a := range hues {
			for _, b := range hues[i+1:] {
				for kind, m := range dichromats {
					if d := apartInLab(m.see(a), m.see(b)); d < 20 {
						t.Errorf("%s: %v and %v are alike without %s: ΔE %.1f, want 20", th.Name, a, b, kind, d)
					}
				}
			}
		}
	}
}

// A view maps linear red, green and blue to what somebody sees of them.
type view [3][3]float64

var dichromats = map[string]view{
	"red":   {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
	"green": {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
}

// see returns the colour seen, in linear light.
func (m view) see(c color.NRGBA) [3]float64 {
	linear := func(v uint8) float64 { return luminance(color.NRGBA{R: v, G: v, B: v, A: 255}) }
	return m.times([3]float64{linear(c.R), linear(c.G), linear(c.B)})
}

func (m view) times(v [3]float64) (out [3]float64) {
	for i := range m {
		for j := range v {
			out[i] += m[i][j] * v[j]
		}
	}
	return out
}

// apartInLab returns the distance of two colours in CIELAB, where 2 can just be
// seen.
func apartInLab(a, b [3]float64) float64 {
	x, y := lab(a), lab(b)
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// lab converts linear sRGB to CIELAB, white point D65.
func lab(rgb [3]float64) [3]float64 {
	xyz := view{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}.times(rgb)
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x, y, z := f(xyz[0]/0.9505), f(xyz[1]), f(xyz[2]/1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b uint32
		want float64
	}{{0x000000, 0xFFFFFF, 21}, {0xFFFFFF, 0xFFFFFF, 1}, {0x777777, 0xFFFFFF, 4.478}} {
		if got := Contrast(hex(c.a), hex(c.b)); got < c.want-0.001 || got > c.want+0.001 {
			t.Errorf("contrast of %06x and %06x = %.3f, want %.3f", c.a, c.b, got, c.want)
		}
	}
}

func TestTint(t *testing.T) {
	for strength, want := range map[float64]color.NRGBA{-1: Light.Paper, 0: Light.Paper, 1: Light.Lost, 2: Light.Lost} {
		if got := Light.Tint(Light.Lost, strength); got != want {
			t.Errorf("tint of strength %v = %v, want %v", strength, got, want)
		}
	}
}
