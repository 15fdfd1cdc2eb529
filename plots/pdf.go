package plots

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// pdf renders the figure as a PDF of one page: searchable text in subsets of
// its two faces, with title, subject and language, and the same bytes in every
// run.
func (f *Figure) pdf(l Look) ([]byte, error) {
	w, h := f.bounds(l)
	c := newPDFCanvas(w, h)
	c.doc.SetTitle(utf16Text(f.Title), false)
	c.doc.SetSubject(utf16Text(f.Alt), false)
	if err := f.draw(c, l); err != nil {
		return nil, err
	}
	c.Pop()
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		return nil, fmt.Errorf("plots: figure %s: write PDF: %w", f.Name, err)
	}
	return c.tagSubsets(b.Bytes()), nil
}

// utf16Text encodes what a PDF says about itself. The library's own way panics at
// a letter outside the first plane.
func utf16Text(s string) string {
	text := []byte{0xfe, 0xff}
	for _, u := range utf16.Encode([]rune(s)) {
		text = binary.BigEndian.AppendUint16(text, u)
	}
	return string(text)
}

// undated is the date of every PDF, so that a run does not change its bytes.
var undated = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// A pdfCanvas writes a PDF with the library that gonum's own canvas uses. That
// one cannot set bold text, a second face, or a letter outside ASCII, embeds
// whole fonts, and writes the time of day.
type pdfCanvas struct {
	doc    *fpdf.Fpdf
	width  vg.Length // of the next stroke
	widths []vg.Length
	subset map[string]map[rune]bool // the letters used of each face, by its name
	images int
}

func newPDFCanvas(w, h vg.Length) *pdfCanvas {
	doc := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt",
		Size:    fpdf.SizeType{Wd: w.Points(), Ht: h.Points()},
	})
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetCatalogSort(true)
	doc.SetCreationDate(undated)
	doc.SetModificationDate(undated)
	doc.SetLang("en")
	doc.AddPage()
	c := &pdfCanvas{doc: doc, subset: map[string]map[rune]bool{}}
	c.Push()
	c.Translate(vg.Point{Y: h}) // fpdf counts from the upper left corner, vg from the lower one
	c.Scale(1, -1)
	vg.Initialize(c)
	return c
}

// SetLineWidth implements [vg.Canvas].
func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.width = w
	c.doc.SetLineWidth(w.Points())
}

// SetLineDash implements [vg.Canvas].
func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	dashes := make([]float64, len(pattern))
	for i, d := range pattern {
		dashes[i] = d.Points()
	}
	c.doc.SetDashPattern(dashes, offset.Points())
}

// SetColor implements [vg.Canvas].
func (c *pdfCanvas) SetColor(clr color.Color) {
	n := opaque(clr)
	r, g, b := int(n.R), int(n.G), int(n.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(n.A)/255, "Normal")
}

// Rotate implements [vg.Canvas].
func (c *pdfCanvas) Rotate(rad float64) { c.doc.TransformRotate(-rad*180/math.Pi, 0, 0) }

// Translate implements [vg.Canvas].
func (c *pdfCanvas) Translate(by vg.Point) { c.doc.TransformTranslate(by.X.Points(), by.Y.Points()) }

// Scale implements [vg.Canvas]. The library wants percent.
func (c *pdfCanvas) Scale(x, y float64) { c.doc.TransformScale(x*100, y*100, 0, 0) }

// Push implements [vg.Canvas].
func (c *pdfCanvas) Push() {
	c.widths = append(c.widths, c.width)
	c.doc.TransformBegin()
}

// Pop implements [vg.Canvas].
func (c *pdfCanvas) Pop() {
	last := len(c.widths) - 1
	c.width, c.widths = c.widths[last], c.widths[:last]
	c.doc.TransformEnd()
}

// Fill implements [vg.Canvas].
func (c *pdfCanvas) Fill(p vg.Path) {
	outline(p, c)
	c.doc.DrawPath("F")
}

// Stroke implements [vg.Canvas].
func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.width <= 0 {
		return // PDF would draw a hairline
	}
	outline(p, c)
	c.doc.DrawPath("D")
}

func (c *pdfCanvas) moveTo(p vg.Point) { c.doc.MoveTo(p.X.Points(), p.Y.Points()) }
func (c *pdfCanvas) lineTo(p vg.Point) { c.doc.LineTo(p.X.Points(), p.Y.Points()) }
func (c *pdfCanvas) closePath()        { c.doc.ClosePath() }
func (c *pdfCanvas) curveTo(c1, c2, to vg.Point) {
	c.doc.CurveBezierCubicTo(c1.X.Points(), c1.Y.Points(), c2.X.Points(), c2.Y.Points(), to.X.Points(), to.Y.Points())
}

// FillString implements [vg.Canvas].
func (c *pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	if f.Font.Size == 0 || s == "" {
		return
	}
	c.doc.SetFont(c.embed(f, s), "", f.Font.Size.Points())
	c.Push()
	c.Translate(at)
	c.Scale(1, -1)
	c.doc.Text(0, 0, s)
	c.Pop()
}

// untagged begins the names by which the document knows its faces. With what
// the library puts before it, it is as long as the tag that takes its place.
const untagged = "sub"

// embed sees to it that the letters of s are in the document's subset of f, and
// returns the name of the face.
func (c *pdfCanvas) embed(f font.Face, s string) string {
	name := f.Name()
	used := c.subset[name]
	if used == nil {
		used = map[rune]bool{}
		c.subset[name] = used
		var file bytes.Buffer
		if _, err := f.Face.WriteSourceTo(nil, &file); err != nil {
			c.doc.SetError(err)
			return name
		}
		c.doc.AddUTF8FontFromBytes(untagged+name, "", file.Bytes())
	}
	for _, r := range s {
		used[r] = true
	}
	return untagged + name
}

// tagSubsets gives each face in a finished document the name that the PDF
// standard wants for a subset, six letters, a plus sign and the name of the
// whole face. The library has no way to do so. The names are as long as those
// that they replace, so that everything in the file stays where it is.
func (c *pdfCanvas) tagSubsets(file []byte) []byte {
	for name, used := range c.subset {
		old := "/utf8" + untagged + strings.ToLower(name)
		file = bytes.ReplaceAll(file, []byte(old), []byte("/"+subsetTag(used)+"+"+name))
	}
	return file
}

// subsetTag returns six letters that stand for a set of runes.
func subsetTag(used map[rune]bool) string {
	h := fnv.New64a()
	for _, r := range slices.Sorted(maps.Keys(used)) {
		h.Write([]byte(string(r)))
	}
	sum := h.Sum64()
	tag := make([]byte, 6)
	for i := range tag {
		tag[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	return string(tag)
}

// DrawImage implements [vg.Canvas].
func (c *pdfCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		c.doc.SetError(err)
		return
	}
	c.images++
	name := "image" + strconv.Itoa(c.images)
	options := fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, options, &file)
	size := r.Size()
	c.Push()
	c.Translate(vg.Point{X: r.Min.X, Y: r.Max.Y})
	c.Scale(1, -1)
	c.doc.ImageOptions(name, 0, 0, size.X.Points(), size.Y.Points(), false, options, 0, "")
	c.Pop()
}
