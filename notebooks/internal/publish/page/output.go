package page

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"image/png"
	"regexp"
	"strings"

	"tidemark/notebooks/internal/ipynb"
)

// An Output is one thing that a cell shows. One of its fields is set.
type Output struct {
	Text    string        // of a fixed width, as a terminal shows it
	Failure string        // the same, of what went wrong
	Picture *Picture      // a figure
	HTML    template.HTML // anything else
}

// Outputs returns what a cell shows. Figures are looked up among those that can
// be drawn afresh.
func Outputs(c ipynb.Cell, figures *Figures) ([]Output, error) {
	var outputs []Output
	for i, o := range c.Outputs {
		out, err := output(o, figures)
		if err != nil {
			return nil, fmt.Errorf("page: output %d of cell %s: %w", i+1, c.ID, err)
		}
		if n := len(outputs); n > 0 && out.Text != "" && outputs[n-1].Text != "" {
			outputs[n-1].Text += out.Text
			continue
		}
		outputs = append(outputs, out)
	}
	return outputs, nil
}

// onlyImage matches an output that is one image and nothing else.
var onlyImage = regexp.MustCompile(`^\s*<img\b[^>]*>\s*$`)

func output(o ipynb.Output, figures *Figures) (Output, error) {
	page := o.Data.Text("text/html")
	switch {
	case o.Type == "error":
		return Output{Failure: strings.Join(o.Traceback, "\n")}, nil
	case o.Type == "stream" && o.Stream == "stderr":
		return Output{Failure: string(o.Text)}, nil
	case o.Type == "stream":
		return Output{Text: string(o.Text)}, nil
	case o.Data.Text("image/png") != "" && (page == "" || onlyImage.MatchString(page)):
		picture, err := figures.picture(o)
		return Output{Picture: picture}, err
	case page != "":
		return Output{HTML: template.HTML(page)}, nil
	case o.Data.Text("image/svg+xml") != "":
		return Output{HTML: template.HTML(o.Data.Text("image/svg+xml"))}, nil
	case o.Data.Text("text/markdown") != "":
		html, err := Parse(o.Data.Text("text/markdown")).HTML(nil, "")
		return Output{HTML: html}, err
	}
	return Output{Text: o.Data.Text("text/plain")}, nil
}

// picture returns the figure of an output that has one as PNG.
func (f *Figures) picture(o ipynb.Output) (*Picture, error) {
	data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(o.Data.Text("image/png")))
	if err != nil {
		return nil, err
	}
	p := &Picture{png: data}
	if alt := o.AltText(); len(alt) > 0 {
		p.Alt = alt[0]
	}
	if p.Width, p.Height, err = size(o, data); err != nil {
		return nil, err
	}
	return p, f.find(p)
}

// size returns the size of a PNG on the page: what the output says about it, or
// its pixels.
func size(o ipynb.Output, data []byte) (width, height int, err error) {
	said, _ := o.Metadata["image/png"].(map[string]any)
	w, okW := said["width"].(float64)
	h, okH := said["height"].(float64)
	if okW && okH {
		return int(w), int(h), nil
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	return c.Width, c.Height, err
}
