package plots

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"

	"gonum.org/v1/plot/vg/vgimg"
)

// density is the dots per inch of a PNG: two for each CSS pixel.
const density = 192

// png renders the figure in two dots for each CSS pixel, and says so in the
// file. Where its colours are few enough they go into a palette, which makes
// the file smaller and loses nothing.
func (f *Figure) png(l Look) ([]byte, error) {
	w, h := f.bounds(l)
	c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(density), vgimg.UseBackgroundColor(l.Paper))
	if err := f.draw(c, l); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&b, compact(c.Image())); err != nil {
		return nil, err
	}
	return withDensity(b.Bytes(), density), nil
}

// compact returns img with a palette if it has at most 256 colours.
func compact(img image.Image) image.Image {
	b := img.Bounds()
	out := image.NewPaletted(b, nil)
	index := map[color.Color]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := img.At(x, y)
			i, known := index[c]
			if !known {
				if len(index) == 256 {
					return img
				}
				i = uint8(len(index))
				index[c] = i
				out.Palette = append(out.Palette, c)
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// withDensity puts a pHYs chunk behind the header of a PNG: its dots per inch,
// written per metre.
func withDensity(file []byte, dpi float64) []byte {
	const header = 8 + 25 // signature, IHDR chunk
	perMetre := uint32(math.Round(dpi / 0.0254))
	chunk := binary.BigEndian.AppendUint32(nil, 9) // length of the data
	chunk = append(chunk, "pHYs"...)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1) // the unit is the metre
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{file[:header], chunk, file[header:]}, nil)
}
