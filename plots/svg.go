package plots

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svg renders the figure as an SVG document that stands alone or in a page:
// its text is text, in a list of faces of equal metrics, and each run of it
// says how long it is, so that a browser with none of them still keeps the
// layout. Title and description are there for those who do not see it, under
// an id that no other rendering has.
func (f *Figure) svg(l Look) ([]byte, error) {
	w, h := f.bounds(l)
	c := &svgCanvas{svgState: svgState{origin: h}}
	vg.Initialize(c)
	if err := f.draw(c, l); err != nil {
		return nil, err
	}
	if c.err != nil {
		return nil, c.err
	}
	var b bytes.Buffer
	id := f.stem() + "-" + l.Size.Name + "-" + l.Theme.Name
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s"`,
		number(w*pixelsPerPoint), number(h*pixelsPerPoint), number(w), number(h))
	fmt.Fprintf(&b, ` role="img" aria-labelledby="%[1]s-title %[1]s-desc" font-family="%s">`+"\n", id, faces)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n", id, escape(f.Title))
	fmt.Fprintf(&b, "<desc id=\"%s-desc\">%s</desc>\n", id, escape(f.Alt))
	c.close()
	b.Write(c.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

const (
	pixelsPerPoint = 4.0 / 3 // CSS
	faces          = "'Liberation Sans', Arimo, Arial, Helvetica, sans-serif"
)

// An svgCanvas writes SVG elements. It stands beside gonum's own because that
// one names a single face, flips each text by a transform and knows no title.
type svgCanvas struct {
	svgState
	stack []svgState
	body  bytes.Buffer
	data  strings.Builder // of the path at hand
	err   error           // the first
}

// svgState is what Push saves.
type svgState struct {
	color  color.NRGBA
	width  vg.Length
	dash   []vg.Length
	offset vg.Length
	origin vg.Length // where the y axis of vg begins on that of SVG, which points down
	groups int       // open elements that change the coordinates
}

// SetLineWidth implements [vg.Canvas].
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.width = w }

// SetLineDash implements [vg.Canvas].
func (c *svgCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.dash, c.offset = slices.Clone(pattern), offset
}

// SetColor implements [vg.Canvas].
func (c *svgCanvas) SetColor(clr color.Color) { c.color = opaque(clr) }

// opaque returns clr, or black for nil, as the canvases here need it.
func opaque(clr color.Color) color.NRGBA {
	if clr == nil {
		clr = color.Black
	}
	return color.NRGBAModel.Convert(clr).(color.NRGBA)
}

// Rotate implements [vg.Canvas].
func (c *svgCanvas) Rotate(rad float64) {
	c.group("rotate(" + number(vg.Length(-rad*180/math.Pi)) + ")")
}

// Translate implements [vg.Canvas].
func (c *svgCanvas) Translate(by vg.Point) {
	c.group("translate(" + number(by.X) + " " + number(-by.Y) + ")")
}

// Scale implements [vg.Canvas].
func (c *svgCanvas) Scale(x, y float64) {
	c.group("scale(" + number(vg.Length(x)) + " " + number(vg.Length(y)) + ")")
}

// group opens an element that changes the coordinates until the next Pop. The
// changes are relative to the origin of vg, so the first moves there.
func (c *svgCanvas) group(transform string) {
	if c.origin != 0 {
		transform = "translate(0 " + number(c.origin) + ") " + transform
		c.origin = 0
	}
	c.body.WriteString(`<g transform="` + transform + "\">\n")
	c.groups++
}

// Push implements [vg.Canvas].
func (c *svgCanvas) Push() {
	c.stack = append(c.stack, c.svgState)
	c.groups = 0
}

// Pop implements [vg.Canvas].
func (c *svgCanvas) Pop() {
	c.close()
	last := len(c.stack) - 1
	c.svgState, c.stack = c.stack[last], c.stack[:last]
}

// close closes the groups of the current state.
func (c *svgCanvas) close() { c.body.WriteString(strings.Repeat("</g>\n", c.groups)) }

// Stroke implements [vg.Canvas].
func (c *svgCanvas) Stroke(p vg.Path) {
	if c.width <= 0 {
		return
	}
	fmt.Fprintf(&c.body, `<path d="%s" fill="none" stroke="%s" stroke-width="%s"`,
		c.path(p), hexOf(c.color), number(c.width))
	c.opacity("stroke-opacity")
	if len(c.dash) > 0 {
		lengths := make([]string, len(c.dash))
		for i, d := range c.dash {
			lengths[i] = number(d)
		}
		fmt.Fprintf(&c.body, ` stroke-dasharray="%s" stroke-dashoffset="%s"`, strings.Join(lengths, " "), number(c.offset))
	}
	c.body.WriteString("/>\n")
}

// Fill implements [vg.Canvas].
func (c *svgCanvas) Fill(p vg.Path) {
	fmt.Fprintf(&c.body, `<path d="%s" fill="%s"`, c.path(p), hexOf(c.color))
	c.opacity("fill-opacity")
	c.body.WriteString("/>\n")
}

func (c *svgCanvas) opacity(attribute string) {
	if c.color.A < 255 {
		fmt.Fprintf(&c.body, ` %s="%s"`, attribute, number(vg.Length(c.color.A)/255))
	}
}

// FillString implements [vg.Canvas].
func (c *svgCanvas) FillString(f font.Face, at vg.Point, s string) {
	if f.Font.Size == 0 || s == "" {
		return
	}
	at = c.point(at)
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" font-size="%s"`, number(at.X), number(at.Y), number(f.Font.Size))
	if f.Font.Weight != xfont.WeightNormal {
		c.body.WriteString(` font-weight="bold"`)
	}
	fmt.Fprintf(&c.body, ` fill="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		hexOf(c.color), number(f.Width(s)), escape(s))
}

// DrawImage implements [vg.Canvas].
func (c *svgCanvas) DrawImage(r vg.Rectangle, img image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		c.err = cmp.Or(c.err, fmt.Errorf("plots: encode image: %w", err))
		return
	}
	low, high := c.point(r.Min), c.point(r.Max)
	fmt.Fprintf(&c.body, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`+"\n",
		number(low.X), number(high.Y), number(high.X-low.X), number(low.Y-high.Y), base64.StdEncoding.EncodeToString(b.Bytes()))
}

// path returns the data of a path element.
func (c *svgCanvas) path(p vg.Path) string {
	c.data.Reset()
	outline(p, c)
	return c.data.String()
}

func (c *svgCanvas) moveTo(p vg.Point) { c.piece("M", p) }
func (c *svgCanvas) lineTo(p vg.Point) { c.piece("L", p) }
func (c *svgCanvas) closePath()        { c.data.WriteString("Z") }
func (c *svgCanvas) curveTo(c1, c2, to vg.Point) {
	c.piece("C", c1, c2, to)
}

func (c *svgCanvas) piece(letter string, pts ...vg.Point) {
	for _, p := range pts {
		p = c.point(p)
		c.data.WriteString(letter + number(p.X) + " " + number(p.Y))
		letter = " "
	}
}

// point returns p in the coordinates of SVG.
func (c *svgCanvas) point(p vg.Point) vg.Point { return vg.Point{X: p.X, Y: c.origin - p.Y} }

// number writes a length to a hundredth of a point.
func number(l vg.Length) string {
	v := math.Round(float64(l)*100) / 100
	if v == 0 {
		return "0" // and not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func hexOf(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s)) // a strings.Builder never fails
	return b.String()
}
