package plots

import (
	"strings"
	"testing"
)

// worded makes a figure with a text of one's own in each place that takes one.
func worded(title, label string) *Figure {
	return &Figure{
		Name: "worded", Title: title, Lead: "Lead", Alt: title + label,
		Panels: func(l Look) [][]*Panel {
			p := NewPanel(0, 1, 0, 1)
			p.Add(
				YTicks{Scale: Names("low", label), Style: l.Text(l.Ink)}, l.Heading(p, "Heading"),
				XTicks{Scale: Names("left", "right"), Style: l.Text(l.Ink), Title: "across"},
				Label{X: 0.5, Y: 0.5, Text: "middle", Style: l.Bold(l.Ink)},
			)
			return [][]*Panel{{p}}
		},
	}
}

// TestLettersOutsideTheFont checks that no letter is lost without a word, in no
// format and in no place, and none panics.
func TestLettersOutsideTheFont(t *testing.T) {
	for _, c := range []struct{ text, letter string }{
		{"a \U0001F600 b", "U+1F600"}, {"水表", "U+6C34"}, {"عداد", "U+0639"}, {"מונה", "U+05DE"}, {"\u202eright", "U+202E"},
		{"one\x00two", "U+0000"}, {"tab\there", "U+0009"}, {"\U000E0041", "U+E0041"}, {"\U0001F600", "U+1F600"},
	} {
		for _, f := range []*Figure{worded("Title", c.text), worded("Title "+c.text, "label")} {
			for _, format := range []Format{SVG, PDF, PNG} {
				_, err := f.Render(Rendering{Notebook, Light, format})
				if f.Title != "Title" && c.letter == "U+0009" { // there it parts words
					continue
				}
				if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.letter) {
					t.Errorf("%s: %q in %q must be an error that names %s, got %v", format, c.text, f.Title, c.letter, err)
				}
			}
		}
	}
	for _, text := range []string{"Größe in m³, ≤ 5 µm", "Ώρα", "время", "naïve – “so”", "two\nlines"} {
		for _, format := range []Format{SVG, PDF, PNG} {
			if _, err := worded(text, text).Render(Rendering{Slide, Dark, format}); err != nil {
				t.Errorf("%s: %q can be written, got %v", format, text, err)
			}
		}
	}
}

// TestLineBreak checks that a line break parts two words, wherever it stands.
func TestLineBreak(t *testing.T) {
	svg := string(render(t, worded("first\nsecond\r\nthird", "upper\nlower"), Rendering{Notebook, Light, SVG}))
	for _, want := range []string{">first second third<", ">upper<", ">lower<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("must hold %q, got %s", want, svg)
		}
	}
}

// TestAltHasAnyLetter checks that what is only said, not drawn, may be in any.
func TestAltHasAnyLetter(t *testing.T) {
	f := worded("Title", "label")
	f.Alt = "smile \U0001F600"
	for _, format := range []Format{SVG, PDF, PNG} {
		render(t, f, Rendering{Notebook, Light, format})
	}
}
