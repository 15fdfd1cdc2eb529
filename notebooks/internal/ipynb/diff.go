package ipynb

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Diff says where the fresh outputs of a cell first differ from the stored ones, and "" where they
// are the same, byte for byte. Bring both into steady form first.
func Diff(stored, fresh []Output) string {
	for i := range min(len(stored), len(fresh)) {
		if d := stored[i].diff(fresh[i]); d != "" {
			return fmt.Sprintf("output %d: %s", i+1, d)
		}
	}
	switch s, f := len(stored), len(fresh); {
	case s < f:
		return fmt.Sprintf("output %d is new: %s", s+1, fresh[s].summary())
	case s > f:
		return fmt.Sprintf("output %d is missing: %s", f+1, stored[f].summary())
	}
	return ""
}

func (o Output) diff(fresh Output) string {
	if o.Type != fresh.Type || o.Stream != fresh.Stream {
		return fmt.Sprintf("stored %s, fresh %s", o.summary(), fresh.summary())
	}
	was, is := o.parts(), fresh.parts()
	names := slices.Sorted(maps.Keys(was))
	for name := range is {
		if _, ok := was[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if was[name] != is[name] {
			return name + diffText(name, was[name], is[name])
		}
	}
	return ""
}

// parts gives all that an output holds, by name.
func (o Output) parts() map[string]string {
	parts := map[string]string{}
	for mime, value := range o.Data {
		if text, ok := joined(value); ok {
			parts[mime] = text
		} else {
			parts[mime] = fmt.Sprint(value)
		}
	}
	switch o.Type {
	case "stream":
		parts[o.Stream] = string(o.Text)
	case "error":
		parts["error"] = o.Error + ": " + o.Message + "\n" + strings.Join(o.Traceback, "\n")
	default:
		parts["metadata"] = fmt.Sprint(o.Metadata)
	}
	return parts
}

// diffText says where two texts first differ; of media it gives the sizes.
func diffText(name, stored, fresh string) string {
	if strings.HasPrefix(name, "image/") || strings.Contains(fresh, ";base64,") {
		return fmt.Sprintf(" differs: %d bytes stored, %d fresh", len(stored), len(fresh))
	}
	was, is := strings.Split(stored, "\n"), strings.Split(fresh, "\n")
	n := 0
	for n < min(len(was), len(is)) && was[n] == is[n] {
		n++
	}
	return fmt.Sprintf(", line %d\n\tstored %s\n\tfresh  %s", n+1, lineAt(was, n), lineAt(is, n))
}

func lineAt(lines []string, n int) string {
	if n >= len(lines) {
		return "ends"
	}
	return fmt.Sprintf("%q", lines[n])
}

// summary names an output in a few words.
func (o Output) summary() string {
	switch o.Type {
	case "stream":
		return fmt.Sprintf("%s %q", o.Stream, firstLine(string(o.Text)))
	case "error":
		return "error " + firstLine(o.lastTrace())
	}
	return strings.Join(slices.Sorted(maps.Keys(o.Data)), " + ")
}
