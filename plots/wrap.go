package plots

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fill breaks s into lines that are no wider than width and as full as they
// can be. A word that is wider than that gets a line of its own.
func fill(sty text.Style, width vg.Length, s string) []string {
	var lines []string
	current := ""
	for word := range strings.SplitSeq(s, " ") {
		longer := strings.TrimSpace(current + " " + word)
		if current != "" && sty.Width(longer) > width {
			lines = append(lines, current)
			longer = word
		}
		current = longer
	}
	if current != "" {
		lines = append(lines, current)
	}
	return lines
}

// balance breaks s into as few lines as fill does, all of them about as long.
func balance(sty text.Style, width vg.Length, s string) []string {
	lines := fill(sty, width, s)
	step := sty.Font.Size / 2
	for w := width - step; w > step; w -= step {
		narrower := fill(sty, w, s)
		if len(narrower) > len(lines) || widest(sty, narrower) > w {
			break
		}
		lines = narrower
	}
	return lines
}

func widest(sty text.Style, lines []string) (w vg.Length) {
	for _, s := range lines {
		w = max(w, sty.Width(s))
	}
	return w
}
