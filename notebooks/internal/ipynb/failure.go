package ipynb

import (
	"fmt"
	"regexp"
	"strings"
)

// The kernel replies "ok" to a program that panicked, exited, was killed or failed its tests, so
// the signs of it are looked for in what the cell printed.
var (
	exited     = regexp.MustCompile(`(?m)^(?:exit status \d+|signal: .+)$`)
	testFailed = regexp.MustCompile(`(?m)^\s*--- FAIL: .*$`)
)

// Failures gives a line for each sign that the cell failed: an error, anything on the error stream
// (panics, deadlocks, exit codes and signals end up there), and a failed test.
func (c Cell) Failures() []string {
	var failures []string
	for _, o := range c.Outputs {
		switch {
		case o.Type == "error":
			failures = append(failures, "error: "+firstLine(o.Error+" "+o.lastTrace()))
		case o.Type == "stream" && o.Stream == "stderr":
			failures = append(failures, stderrFailure(string(o.Text)))
		}
		failures = append(failures, testFailed.FindAllString(string(o.Text), -1)...)
	}
	return failures
}

func stderrFailure(text string) string {
	if exit := exited.FindString(text); exit != "" && exit != firstLine(text) {
		return fmt.Sprintf("%s: %s", exit, firstLine(text))
	}
	return "on stderr: " + firstLine(text)
}

// lastTrace gives the last line of the trace that says anything: the message of the compiler.
func (o Output) lastTrace() string {
	var lines []string
	for _, t := range o.Traceback {
		lines = append(lines, strings.Split(strings.TrimSpace(t), "\n")...)
	}
	for i := len(lines) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(lines[i]); line != "" {
			return line
		}
	}
	return o.Message
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
