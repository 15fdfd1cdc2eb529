package plots

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fill breaks s into lines that are no wider than width and as full as they
// can be. A word that is wider than that gets a line of its own.
func fill(sty text.Style, width vg.Length, s string) []string {
	return measure(sty, s).fill(width)
}

// balance breaks s into as few lines as fill does, all of them about as long.
func balance(sty text.Style, width vg.Length, s string) []string {
	w := measure(sty, s)
	lines := w.fill(width)
	step := sty.Font.Size / 2
	for narrow := max(width-step, w.widest); narrow > w.widest; narrow -= step {
		narrower := w.fill(narrow)
		if len(narrower) > len(lines) {
			break
		}
		lines = narrower
	}
	return lines
}

// words are the words of a text and how wide they are.
type words struct {
	words  []string
	widths []vg.Length
	space  vg.Length
	widest vg.Length
}

func measure(sty text.Style, s string) words {
	w := words{space: sty.Width(" ")}
	// strings.Fields would split at no-break spaces too
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }) {
		wide := sty.Width(word)
		w.words, w.widths, w.widest = append(w.words, word), append(w.widths, wide), max(w.widest, wide)
	}
	return w
}

func (w words) fill(width vg.Length) []string {
	var lines []string
	first, used := 0, vg.Length(0)
	for i, wide := range w.widths {
		if i > first && used+w.space+wide > width {
			lines = append(lines, strings.Join(w.words[first:i], " "))
			first, used = i, wide
			continue
		}
		if i > first {
			used += w.space
		}
		used += wide
	}
	if first < len(w.words) {
		lines = append(lines, strings.Join(w.words[first:], " "))
	}
	return lines
}
