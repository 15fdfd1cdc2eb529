package browser

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/internal/jupyter/jupytertest"
	"tidemark/sim"
)

// This file measures and asserts nothing about speed: "make bench-cells" prints what it finds.

var times = flag.Bool("times", false, "measure how long cells and sliders take, and print it as Markdown")

var (
	//go:embed times.js
	timesScript string
	//go:embed times.py
	timesPython string
)

const (
	goChange = "\n_ = os.Getenv(\"N\")" // every lesson imports os

	repeats = 5   // of each figure cell, after a first time
	moves   = 200 // of a slider
)

func TestTimes(t *testing.T) {
	if !*times {
		t.Skip("measures nothing without -times")
	}
	j, root := jupytertest.Want(t)
	timeCells(t, root, j)
	timeSliders(t, root)
}

// A duration is in milliseconds.
type duration float64

func median(d []duration) duration { return quantile(d, 0.5) }

func quantile(d []duration, q float64) duration {
	if len(d) == 0 {
		return -1
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// timeCells prints where the time of the figure cells of each lesson goes.
func timeCells(t *testing.T, root string, j jupyter.Jupyter) {
	fmt.Println("| a cell with a figure, ms | run again | changed | goimports | go: load, check | compile | link | run and show |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	paths, err := filepath.Glob(filepath.Join(root, checkout.Lessons, "[0-9]*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		nb, err := ipynb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		kernels := filepath.Join(root, checkout.Kernels)
		again := runTimed(t, j, filepath.Dir(path), kernels, repeated(nb, ""))
		whole := runTimed(t, j, filepath.Dir(path), kernels, repeated(nb, goChange))
		p := timePhases(t, root, j, repeated(nb, goChange))
		fmt.Printf("| Go, lesson %.2s, %d cells | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", filepath.Base(path),
			len(whole)/repeats, median(lengths(again)), median(lengths(whole)), median(p.goimports), median(p.rest), median(p.compile), median(p.link), median(p.run))
	}
	whole := runTimed(t, j, t.TempDir(), pythonKernels(root), repeated(pythonNotebook(t), ""))
	fmt.Printf("| Python, matplotlib, the same figure | %[1]d | %[1]d | | | | | |\n", int(median(lengths(whole))))
}

// isFigure tells whether a cell shows a figure.
func isFigure(c ipynb.Cell) bool {
	source := string(c.Source)
	return c.IsCode() && (c.ID == "figure" || strings.Contains(source, "plots.Show(") || strings.Contains(source, "live.Show("))
}

// repeated gives the lesson with some copies after each cell that shows a figure, each with a change,
// as a reader makes one: what has not changed is not compiled again.
func repeated(nb *ipynb.Notebook, change string) *ipynb.Notebook {
	longer := *nb
	longer.Cells = nil
	for _, c := range nb.Cells {
		longer.Cells = append(longer.Cells, c)
		for i := range repeats {
			if isFigure(c) {
				copied := c
				copied.ID = fmt.Sprintf("%s--again-%d", c.ID, i)
				copied.Source += ipynb.Text(strings.ReplaceAll(change, "N", fmt.Sprint(i)))
				longer.Cells = append(longer.Cells, copied)
			}
		}
	}
	return &longer
}

// A span is when a copy of a figure cell ran.
type span struct{ start, end time.Time }

func lengths(spans []span) []duration {
	var d []duration
	for _, s := range spans {
		d = append(d, milliseconds(s.start, s.end))
	}
	return d
}

func milliseconds(from, to time.Time) duration {
	return duration(to.Sub(from).Seconds() * 1000)
}

// runTimed executes the notebook and gives when the copies ran. What Jupyter notes about times comes
// from the kernel, and GoNB gives whole seconds.
func runTimed(t *testing.T, j jupyter.Jupyter, dir, kernels string, nb *ipynb.Notebook) []span {
	t.Helper()
	data, err := nb.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	own, err := jupyter.Environment(scratchDir(t))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(filepath.Dir(j.Command), "python"), "-c", timesPython)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(data)
	cmd.Env = append(append(os.Environ(), own...), "JUPYTER_PATH="+kernels)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	var spans []span
	for line := range strings.Lines(string(out)) {
		if c := readCall(t, line); strings.Contains(c.name, "--again-") {
			spans = append(spans, c.span)
		}
	}
	return spans
}

// A call is one call of a tool, or one execution of a cell.
type call struct {
	name string
	span
}

func readCall(t *testing.T, line string) call {
	t.Helper()
	var c call
	var began, ended int64
	if _, err := fmt.Sscan(line, &c.name, &began, &ended); err != nil {
		t.Fatal(err)
	}
	c.start, c.end = time.Unix(0, began), time.Unix(0, ended)
	return c
}

// phases are how long the parts of cells took.
type phases struct{ goimports, rest, compile, link, run []duration }

// timePhases runs the notebook in a copy of the checkout in which the tools note their times.
func timePhases(t *testing.T, root string, j jupyter.Jupyter, nb *ipynb.Notebook) phases {
	t.Helper()
	scratch := scratchDir(t)
	copied := filepath.Join(scratch, "copy")
	if err := checkout.Copy(root, copied); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(scratch, "times")
	wrapTools(t, root, copied, log)
	spans := runTimed(t, j, filepath.Join(copied, checkout.Lessons), filepath.Join(copied, checkout.Kernels), nb)
	return split(spans, readCalls(t, log))
}

// wrapTools gives the copy tools that write a line for each call: what was called, and when it began
// and ended, in nanoseconds.
func wrapTools(t *testing.T, root, copied, log string) {
	t.Helper()
	bin := filepath.Join(copied, checkout.Tools, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	tools := filepath.Join(root, checkout.Tools, "bin")
	if err := os.Symlink(filepath.Join(tools, "gonb"), filepath.Join(bin, "gonb")); err != nil {
		t.Fatal(err)
	}
	timer := filepath.Join(bin, "timer")
	for name, script := range map[string]string{
		"goimports": noting("goimports", fmt.Sprintf("%q \"$@\"", filepath.Join(tools, "goimports"))),
		"go":        noting("go", fmt.Sprintf(`case "$1" in build) shift; %[1]q build -toolexec %[2]q "$@" ;; *) %[1]q "$@" ;; esac`, goTool, timer)),
		// The go command asks for versions all the time.
		"timer": `case "$2" in -V=full) exec "$@" ;; esac` + "\n" + noting("${1##*/}", `"$@"`),
	} {
		script = "#!/bin/sh\nlog='" + log + "'\n" + script
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// noting gives a script that runs a command and writes its line.
func noting(name, command string) string {
	return "began=$(date +%s%N)\n" + command + "\ncode=$?\n" +
		`echo "` + name + ` $began $(date +%s%N)" >>"$log"` + "\nexit $code\n"
}

func readCalls(t *testing.T, log string) []call {
	t.Helper()
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var calls []call
	for line := range strings.Lines(string(data)) {
		calls = append(calls, readCall(t, line))
	}
	return calls
}

// split splits the time of each cell by the calls that fall into it.
func split(spans []span, calls []call) phases {
	var p phases
	for _, s := range spans {
		by, last := map[string]duration{}, s.start
		for _, c := range calls {
			if c.start.Before(s.start) || c.end.After(s.end) {
				continue
			}
			by[c.name] += milliseconds(c.start, c.end)
			if c.end.After(last) {
				last = c.end
			}
		}
		p.goimports = append(p.goimports, by["goimports"])
		p.compile = append(p.compile, by["compile"])
		p.link = append(p.link, by["link"])
		p.rest = append(p.rest, by["go"]-by["compile"]-by["link"])
		p.run = append(p.run, milliseconds(last, s.end))
	}
	return p
}

// pythonKernels is where the kernel to compare with is.
func pythonKernels(root string) string {
	return filepath.Join(root, checkout.Tools, "python", "share", "jupyter")
}

// pythonNotebook draws the cells of lesson 03 with matplotlib, in as many pixels, from numbers that
// are there already, and lets ipywidgets move them.
func pythonNotebook(t *testing.T) *ipynb.Notebook {
	t.Helper()
	setup := fmt.Sprintf("%%matplotlib inline\n%%config InlineBackend.figure_format = 'retina'\n%s\ncells = %s\n", pythonSetup, differences(t))
	nb := &ipynb.Notebook{Major: 4, Minor: 5, Metadata: map[string]any{
		"kernelspec": map[string]any{"name": "bench", "display_name": "bench", "language": "python"},
	}}
	for _, c := range []struct{ id, source string }{
		{"setup", setup},
		{"figure", "figure(40)"},
		{"slider", "interact(figure, late=IntSlider(40, 1, 200));"},
	} {
		nb.Cells = append(nb.Cells, ipynb.Cell{Type: "code", ID: c.id, Source: ipynb.Text(c.source), Metadata: map[string]any{}})
	}
	return nb
}

const pythonSetup = `import matplotlib.pyplot as plt
from ipywidgets import interact, IntSlider

def figure(late):
    fig, ax = plt.subplots(figsize=(7.2, 4), dpi=100)
    rows = [[c * late / 40 for c in row] for row in cells]
    ax.imshow(rows, cmap="RdBu", vmin=-300, vmax=300, aspect="auto")
    for y, row in enumerate(rows):
        for x, c in enumerate(row):
            if c:
                ax.text(x, y, f"{c:+.0f}", ha="center", va="center")
    ax.set_xticks(range(11), [f"{m:02d}" for m in range(2, 13)])
    ax.set_yticks(range(5), ["east", "west", "north", "south", "central"])
    ax.set_title(f"What 2026-07 loses, 2026-08 gains ({late} late)", loc="left")
    plt.show()
`

// differences gives the cells of the figure as a list of lists.
func differences(t *testing.T) string {
	t.Helper()
	o, err := sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(1)}}.Run()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]int64
	for _, region := range sim.Regions() {
		var row []int64
		for p := sim.February; p <= sim.December; p++ {
			got, _ := o.Cells.At(sim.Cell{Region: region, Period: p})
			want, _ := o.Baseline.At(sim.Cell{Region: region, Period: p})
			row = append(row, got-want)
		}
		rows = append(rows, row)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// timeSliders prints how long it takes from a key to the new figure, in JupyterLab.
func timeSliders(t *testing.T, root string) {
	t.Setenv("JUPYTER_PATH", pythonKernels(root)) // beside the kernel of the checkout
	chromium, l := startChromium(t), startLab(t)
	l.needsOwn(t)
	const python = "99-python.ipynb"
	data, err := pythonNotebook(t).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.root, checkout.Lessons, python), data, 0o600); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("\n| from a key to the new figure in the page, %d moves, ms | median | 95th percentile | most | lost |\n", moves)
	fmt.Println("| --- | ---: | ---: | ---: | ---: |")
	printMoves("Go, live controls", timeMoves(t, chromium, l, window, cells))
	printMoves("Python, ipywidgets with matplotlib", timeMoves(t, chromium, l, python, "slider"))
}

func printMoves(what string, all []duration) {
	came := slices.DeleteFunc(slices.Clone(all), func(d duration) bool { return d < 0 })
	fmt.Printf("| %s | %.0f | %.0f | %.0f | %d |\n", what, median(came), quantile(came, 0.95), quantile(came, 1), len(all)-len(came))
}

// timeMoves moves the slider of a cell to and fro.
func timeMoves(t *testing.T, chromium context.Context, l lab, lesson, cell string) []duration {
	t.Helper()
	p := openPage(t, chromium, l.open(lesson))
	p.load(controlsScript)
	p.load(timesScript)
	p.call(nil, "runSetup")
	p.call(nil, "startCell", cell)
	p.call(nil, "waitForSlider", cell)
	var all []duration
	for i := range moves {
		p.call(nil, "expect", cell)
		key := []string{kb.ArrowRight, kb.ArrowLeft}[i/20%2]
		if err := chromedp.Do(p.ctx, chromedp.KeyEvent(key)); err != nil {
			t.Fatal(err)
		}
		var d duration
		p.call(&d, "elapsed")
		all = append(all, d)
		time.Sleep(50 * time.Millisecond) // a hand is no faster
	}
	p.close()
	return all
}
