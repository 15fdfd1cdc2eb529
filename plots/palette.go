package plots

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

// paletted returns img in at most 256 colours, which makes a PNG less than half
// as large. Flat colours stay what they are; of the many shades at the edges of
// letters, rare ones become a common one that is near. No channel of any pixel
// changes by more than the second result, out of 255.
func paletted(img *image.RGBA) (*image.Paletted, int) {
	counts := shades(img)
	common := slices.SortedFunc(maps.Keys(counts), func(a, b shade) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.order(), b.order()))
	})
	var off uint8
	palette := cover(common, off)
	for len(palette) > 256 {
		off++
		palette = cover(common, off)
	}
	return indexed(img, common, palette), int(off)
}

// A shade is an opaque colour: red, green and blue.
type shade [3]uint8

func (s shade) order() int { return int(s[0])<<16 | int(s[1])<<8 | int(s[2]) }

// distance returns how far the two are apart in the channel where it is most.
func (s shade) distance(t shade) (d uint8) {
	for i := range s {
		d = max(d, max(s[i], t[i])-min(s[i], t[i]))
	}
	return d
}

func shades(img *image.RGBA) map[shade]int {
	counts := map[shade]int{}
	for i := 0; i < len(img.Pix); {
		s := shadeAt(img, i)
		j := i + 4
		for j < len(img.Pix) && shadeAt(img, j) == s {
			j += 4
		}
		counts[s] += (j - i) / 4
		i = j
	}
	return counts
}

func shadeAt(img *image.RGBA, i int) shade { return shade(img.Pix[i : i+3]) }

// cover picks shades, the first ones by preference, so that every shade is
// within off of one of them.
func cover(shades []shade, off uint8) []shade {
	var picked []shade
	for _, s := range shades {
		if !slices.ContainsFunc(picked, func(p shade) bool { return p.distance(s) <= off }) {
			picked = append(picked, s)
		}
	}
	return picked
}

// indexed returns img with each of its shades as the nearest of the palette.
func indexed(img *image.RGBA, shades, palette []shade) *image.Paletted {
	index := make(map[shade]uint8, len(shades))
	for _, s := range shades {
		index[s] = nearest(palette, s)
	}
	out := image.NewPaletted(img.Bounds(), make(color.Palette, len(palette)))
	for i, s := range palette {
		out.Palette[i] = color.RGBA{s[0], s[1], s[2], 255}
	}
	for i := 0; i < len(out.Pix); { // a run at a time: most neighbours are alike
		s := shadeAt(img, 4*i)
		for at := index[s]; i < len(out.Pix) && shadeAt(img, 4*i) == s; i++ {
			out.Pix[i] = at
		}
	}
	return out
}

func nearest(palette []shade, s shade) uint8 {
	best := 0
	for i, p := range palette {
		if p.distance(s) < palette[best].distance(s) {
			best = i
		}
	}
	return uint8(best)
}
