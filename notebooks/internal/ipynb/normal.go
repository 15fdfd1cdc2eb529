package ipynb

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	// A kernel compiles in a directory with a name of its own, which compile errors and stack
	// traces mention, with or without the path to it.
	scratch = regexp.MustCompile(`(?:/[^\s:"']*/)?gonb_[0-9a-f]{8}`)
	// A test reports how long it took.
	took = regexp.MustCompile(`(?m)^(\s*--- (?:PASS|FAIL|SKIP): .* )\(\d+\.\d\ds\)$`)
	// Goroutines and addresses in a stack trace are different in every run.
	address = regexp.MustCompile(`\b0x[0-9a-f]{2,}\b|\+0x[0-9a-f]+\b`)
)

// kept names the metadata of cells that belong to the lesson. All else is the state of a front end
// or of a run.
var kept = []string{"tags", "slideshow", "jupyter", "name"}

// Normalize brings the notebook into the one form in which it is stored: no traces of a run or of
// a front end, the kernel by the given display name, the outputs as in [Steady].
func (nb *Notebook) Normalize(kernel string) {
	nb.Metadata = map[string]any{
		"kernelspec": map[string]any{"display_name": kernel, "language": "go", "name": "gonb"},
		// What GoNB reports lacks the lexer that exported pages ask for, and holds the Go version.
		"language_info": map[string]any{
			"codemirror_mode": "go",
			"file_extension":  ".go",
			"mimetype":        "text/x-go",
			"name":            "go",
			"pygments_lexer":  "go",
		},
	}
	for i := range nb.Cells {
		c := &nb.Cells[i]
		maps.DeleteFunc(c.Metadata, func(key string, _ any) bool { return !slices.Contains(kept, key) })
		c.Outputs = Steady(c.Outputs)
	}
}

// Steady gives the outputs without what is different in every run of the same cell, and without
// those that hold nothing, which GoNB leaves when it has put its script into a page. The kernel
// sends a stream in pieces of any size, so neighbouring pieces become one; it sends the error
// stream with no order to the others, so that comes last; scratch directories, addresses and the
// durations of tests are replaced.
func Steady(outputs []Output) []Output {
	var steady, late []Output
	for _, o := range outputs {
		if o.isBlank() {
			continue
		}
		if o.Type == "stream" && o.Stream == "stderr" {
			late = appendOutput(late, o)
			continue
		}
		steady = appendOutput(steady, o)
	}
	steady = append(steady, late...)
	for i := range steady {
		steady[i].steady()
	}
	return steady
}

// appendOutput joins o to the last output if both are pieces of the same stream.
func appendOutput(outputs []Output, o Output) []Output {
	if n := len(outputs); n > 0 && o.Type == "stream" && outputs[n-1].Type == "stream" && outputs[n-1].Stream == o.Stream {
		outputs[n-1].Text += o.Text
		return outputs
	}
	return append(outputs, o)
}

// isBlank reports whether the output is HTML without anything in it.
func (o Output) isBlank() bool {
	return o.Type == "display_data" && len(o.Data) == 1 && o.Data["text/html"] != nil && o.Data.Text("text/html") == ""
}

func (o *Output) steady() {
	o.Text = Text(steadyText(string(o.Text)))
	o.Message = steadyText(o.Message)
	o.Traceback = slices.Clone(o.Traceback)
	for i, line := range o.Traceback {
		o.Traceback[i] = steadyText(line)
	}
}

func steadyText(s string) string {
	s = scratch.ReplaceAllString(s, "gonb")
	s = took.ReplaceAllString(s, "${1}(0.00s)")
	if strings.Contains(s, "goroutine ") {
		s = address.ReplaceAllString(s, "0x")
	}
	return s
}
