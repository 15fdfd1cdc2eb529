package lessons

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
)

// What is stored must be fit to be read as it is, on a page where nothing runs.

func TestStoredIsNormal(t *testing.T) {
	for _, name := range lessons(t) {
		nb := read(t, name)
		nb.Normalize(displayName(t))
		want, err := nb.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(place(t, checkout.Lessons, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not in the normal form: 'make notebooks' writes it", name)
		}
	}
}

func TestStoredIsWhole(t *testing.T) {
	for _, name := range lessons(t) {
		nb := read(t, name)
		noFailures(t, nb)
		count := 0
		for _, c := range nb.Cells {
			if !c.IsCode() {
				continue
			}
			if count++; c.Count == nil || *c.Count != count {
				t.Errorf("%s: cell %s was not executed as number %d: 'make notebooks' does it", name, c.ID, count)
			}
		}
	}
}

func TestCellsHaveIDs(t *testing.T) {
	valid := regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,47}$`) // a copy for an edit adds to it, 64 is the limit
	for _, name := range lessons(t) {
		seen := map[string]bool{}
		for i, c := range read(t, name).Cells {
			if !valid.MatchString(c.ID) || seen[c.ID] {
				t.Errorf("%s: cell %d: want an id of its own, lower case words and hyphens, got %q", name, i+1, c.ID)
			}
			seen[c.ID] = true
		}
	}
}

func TestLessonEndsWithItsProof(t *testing.T) {
	passed := regexp.MustCompile(`(?m)^PASS$`)
	for _, name := range lessons(t) {
		var last ipynb.Cell
		for _, c := range read(t, name).Cells {
			if c.IsCode() {
				last = c
			}
		}
		if !strings.HasPrefix(string(last.Source), "%test") || !passed.MatchString(outputs(last)) {
			t.Errorf("%s: want %%test that passes in the last cell of code, got cell %s", name, last.ID)
		}
	}
}

// No output tells on which machine or when it was made.
func TestOutputsAreFreeOfPlaceAndTime(t *testing.T) {
	// A time alone is an event's, which comes from a seed; with a date or microseconds it is a clock's.
	traces := regexp.MustCompile(`/(?:home|Users|root|tmp|private|var|usr|opt|work)/|gonb_[0-9a-f]{8}|` +
		`\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d|\b\d\d:\d\d:\d\d\.\d{6}`)
	for _, name := range lessons(t) {
		for _, c := range read(t, name).Cells {
			if m := traces.FindString(outputs(c)); m != "" {
				t.Errorf("%s: cell %s: output has %q", name, c.ID, m)
			}
		}
	}
}

func TestFiguresHaveAltText(t *testing.T) {
	for _, name := range lessons(t) {
		for _, c := range read(t, name).Cells {
			for _, o := range c.Outputs {
				for _, alt := range o.AltText() {
					if len(strings.Fields(alt)) < 5 {
						t.Errorf("%s: cell %s: want a figure described in words, got %q", name, c.ID, alt)
					}
				}
			}
		}
	}
}

// outputs gives the words of all outputs of a cell.
func outputs(c ipynb.Cell) string {
	var b strings.Builder
	for _, o := range c.Outputs {
		b.WriteString(o.Words())
	}
	return b.String()
}
