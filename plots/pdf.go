package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"time"

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
	c.doc.SetTitle(f.Title, true)
	c.doc.SetSubject(f.Alt, true)
	if err := f.draw(c, l); err != nil {
		return nil, err
	}
	c.Pop()
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		return nil, fmt.Errorf("plots: figure %s: write PDF: %w", f.Name, err)
	}
	return b.Bytes(), nil
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
	fonts  map[string]bool
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
	c := &pdfCanvas{doc: doc, fonts: map[string]bool{}}
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
	c.doc.SetFont(c.font(f), "", f.Font.Size.Points())
	c.Push()
	c.Translate(at)
	c.Scale(1, -1)
	c.doc.Text(0, 0, s)
	c.Pop()
}

// font returns the name of a face in the document, embedding it on first use.
func (c *pdfCanvas) font(f font.Face) string {
	name := f.Name()
	if c.fonts[name] {
		return name
	}
	var file bytes.Buffer
	if _, err := f.Face.WriteSourceTo(nil, &file); err != nil {
		c.doc.SetError(err)
		return name
	}
	c.doc.AddUTF8FontFromBytes(name, "", file.Bytes())
	c.fonts[name] = true
	return name
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
