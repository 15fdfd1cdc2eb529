package plots

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot/vg"
)

// lesson returns a figure as the lesson has it.
func lesson(t testing.TB, name string, params ...string) *Figure {
	t.Helper()
	f, err := lessonFigure(name, params...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func render(t testing.TB, f *Figure, r Rendering) []byte {
	t.Helper()
	data, err := f.Render(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The same figure gives the same bytes, also when it is drawn many times at
// once and made anew.
func TestSameBytes(t *testing.T) {
	for _, name := range []string{"window-timeline"} {
		first := map[Rendering][]byte{}
		f := lesson(t, name)
		for _, r := range Renderings() {
			first[r] = render(t, f, r)
		}
		again := lesson(t, name)
		var wg sync.WaitGroup
		for _, r := range Renderings() {
			for _, f := range []*Figure{f, again} {
				wg.Go(func() {
					if data, err := f.Render(r); err != nil || !bytes.Equal(data, first[r]) {
						t.Errorf("%s is not the same again (%v)", f.FileName(r), err)
					}
				})
			}
		}
		wg.Wait()
	}
}

type svgElement struct {
	XMLName  xml.Name
	Attrs    []xml.Attr   `xml:",any,attr"`
	Text     string       `xml:",chardata"`
	Children []svgElement `xml:",any"`
}

func (e svgElement) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// An SVG is well-formed, names and describes itself, and says how long each
// text is.
func TestSVG(t *testing.T) {
	ids := map[string]string{}
	f := lesson(t, "serving-stability")
	for _, r := range Renderings() {
		if r.Format != SVG {
			continue
		}
		data := render(t, f, r)
		var root svgElement
		if err := xml.Unmarshal(data, &root); err != nil {
			t.Fatal(err)
		}
		if root.XMLName.Local != "svg" || root.attr("role") != "img" || !strings.Contains(root.attr("font-family"), "Arial") {
			t.Errorf("root is %v", root.Attrs)
		}
		title, desc := root.Children[0], root.Children[1]
		if title.Text != f.Title || desc.Text != f.Alt || root.attr("aria-labelledby") != title.attr("id")+" "+desc.attr("id") {
			t.Errorf("want title and description, got %q and %q", title.Text, desc.Text)
		}
		for _, id := range []string{title.attr("id"), desc.attr("id")} {
			if other, taken := ids[id]; taken {
				t.Errorf("%s and %s have the same id %s", other, f.FileName(r), id)
			}
			ids[id] = f.FileName(r)
		}
		texts := 0
		for _, e := range root.Children {
			if e.XMLName.Local != "text" {
				continue
			}
			texts++
			long, err := strconv.ParseFloat(e.attr("textLength"), 64)
			if err != nil || long <= 0 {
				t.Errorf("%q has length %q", e.Text, e.attr("textLength"))
			}
			if size, _ := strconv.ParseFloat(e.attr("font-size"), 64); r.Size.Name == Slide.Name && size < 17 {
				t.Errorf("%q is %v pt on a slide", e.Text, size)
			}
		}
		if texts < 40 || bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Inf")) {
			t.Errorf("%d texts", texts)
		}
	}
}

// The canvas does what no figure of ours needs and other plotters do: it moves,
// turns and scales, lets light through, and draws images.
func TestSVGCanvas(t *testing.T) {
	c := &svgCanvas{svgState: svgState{origin: 100}}
	var path vg.Path
	path.Move(vg.Point{X: 1, Y: 2})
	path.QuadTo(vg.Point{X: 4, Y: 2}, vg.Point{X: 4, Y: 5})
	path.Arc(vg.Point{X: 4, Y: 6}, 1, -math.Pi/2, math.Pi)
	path.Close()
	c.Push()
	c.Translate(vg.Point{X: 10, Y: 20})
	c.Rotate(math.Pi / 2)
	c.SetColor(color.NRGBA{R: 255, A: 128})
	c.Fill(path)
	c.Pop()
	c.DrawImage(vg.Rectangle{Max: vg.Point{X: 5, Y: 5}}, image.NewGray(image.Rect(0, 0, 1, 1)))
	got := c.body.String()
	for _, want := range []string{
		`<g transform="translate(0 100) translate(10 -20)">`, `<g transform="rotate(-90)">`,
		`d="M1 -2C3 -2 4 -3 4 -5C4.55 -5`, `fill="#ff0000" fill-opacity="0.5"`, "</g>\n</g>\n",
		`<image x="0" y="95" width="5" height="5"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %s in\n%s", want, got)
		}
	}
}

// A PNG has two dots for each CSS pixel and says so, and no dot is far from the
// colour that was drawn.
func TestPNG(t *testing.T) {
	f := lesson(t, "state-growth")
	for _, size := range Sizes() {
		data := render(t, f, Rendering{size, Light, PNG})
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		w, h := f.bounds(Look{Light, size})
		want := image.Pt(int(w*8/3+0.5), int(h*8/3+0.5))
		if img.Bounds().Size() != want {
			t.Errorf("%s: size is %v, want %v", size.Name, img.Bounds().Size(), want)
		}
		i := bytes.Index(data, []byte("pHYs"))
		if perMetre := binary.BigEndian.Uint32(data[i+4:]); perMetre != 7559 || data[i+12] != 1 {
			t.Errorf("%s: %d dots a metre, want 7559", size.Name, perMetre)
		}
	}
}

func TestPaletted(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = 255
		if i%4 != 3 {
			img.Pix[i] = uint8(i * i >> 5)
		}
	}
	small, off := paletted(img)
	if len(small.Palette) > 256 || off == 0 {
		t.Fatalf("%d colours, off by %d", len(small.Palette), off)
	}
	for y := range 64 {
		for x := range 64 {
			got := color.RGBAModel.Convert(small.At(x, y)).(color.RGBA)
			want := img.RGBAAt(x, y)
			if d := (shade{got.R, got.G, got.B}).distance(shade{want.R, want.G, want.B}); int(d) > off {
				t.Fatalf("dot %d,%d is off by %d, want at most %d", x, y, d, off)
			}
		}
	}
	few := image.NewRGBA(image.Rect(0, 0, 3, 1))
	few.Set(1, 0, Light.Stream)
	if _, off := paletted(few); off != 0 {
		t.Errorf("few colours are off by %d, want 0", off)
	}
	for _, name := range []string{"tolerance-tradeoff", "cell-differences"} {
		if off := paletteError(t, lesson(t, name)); off > 8 {
			t.Errorf("%s: colours are off by %d of 255, want at most 8", name, off)
		}
	}
}

// paletteError returns how far the colours of a figure are off.
func paletteError(t *testing.T, f *Figure) int {
	t.Helper()
	c, err := f.raster(Look{Light, Slide})
	if err != nil {
		t.Fatal(err)
	}
	_, off := paletted(c)
	return off
}

// A PDF holds subsets of its faces with their Unicode values, a title and its
// language.
func TestPDF(t *testing.T) {
	f := lesson(t, "serving-stability")
	data := render(t, f, Rendering{Slide, Light, PDF})
	for _, want := range []string{`/Lang \(en\)`, `/Title \(`, `/Subject \(`, `/BaseFont /[A-Z]{6}\+LiberationSans-Bold`,
		`/BaseFont /[A-Z]{6}\+LiberationSans-Regular`, `/FontName /[A-Z]{6}\+LiberationSans-Bold`, `/ToUnicode`, `/FontFile2`} {
		if !regexp.MustCompile(want).Match(data) {
			t.Errorf("want %s", want)
		}
	}
	if bytes.Contains(data, []byte("/utf8")) {
		t.Error("a face has the name that the library gave it")
	}
	if len(data) > 60e3 {
		t.Errorf("%d bytes: are the faces whole?", len(data))
	}
	if got := pdfText(t, data); !strings.Contains(got, "−7.66") || !strings.Contains(got, "m³ a period") {
		t.Errorf("the text of the PDF is %.200q", got)
	}
	offset := regexp.MustCompile(`startxref\s+(\d+)`).FindSubmatch(data)
	if at, _ := strconv.Atoi(string(offset[1])); !bytes.HasPrefix(data[at:], []byte("xref")) {
		t.Error("the cross-reference table is not where the file says")
	}
}

// pdfText returns the strings that a PDF shows: UTF-16 in its page's content.
func pdfText(t *testing.T, data []byte) string {
	t.Helper()
	var text strings.Builder
	for part := range bytes.SplitSeq(data, []byte("stream\n")) {
		z, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue
		}
		content, _ := io.ReadAll(z)
		for _, m := range regexp.MustCompile(`(?s)\(((?:[^\\)]|\\.)*)\) ?Tj`).FindAllSubmatch(content, -1) {
			s := regexp.MustCompile(`(?s)\\(.)`).ReplaceAll(m[1], []byte("$1"))
			for i := 0; i+1 < len(s); i += 2 {
				text.WriteRune(rune(s[i])<<8 | rune(s[i+1]))
			}
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// The tools of others agree, where they are installed.
func TestPDFTools(t *testing.T) {
	for _, tool := range []string{"pdffonts", "pdftotext", "pdfinfo"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	f := lesson(t, "cell-differences")
	files, err := f.Write(t.TempDir(), Rendering{Notebook, Dark, PDF})
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v %s", name, err, out)
		}
		return string(out)
	}
	path := files[0].Path
	if fonts := run("pdffonts", path); strings.Count(fonts, "yes yes yes") != 2 {
		t.Errorf("want 2 faces that are embedded, subset and searchable, got\n%s", fonts)
	}
	if text := run("pdftotext", path, "-"); !strings.Contains(text, "−293") || !strings.Contains(text, "+138") {
		t.Errorf("text is\n%s", text)
	}
	if info := run("pdfinfo", path); !strings.Contains(info, f.Title) {
		t.Errorf("info is\n%s", info)
	}
}

// The canvas restores what Push saved, and draws images.
func TestPDFCanvas(t *testing.T) {
	c := newPDFCanvas(100, 100)
	c.SetLineWidth(3)
	c.Push()
	c.SetLineWidth(0)
	c.Rotate(1)
	c.Pop()
	if c.width != 3 {
		t.Errorf("line width is %v after Pop, want 3", c.width)
	}
	c.SetLineDash([]vg.Length{2, 1}, 0)
	c.DrawImage(vg.Rectangle{Max: vg.Point{X: 5, Y: 5}}, image.NewGray(image.Rect(0, 0, 1, 1)))
	c.Pop()
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil || !bytes.Contains(b.Bytes(), []byte("/Subtype /Image")) {
		t.Errorf("want an image (%v)", err)
	}
}

// mark returns a figure with one mark.
func markFigure(p func(Look) [][]*Panel) *Figure {
	return &Figure{Name: "one-mark", Title: "One mark", Alt: "A mark.", Panels: p}
}

// What cannot be drawn is an error that says what was wanted and what was seen.
func TestRenderErrors(t *testing.T) {
	dot := func(x, y float64) *Figure {
		return markFigure(func(l Look) [][]*Panel {
			p := NewPanel(0, 1, 0, 1)
			p.Add(Dot{X: x, Y: y, Radius: 2, Color: l.Ink})
			return [][]*Panel{{p}}
		})
	}
	text := markFigure(func(l Look) [][]*Panel {
		p := NewPanel(0, 1, 0, 1)
		p.Add(Label{X: math.NaN(), Text: "lost", Style: l.Text(l.Ink), Loose: true})
		return [][]*Panel{{p}}
	})
	crowded := markFigure(func(l Look) [][]*Panel {
		p := NewPanel(0, 1, 0, 1)
		p.Add(Label{X: 0, Y: 0, Text: strings.Repeat("long ", 100), Style: l.Text(l.Ink), At: Left})
		return [][]*Panel{{p}}
	})
	nameless := markFigure(nil)
	nameless.Name = "No name/at all"
	wordless := markFigure(nil)
	wordless.Alt = ""
	for want, f := range map[string]*Figure{
		"plots: want a figure, got none": nil,
		"plots: name of a figure must be words in lower case joined by hyphens, got \"No name/at all\"": nameless,
		"plots: figure one-mark must have a title and an alternative text, got \"One mark\" and \"\"":   wordless,
		"plots: figure one-mark must have panels, got none":                                             markFigure(nil),
		"plots: figure one-mark: want at least one panel, got none":                                     markFigure(func(Look) [][]*Panel { return nil }),
		"plots: figure one-mark: want 1 panels in each row, got 2":                                      markFigure(func(Look) [][]*Panel { return [][]*Panel{{nil}, {nil, nil}} }),
		"plots: figure one-mark: data must be finite, got a mark at (NaN, *":                            dot(math.NaN(), 0),
		"plots: figure one-mark: data must be finite, got a mark at (+Inf, *":                           dot(math.Inf(1), 1),
		"plots: figure one-mark: data must be finite, got \"lost\" at (NaN, *":                          text,
		"plots: figure one-mark: panel 1 of row 1 must have room for its data, got *":                   crowded,
	} {
		for _, r := range Renderings() {
			_, err := f.Render(r)
			prefix, rest := strings.CutSuffix(want, "*")
			if err == nil || err.Error() != want && !(rest && strings.HasPrefix(err.Error(), prefix)) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: got %v, want %s", r.Format, err, want)
			}
		}
	}
	if _, err := dot(0, 0).Render(Rendering{Notebook, Light, "gif"}); err == nil || !strings.Contains(err.Error(), `got "gif"`) {
		t.Errorf("an unknown format gives %v", err)
	}
}

// The figures do not depend on the build tag with which notebooks build their
// cells, and which takes gonum's own canvases away.
func TestMinimalBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the export command")
	}
	build := func(tags string) string {
		path := t.TempDir() + "/export"
		if out, err := exec.Command("go", "build", "-tags="+tags, "-o", path, "./cmd/export").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return path
	}
	f := lesson(t, "modes-cost")
	path, dir := build("minimal"), t.TempDir()
	if out, err := exec.Command(path, "-dir", dir, "modes-cost").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, r := range Renderings() {
		if got := readFile(t, dir+"/"+f.FileName(r)); !bytes.Equal(got, render(t, f, r)) {
			t.Errorf("%s differs with -tags=minimal", f.FileName(r))
		}
	}
}

// BenchmarkRender measures one figure in each of its renderings.
func BenchmarkRender(b *testing.B) {
	f := lesson(b, "tolerance-tradeoff")
	for _, r := range Renderings() {
		if r.Theme.Name == Light.Name {
			b.Run(fmt.Sprintf("%s/%s", r.Size.Name, r.Format), func(b *testing.B) {
				for b.Loop() {
					if _, err := f.Render(r); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkExport measures the export of every figure of the lessons.
func BenchmarkExport(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		var figures []*Figure
		for _, r := range Recipes() {
			f, err := r.With()
			if err != nil {
				b.Fatal(err)
			}
			figures = append(figures, f)
		}
		if _, err := Write(dir, figures, Renderings(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
