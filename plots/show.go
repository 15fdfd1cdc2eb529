package plots

import (
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"os"
	"strings"
)

// Show shows a figure below the cell of a notebook, in its own theme: see
// [Figure.In]. It takes the error of the function that made the figure along,
// so that one call does both:
//
//	plots.Show(plots.StateGrowth(outcomes))
//
// What goes wrong is written as one line to standard error. Outside of a
// notebook it prints the title and what the figure shows, in words.
func Show(f *Figure, err ...error) {
	report(errors.Join(append(err, show(f, err))...))
}

func show(f *Figure, made []error) error {
	if errors.Join(made...) != nil {
		return nil
	}
	if !InNotebook() {
		if err := f.validate(); err != nil {
			return err
		}
		return say(f.Title + "\n" + f.Alt + "\n")
	}
	b, err := f.Bundle()
	if err != nil {
		return err
	}
	return errors.Join(Display(b), f.draws(b.Data["image/png"].([]byte)))
}

// Bundle returns the figure as an output of a notebook: an HTML image, the
// same PNG by itself, and the description as text.
//
// The image comes first because it is the only form that carries alternative
// text: JupyterLab and nbconvert show a bare image/png without any. Its data
// are a PNG because that looks the same wherever it is opened: an untrusted
// notebook and GitHub show PNG data in HTML but no SVG, and an SVG would look
// for its fonts. The bare PNG is for those who know no HTML, such as
// nbconvert's way to LaTeX, and the text for a terminal.
func (f *Figure) Bundle() (Bundle, error) {
	if err := f.validate(); err != nil {
		return Bundle{}, err
	}
	l := Look{Theme: f.theme, Size: Notebook}
	if l.Theme == (Theme{}) {
		l.Theme = Light
	}
	png, err := f.png(l)
	if err != nil {
		return Bundle{}, err
	}
	w, h := f.bounds(l)
	width, height := int(w*pixelsPerPoint+0.5), int(h*pixelsPerPoint+0.5)
	img := fmt.Sprintf(`<img alt="%s" width="%d" height="%d" style="max-width:100%%;height:auto" src="data:image/png;base64,%s">`,
		html.EscapeString(f.Description()), width, height, base64.StdEncoding.EncodeToString(png))
	return Bundle{
		Data:     map[string]any{"text/html": img, "image/png": png, "text/plain": f.Description()},
		Metadata: map[string]any{"image/png": map[string]int{"width": width, "height": height}},
	}, nil
}

// report writes what went wrong as one line to standard error.
func report(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
