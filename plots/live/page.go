package live

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"tidemark/plots"
	"tidemark/plots/internal/gonb"
)

// What stands in a page beside the controls.
var (
	//go:embed controls.css
	style string
	//go:embed controls.js
	controls string
	//go:embed kernel.js
	kernel string
	//go:embed frames.js
	frames string
)

// A widget is the controls of a figure as HTML, with its first frame.
type widget struct {
	size       plots.Size
	attributes string
	panel      *panel
	button     string
	figure     string
	numbers    string
}

// String returns the element. The form is hidden until a script can answer it;
// the figure and its numbers are there without one.
func (w widget) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"tidemark-controls\" style=\"max-width:%.0fpx\" %s>\n<form hidden>\n", w.size.Width.Points()*4/3, w.attributes)
	for _, c := range w.panel.controls {
		b.WriteString(c.html())
	}
	fmt.Fprintf(&b, "%s</form>\n<div class=\"tidemark-controls-figure\" tabindex=\"0\" role=\"group\" aria-label=\"Figure\">%s</div>\n", w.button, w.figure)
	fmt.Fprintf(&b, "<p class=\"tidemark-controls-numbers\" aria-live=\"polite\">%s</p>\n", html.EscapeString(w.numbers))
	b.WriteString("<p class=\"tidemark-controls-note\"></p>\n</div>\n")
	return b.String()
}

func (c control) html() string {
	if c.slides {
		return c.slider()
	}
	return c.list()
}

func (c control) slider() string {
	labels, _ := json.Marshal(c.labels) // texts never fail
	slider := fmt.Sprintf("<label>%s <output aria-hidden=\"true\">%s</output>"+
		"<input type=\"range\" min=\"0\" max=\"%d\" value=\"%d\" aria-valuetext=\"%s\" data-labels=\"%s\"></label>\n",
		html.EscapeString(c.name), html.EscapeString(c.labels[c.first]),
		len(c.labels)-1, c.first, html.EscapeString(c.labels[c.first]), html.EscapeString(string(labels)))
	if !c.plays {
		return slider
	}
	return fmt.Sprintf("<div class=\"tidemark-controls-player\"><button type=\"button\" class=\"tidemark-controls-play\" aria-label=\"play %s\" aria-pressed=\"false\">▶</button>%s</div>\n",
		html.EscapeString(c.name), slider)
}

func (c control) list() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<label>%s <select>", html.EscapeString(c.name))
	for i, l := range c.labels {
		selected := ""
		if i == c.first {
			selected = " selected"
		}
		fmt.Fprintf(&b, `<option value="%d"%s>%s</option>`, i, selected, html.EscapeString(l))
	}
	b.WriteString("</select></label>\n")
	return b.String()
}

// inNotebook returns the controls with the scripts that reach the kernel.
func (s *session) inNotebook() (string, error) {
	svg, err := s.last.render(plots.Notebook, plots.Light)
	if err != nil {
		return "", err
	}
	w := widget{
		size:       plots.Notebook,
		attributes: fmt.Sprintf("id=%q", s.id),
		panel:      s.panel,
		button:     "<button type=\"button\" class=\"tidemark-controls-stop\">Stop</button>\n",
		figure:     svg,
		numbers:    s.last.numbers,
	}
	return fmt.Sprintf("<style>%s</style>\n%s<script>(() => {\n%s%stidemark.live(%q, %q);\n})()</script>\n",
		style, w, controls, kernel, s.id, gonb.KernelID()), nil
}

// onPage returns the controls with the name of their frames. Without a script
// the first frame stays, as an image.
func (p *panel) onPage(first frame, size plots.Size, name string) (string, error) {
	light, err := first.render(size, plots.Light)
	if err != nil {
		return "", err
	}
	dark, err := first.render(size, plots.Dark)
	if err != nil {
		return "", err
	}
	picture := fmt.Sprintf("<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"%s\"><img alt=\"%s\" src=\"%s\"></picture>",
		dataURI(dark), html.EscapeString(first.figure.Description()), dataURI(light))
	return widget{
		size:       size,
		attributes: fmt.Sprintf("data-frames=%q", name),
		panel:      p,
		figure:     picture,
		numbers:    first.numbers,
	}.String(), nil
}

func dataURI(svg string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(svg))
}
