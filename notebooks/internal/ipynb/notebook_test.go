package ipynb

import (
	"strings"
	"testing"
)

// small is a notebook as a front end saves it after a run: pieces of streams, traces of the run.
const small = `{
 "cells": [
  {"cell_type": "markdown", "id": "head", "metadata": {"collapsed": true, "tags": ["intro"]}, "source": "# A <title>\nand más"},
  {"cell_type": "code", "id": "table", "execution_count": 3,
   "metadata": {"execution": {"iopub.execute_input": "2026-01-01T00:00:00Z"}, "slideshow": {"slide_type": "slide"}, "tags": ["may-fail"]},
   "outputs": [
    {"output_type": "stream", "name": "stderr", "text": ["exit "]},
    {"output_type": "stream", "name": "stdout", "text": ["one\n", "tw"]},
    {"output_type": "stream", "name": "stderr", "text": "status 1\n"},
    {"output_type": "stream", "name": "stdout", "text": "o\n--- PASS: TestX (0.12s)\n"},
    {"output_type": "display_data", "data": {"image/png": "AAAA\n", "text/html": "<b>\nx</b>", "application/json": {"a": [1]}}, "metadata": {}},
    {"output_type": "error", "ename": "ERROR", "evalue": "# gonb_0123abcd\nno", "traceback": ["in /tmp/x/gonb_0123abcd/main.go:7", ""]}
   ],
   "source": ["%%\n", "f()"]}
 ],
 "metadata": {"kernelspec": {"name": "other"}, "language_info": {"version": "go1.26.8"}},
 "nbformat": 4,
 "nbformat_minor": 5
}`

// normal is the same notebook as it is stored.
const normal = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "head",
   "metadata": {
    "tags": [
     "intro"
    ]
   },
   "source": [
    "# A <title>\n",
    "and más"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "table",
   "metadata": {
    "slideshow": {
     "slide_type": "slide"
    },
    "tags": [
     "may-fail"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "one\n",
      "two\n",
      "--- PASS: TestX (0.00s)\n"
     ]
    },
    {
     "data": {
      "application/json": {
       "a": [
        1
       ]
      },
      "image/png": "AAAA\n",
      "text/html": [
       "<b>\n",
       "x</b>"
      ]
     },
     "metadata": {},
     "output_type": "display_data"
    },
    {
     "ename": "ERROR",
     "evalue": "# gonb\nno",
     "output_type": "error",
     "traceback": [
      "in gonb/main.go:7",
      ""
     ]
    },
    {
     "name": "stderr",
     "output_type": "stream",
     "text": [
      "exit status 1\n"
     ]
    }
   ],
   "source": [
    "%%\n",
    "f()"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Go (Tidemark)",
   "language": "go",
   "name": "gonb"
  },
  "language_info": {
   "codemirror_mode": "go",
   "file_extension": ".go",
   "mimetype": "text/x-go",
   "name": "go",
   "pygments_lexer": "go"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

func parse(t *testing.T, data string) *Notebook {
	t.Helper()
	nb, err := Parse([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

// What front ends and runs leave in a notebook goes, the lesson stays; a second time changes
// nothing.
func TestNormalForm(t *testing.T) {
	for _, data := range []string{small, normal} {
		nb := parse(t, data)
		nb.Normalize("Go (Tidemark)")
		got, err := nb.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != normal {
			t.Errorf("want\n%s\ngot\n%s", normal, got)
		}
	}
}

// A session with controls leaves an output that is empty.
func TestSteadyDropsBlankOutputs(t *testing.T) {
	display := func(html any) Output { return Output{Type: "display_data", Data: Bundle{"text/html": html}} }
	blank := []Output{display(""), display([]any{})}
	kept := []Output{display("<b>x</b>"), {Type: "display_data", Data: Bundle{"text/plain": ""}}, {Type: "stream", Stream: "stdout"}}
	if got := Steady(append(blank, kept...)); len(got) != len(kept) {
		t.Errorf("want %d outputs, got %d: %v", len(kept), len(got), got)
	}
}

func TestParseRefuses(t *testing.T) {
	for data, want := range map[string]string{
		`{"nbformat": 4, "nbformat_minor": 4}`:                           "ipynb: format must be 4.5, got 4.4",
		`{"nbformat": 4, "nbformat_minor": 5, "cells": [{"source": 7}]}`: "ipynb: text must be a string or a list of strings, got 7",
		`{`: "ipynb: unexpected end of JSON input",
	} {
		if _, err := Parse([]byte(data)); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// The outputs are those of GoNB v0.11.3; that it still gives them is tested with the lessons.
func TestFailures(t *testing.T) {
	stdout := func(s string) Output { return Output{Type: "stream", Stream: "stdout", Text: Text(s)} }
	stderr := func(s string) Output { return Output{Type: "stream", Stream: "stderr", Text: Text(s)} }
	cases := map[string]struct {
		outputs []Output
		want    string
	}{
		"sound":     {[]Output{stdout("exit status 1 is a word here\n--- PASS: TestX (0.00s)\n")}, ""},
		"panic":     {[]Output{stderr("panic: boom\n\ngoroutine 1 [running]:\nexit status 2\n")}, "exit status 2: panic: boom"},
		"exit":      {[]Output{stdout("half\n"), stderr("exit status 3\n")}, "on stderr: exit status 3"},
		"interrupt": {[]Output{stderr("signal: interrupt\n")}, "on stderr: signal: interrupt"},
		"warning":   {[]Output{stderr("sim: no\n")}, "on stderr: sim: no"},
		"test":      {[]Output{stdout("    --- FAIL: TestX/a (0.00s)\nFAIL\n")}, "    --- FAIL: TestX/a (0.00s)"},
		"compiler":  {[]Output{{Type: "error", Error: "ERROR", Traceback: []string{"# gonb", "Cell[5]: Line 2\n\nundefined: x", ""}}}, "error: ERROR undefined: x"},
		"syntax":    {[]Output{{Type: "error", Error: "ERROR", Message: "expected operand"}}, "error: ERROR expected operand"},
	}
	for name, c := range cases {
		if got := strings.Join(Cell{Outputs: c.outputs}.Failures(), "|"); got != c.want {
			t.Errorf("%s: want %q, got %q", name, c.want, got)
		}
	}
}

func TestDiff(t *testing.T) {
	text := func(s string) Output { return Output{Type: "stream", Stream: "stdout", Text: Text(s)} }
	figure := func(png, html string) Output {
		return Output{Type: "display_data", Data: Bundle{"image/png": png, "text/html": html}}
	}
	cases := []struct {
		name          string
		stored, fresh []Output
		want          string
	}{
		{"same", []Output{text("a\nb\n"), figure("AA", "<b>")}, []Output{text("a\nb\n"), figure("AA", "<b>")}, ""},
		{"line", []Output{text("a\nb\n")}, []Output{text("a\nc\n")}, "output 1: stdout, line 2\n\tstored \"b\"\n\tfresh  \"c\""},
		{"shorter", []Output{text("a\nb")}, []Output{text("a")}, "output 1: stdout, line 2\n\tstored \"b\"\n\tfresh  ends"},
		{"kind", []Output{text("a")}, []Output{figure("A", "b")}, `output 1: stored stdout "a", fresh image/png + text/html`},
		{"new", nil, []Output{text("a\nb")}, `output 1 is new: stdout "a"`},
		{"missing", []Output{text("a"), text("b")}, []Output{text("a")}, `output 2 is missing: stdout "b"`},
		{"image", []Output{figure("AAAA", "x")}, []Output{figure("BB", "x")}, "output 1: image/png differs: 4 bytes stored, 2 fresh"},
		{"less media", []Output{figure("A", "x")}, []Output{{Type: "display_data", Data: Bundle{"text/html": "x"}}}, "output 1: image/png differs: 1 bytes stored, 0 fresh"},
		{"more media", []Output{{Type: "display_data", Data: Bundle{"text/html": "x"}}}, []Output{figure("A", "x")}, "output 1: image/png differs: 0 bytes stored, 1 fresh"},
	}
	for _, c := range cases {
		if got := Diff(c.stored, c.fresh); got != c.want {
			t.Errorf("%s: want %q, got %q", c.name, c.want, got)
		}
	}
}

func TestAltTextAndWords(t *testing.T) {
	show := func(page string) Output {
		return Output{Type: "display_data", Data: Bundle{"text/html": page, "text/plain": "plain"}}
	}
	cases := []struct {
		output Output
		alts   string
		words  string
	}{
		{show(`<img alt="a &amp; b" src="x">`), "a & b", "plain\na & b\n"},
		{show(`<img src="x"><svg role="img"><title>t</title><text>drawn</text></svg>`), "|t", "plain\nt\ndrawn\nt\n"},
		{show(`<p>one <b>two</b></p>`), "", "plain\none \ntwo\n"},
		{Output{Type: "display_data", Data: Bundle{"image/png": "A"}}, "", ""},
		{Output{Type: "stream", Text: "x\n\ny"}, "", "x\ny\n"},
	}
	for i, c := range cases {
		if got := strings.Join(c.output.AltText(), "|"); got != c.alts {
			t.Errorf("%d: want alternative text %q, got %q", i, c.alts, got)
		}
		if got := c.output.Words(); got != c.words {
			t.Errorf("%d: want words %q, got %q", i, c.words, got)
		}
	}
	if n := len(cases[3].output.AltText()); n != 1 {
		t.Errorf("want one empty text for a bare image, got %d", n)
	}
}
