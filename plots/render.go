package plots

import "fmt"

// A Format is a kind of file.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PDF Format = "pdf"
	PNG Format = "png"
)

// Formats returns the formats in the order in which they are exported.
func Formats() []Format { return []Format{SVG, PDF, PNG} }

// A Rendering says how a figure becomes a file.
type Rendering struct {
	Size   Size
	Theme  Theme
	Format Format
}

// Renderings returns every rendering there is: each size in each theme in each
// format.
func Renderings() []Rendering {
	var all []Rendering
	for _, s := range Sizes() {
		for _, t := range Themes() {
			for _, f := range Formats() {
				all = append(all, Rendering{s, t, f})
			}
		}
	}
	return all
}

// FileName returns the name of the file that the rendering gives, as in
// tolerance-tradeoff-delay3-slide-dark.svg.
func (f *Figure) FileName(r Rendering) string {
	return fmt.Sprintf("%s-%s-%s.%s", f.stem(), r.Size.Name, r.Theme.Name, r.Format)
}

// Render returns the file that the rendering gives. The same figure gives the
// same bytes in every run. A figure without panels, or with data that are not
// finite or leave no room for themselves, is an error.
func (f *Figure) Render(r Rendering) ([]byte, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	l := Look{Theme: r.Theme, Size: r.Size}
	switch r.Format {
	case SVG:
		return f.svg(l)
	case PDF:
		return f.pdf(l)
	case PNG:
		return f.png(l)
	}
	return nil, fmt.Errorf("plots: format must be svg, pdf or png, got %q", r.Format)
}
