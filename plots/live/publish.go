package live

import (
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"tidemark/plots"
)

// A page has no program that could draw. What its controls can show is drawn
// beforehand, each frame in either theme. Frames have most of their lines in
// common and a file holds each line once, so that hundreds of frames take some
// ten kilobytes; the same program, compiled to run in the page, takes five
// megabytes.

const (
	whole     = 13     // a page offers all options of a control up to this many
	few       = 5      // and this many steps where there are more
	maxFrames = 20_000 // combinations of options
)

// publish writes all frames to a folder and shows the controls as they stand in
// a page.
func (p *panel) publish(draw drawing, dir string, size plots.Size) error {
	page := p.thinned()
	name, err := page.write(draw, dir, size)
	if err != nil {
		return err
	}
	first, err := page.frame(draw, page.start())
	if err != nil {
		return err
	}
	html, err := page.onPage(first, size, name)
	if err != nil {
		return err
	}
	return plots.Display(plots.Bundle{Data: map[string]any{"text/html": html, "text/plain": first.figure.Description()}})
}

// write writes all frames and what a page needs for them to a folder, and
// returns the name of the frames.
func (p *panel) write(draw drawing, dir string, size plots.Size) (string, error) {
	if n := p.combinations(); n > maxFrames {
		return "", fmt.Errorf("live: controls on a page must have at most %d combinations, got more", maxFrames)
	}
	books, err := p.books(draw, size)
	if err != nil {
		return "", err
	}
	digest := crc32.NewIEEE()
	for _, data := range books {
		digest.Write([]byte(data)) // a hash never fails
	}
	name := fmt.Sprintf("controls-%s-%08x", size.Name, digest.Sum32())
	files := map[string]string{"controls.css": style, "controls.js": controls + frames}
	for i, t := range plots.Themes() {
		full := name + "-" + t.Name
		files[full+".js"] = fmt.Sprintf("tidemark.frames(%q, %q);\n", full, books[i])
	}
	return name, writeAll(dir, files)
}

func writeAll(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("live: %w", err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return fmt.Errorf("live: %w", err)
		}
	}
	return nil
}

// thinned returns the panel with as many options as a page offers.
func (p *panel) thinned() *panel {
	page := &panel{numbers: p.numbers}
	for _, c := range p.controls {
		page.controls = append(page.controls, c.thinned())
	}
	return page
}

// thinned returns a slider with its first and last option and, in even steps, a
// few in between, the one at the start among them. A list stays as it is.
func (c control) thinned() control {
	n := len(c.labels)
	if n <= whole || !c.slides {
		return c
	}
	thin := c
	thin.labels = nil
	var kept []int
	for o, label := range c.labels {
		if o != 0 && o != n-1 && (o-c.first)%(n/few) != 0 {
			continue
		}
		if o == c.first {
			thin.first = len(kept)
		}
		kept = append(kept, o)
		thin.labels = append(thin.labels, label)
	}
	thin.set = func(option int) { c.set(kept[option]) }
	return thin
}

// combinations returns how many combinations of options there are, or one more
// than there may be.
func (p *panel) combinations() int {
	n := 1
	for _, c := range p.controls {
		n = min(n*len(c.labels), maxFrames+1)
	}
	return n
}

// all yields each combination of options, those of the last control fastest.
func (p *panel) all() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for place := range p.combinations() {
			options := make([]int, len(p.controls))
			for i := len(options) - 1; i >= 0; i-- {
				n := len(p.controls[i].labels)
				options[i], place = place%n, place/n
			}
			if !yield(options) {
				return
			}
		}
	}
}

// books returns all frames, packed, in each theme.
func (p *panel) books(draw drawing, size plots.Size) ([]string, error) {
	var books []*book
	for range plots.Themes() {
		books = append(books, newBook(p))
	}
	for options := range p.all() {
		f, err := p.frame(draw, options)
		for i, t := range plots.Themes() {
			books[i].add(f, err, size, t)
		}
	}
	var packed []string
	for _, b := range books {
		data, err := pack(b, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		packed = append(packed, data)
	}
	return packed, nil
}

// A book holds the frames of a panel in one theme.
type book struct {
	Sizes  []int    `json:"sizes"`  // how many options each control has
	Places []int    `json:"places"` // the frame of each combination
	Frames []page   `json:"frames"`
	Lines  []string `json:"lines"`

	frames map[string]int // by what they show
	lines  map[string]int
}

// A page is a frame, its picture as numbers of lines.
type page struct {
	Lines   []int  `json:"lines"`
	Numbers string `json:"numbers"`
	Error   string `json:"error"`
}

func newBook(p *panel) *book {
	b := &book{frames: map[string]int{}, lines: map[string]int{}}
	for _, c := range p.controls {
		b.Sizes = append(b.Sizes, len(c.labels))
	}
	return b
}

// add adds the frame of the next combination.
func (b *book) add(f frame, err error, size plots.Size, theme plots.Theme) {
	svg := ""
	if err == nil {
		svg, err = f.render(size, theme)
	}
	pg := page{Numbers: f.numbers}
	if err != nil {
		pg.Error = err.Error()
	}
	key := svg + "\n" + pg.Numbers + "\n" + pg.Error
	if _, ok := b.frames[key]; !ok {
		b.frames[key] = len(b.Frames)
		pg.Lines = b.number(svg)
		b.Frames = append(b.Frames, pg)
	}
	b.Places = append(b.Places, b.frames[key])
}

// number returns the numbers of the lines of a text.
func (b *book) number(text string) []int {
	numbers := []int{}
	for line := range strings.Lines(text) {
		if _, ok := b.lines[line]; !ok {
			b.lines[line] = len(b.Lines)
			b.Lines = append(b.Lines, line)
		}
		numbers = append(numbers, b.lines[line])
	}
	return numbers
}
