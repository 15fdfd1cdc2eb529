package plots

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
)

// A viewer is a program that draws an SVG as a PNG of the same name.
type viewer struct {
	program string
	args    func(svg, png string) []string
}

var viewers = []viewer{
	{"rsvg-convert", func(svg, png string) []string { return []string{"-o", png, svg} }},
	{"inkscape", func(svg, png string) []string { return []string{"-o", png, svg} }},
	{"soffice", func(svg, png string) []string {
		return []string{"--headless", "-env:UserInstallation=file://" + filepath.Dir(png) + "/profile",
			"--convert-to", "png", "--outdir", filepath.Dir(png), svg}
	}},
	{"chromium", func(svg, png string) []string {
		return []string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Dir(png) + "/profile",
			"--hide-scrollbars", "--window-size=1280,720", "--screenshot=" + png, "file://" + svg}
	}},
}

// Each viewer that is installed draws the SVGs as they are meant: like the
// PNGs, which are drawn with the very outlines of the letters.
func TestViewersDrawAlike(t *testing.T) {
	names := []string{"tolerance-tradeoff", "serving-stability", "cell-differences"}
	var want []*image.Gray
	for _, name := range names {
		want = append(want, decoded(t, render(t, lesson(t, name), Rendering{Slide, Light, PNG})))
	}
	for _, v := range viewers {
		t.Run(v.program, func(t *testing.T) {
			path, err := exec.LookPath(v.program)
			if err != nil {
				t.Skip(err)
			}
			dir, fonts := t.TempDir(), ownFonts(t)
			for i, name := range names {
				got := v.draw(t, path, dir, fonts, lesson(t, name))
				mean, most := difference(got, want[i])
				if mean > 3 || most > 90 {
					t.Errorf("%s is %.1f of 255 away from its PNG, in one place %.0f", name, mean, most)
				}
				other := (i + 1) % len(names)
				if mean, most := difference(got, want[other]); mean < 6 || most < 120 {
					t.Errorf("%s and %s are only %.1f apart, in one place %.0f: this tells no figures apart", name, names[other], mean, most)
				}
			}
		})
	}
}

// ownFonts gives the settings under which viewers have the fonts of the figures and no other,
// whatever is installed on this machine.
func ownFonts(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"regular.ttf": liberationsansregular.TTF,
		"bold.ttf":    liberationsansbold.TTF,
		"fonts.conf":  fmt.Appendf(nil, "<fontconfig><dir>%[1]s</dir><cachedir>%[1]s</cachedir></fontconfig>", html.EscapeString(dir)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "fonts.conf")
}

func (v viewer) draw(t *testing.T, path, dir, fonts string, f *Figure) *image.Gray {
	t.Helper()
	svg, out := filepath.Join(dir, f.Name+".svg"), filepath.Join(dir, f.Name+".png")
	if err := os.WriteFile(svg, render(t, f, Rendering{Slide, Light, SVG}), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, v.args(svg, out)...)
	cmd.Env = append(os.Environ(), "FONTCONFIG_FILE="+fonts)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, data)
}

// decoded returns a PNG in grey; what it does not draw is white.
func decoded(t *testing.T, data []byte) *image.Gray {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	grey := image.NewGray(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(grey, grey.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(grey, grey.Rect, img, img.Bounds().Min, draw.Over)
	return grey
}

// difference returns how far two pictures are apart in brightness, of 255: on
// average and where it is most. It looks at them from a distance, at fields of
// about ten pixels, so that smooth edges count for nothing.
func difference(a, b *image.Gray) (mean, most float64) {
	const across, down = 128, 72
	for y := range down {
		for x := range across {
			d := math.Abs(brightness(a, x, y, across, down) - brightness(b, x, y, across, down))
			mean += d / (across * down)
			most = max(most, d)
		}
	}
	return mean, most
}

// brightness returns the mean of a field.
func brightness(img *image.Gray, x, y, across, down int) float64 {
	size := img.Rect.Size()
	sum, n := 0, 0
	for j := y * size.Y / down; j < (y+1)*size.Y/down; j++ {
		for _, v := range img.Pix[j*img.Stride+x*size.X/across : j*img.Stride+(x+1)*size.X/across] {
			sum += int(v)
			n++
		}
	}
	return float64(sum) / float64(n)
}
