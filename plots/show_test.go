//go:build unix

package plots

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tidemark/plots/internal/gonb"
	"tidemark/sim"
)

// A cell is a program of its own, so it is tested as one: the tests run
// themselves again, with the name of a cell.
const cellVariable = "PLOTS_TEST_CELL"

var cells = map[string]func(){
	"show": func() {
		Println("before")
		Show(modesFigure())
		Printf("%d after\n", 1)
	},
	"dark": func() {
		f, err := modesFigure()
		Show(f.In(Dark), err)
	},
	"export": func() { Export(modesFigure()) },
	"error":  func() { Show(StateGrowth(nil)) },
	"joined": func() { Show(nil, errors.Join(errors.New("one"), errors.New("two"))) },
	"nil":    func() { Show(nil) },
}

func modesFigure() (*Figure, error) {
	c, err := sim.Compare(sim.Default(), nil)
	if err != nil {
		return nil, err
	}
	return ModesCost(c)
}

func TestMain(m *testing.M) {
	if cell := cells[os.Getenv(cellVariable)]; cell != nil {
		cell()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runCell runs a cell outside of a notebook.
func runCell(t *testing.T, name string, env ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), cellVariable+"="+name)
	cmd.Env = append(cmd.Env, env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Dir = t.TempDir()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return out.String(), errs.String()
}

// runInKernel runs a cell in a notebook whose folder is home, and returns its
// outputs.
func runInKernel(t *testing.T, name, home string) (outputs []gonb.Message, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	to, from := filepath.Join(dir, "to"), filepath.Join(dir, "from")
	for _, pipe := range []string{to, from} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := gonb.Register(); err != nil {
		t.Fatal(err)
	}
	done := make(chan []gonb.Message)
	go func() { done <- serve(t, to, from) }()
	stdout, stderr = runCell(t, name, "GONB_PIPE="+to, "GONB_PIPE_BACK="+from, "GONB_DIR="+home)
	return <-done, stdout, stderr
}

// serve is the kernel's side of the pipes.
func serve(t *testing.T, to, from string) (outputs []gonb.Message) {
	in, err := os.Open(to)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer in.Close()
	out, err := os.OpenFile(from, os.O_WRONLY, 0)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer out.Close()
	dec, enc := gob.NewDecoder(in), gob.NewEncoder(out)
	for {
		var m gonb.Message
		if dec.Decode(&m) != nil {
			return outputs
		}
		v, sync := m.Data[gonb.ValueKey].(gonb.Value)
		if !sync {
			outputs = append(outputs, m)
			continue
		}
		if err := enc.Encode(gonb.Value{Address: gonb.AckAddress, Value: v.Value}); err != nil {
			t.Error(err)
		}
	}
}

// A figure is one output with alternative text, the same picture without HTML,
// and words; texts stand before and after it.
func TestShowInNotebook(t *testing.T) {
	outputs, stdout, stderr := runInKernel(t, "show", t.TempDir())
	if stdout != "" || stderr != "" {
		t.Errorf("want nothing but outputs, got %q and %q", stdout, stderr)
	}
	if len(outputs) != 3 {
		t.Fatalf("want 3 outputs, got %d", len(outputs))
	}
	if b, a := outputs[0].Data["text/plain"], outputs[2].Data["text/plain"]; b != "before\n" || a != "1 after\n" {
		t.Errorf("texts are %q and %q", b, a)
	}
	f, err := modesFigure()
	if err != nil {
		t.Fatal(err)
	}
	data := outputs[1].Data
	png, ok := data["image/png"].([]byte)
	if !ok || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Fatalf("image/png is %T", data["image/png"])
	}
	page, _ := data["text/html"].(string)
	for _, want := range []string{
		`alt="` + html.EscapeString(f.Description()) + `"`, `width="720"`, base64.StdEncoding.EncodeToString(png),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the HTML lacks %.80s", want)
		}
	}
	if data["text/plain"] != f.Description() {
		t.Errorf("text is %q", data["text/plain"])
	}
	size, _ := outputs[1].Metadata["image/png"].(map[string]int)
	if size["width"] != 720 || size["height"] < 200 {
		t.Errorf("metadata is %v", outputs[1].Metadata)
	}
}

func TestShowDark(t *testing.T) {
	f, err := modesFigure()
	if err != nil {
		t.Fatal(err)
	}
	want, err := f.Render(Rendering{Notebook, Dark, PNG})
	if err != nil {
		t.Fatal(err)
	}
	outputs, _, _ := runInKernel(t, "dark", t.TempDir())
	if len(outputs) != 1 {
		t.Fatalf("want 1 output, got %d", len(outputs))
	}
	if got, _ := outputs[0].Data["image/png"].([]byte); !bytes.Equal(got, want) {
		t.Error("the picture is not the dark rendering")
	}
}

// In a notebook the files go beside the notebook, and the output links to them
// without a path of this machine.
func TestExportInNotebook(t *testing.T) {
	home := t.TempDir()
	outputs, _, stderr := runInKernel(t, "export", home)
	if stderr != "" || len(outputs) != 1 {
		t.Fatalf("want 1 output, got %d and %q", len(outputs), stderr)
	}
	page := outputs[0].Data["text/html"].(string)
	text := outputs[0].Data["text/plain"].(string)
	for _, r := range Renderings() {
		f, _ := modesFigure()
		name := f.FileName(r)
		if _, err := os.Stat(filepath.Join(home, "exports", name)); err != nil {
			t.Error(err)
		}
		if !strings.Contains(page, `href="exports/`+name+`"`) || !strings.Contains(text, "exports/"+name) {
			t.Errorf("%s is not listed", name)
		}
	}
	if strings.Contains(page+text, home) {
		t.Error("the output holds the path of the notebook")
	}
}

func TestShowElsewhere(t *testing.T) {
	f, err := modesFigure()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := runCell(t, "show", "GONB_PIPE=")
	if want := "before\n" + f.Title + "\n" + f.Alt + "\n1 after\n"; stdout != want || stderr != "" {
		t.Errorf("got %q and %q, want %q", stdout, stderr, want)
	}
	stdout, _ = runCell(t, "export", "GONB_PIPE=", "GONB_DIR=")
	if got := strings.Count(stdout, "exports/modes-cost-"); got != len(Renderings()) {
		t.Errorf("want %d files, got %d in %q", len(Renderings()), got, stdout)
	}
}

// What goes wrong is one line on standard error, in a notebook and elsewhere.
func TestShowErrors(t *testing.T) {
	for name, want := range map[string]string{
		"error":  "plots: figure state-growth must have at least 1 outcome, got 0\n",
		"joined": "one; two\n",
		"nil":    "plots: want a figure, got none\n",
	} {
		if stdout, stderr := runCell(t, name, "GONB_PIPE="); stderr != want || stdout != "" {
			t.Errorf("%s: got %q and %q, want %q", name, stdout, stderr, want)
		}
	}
	_, stderr := runCell(t, "show", "GONB_PIPE="+filepath.Join(t.TempDir(), "gone"))
	if lines := strings.Split(strings.TrimSpace(stderr), "\n"); len(lines) != 3 || !strings.HasPrefix(lines[1], "plots: reach the kernel: ") {
		t.Errorf("a kernel that is gone gives %q", stderr)
	}
}

// Example of a figure outside of a notebook: its title, and what it shows.
func ExampleShow() {
	Show(modesFigure())
	// Output:
	// The batch reads each row again and again, 13,200 in all; the stream reads 2,400 and carries 2,600 entries instead
	// Two line charts over 12 periods. Rows read so far: the batch comes to 13,200, the stream to 2,400. Carried state: the batch stays at 0, the stream comes to 2,600 entries.
}

// A figure is a function of data that makes panels out of marks.
func ExampleFigure() {
	readings := []float64{12, 15, 9, 14}
	f := &Figure{
		Name:  "my-readings",
		Title: fmt.Sprintf("The largest of %d readings is %v", len(readings), readings[1]),
		Alt:   "A line through four readings.",
		Panels: func(l Look) [][]*Panel {
			p := NewPanel(1, 4, 0, 15)
			p.Add(
				YTicks{Scale: Counts(0, 15, UnitOf(15)), Style: l.Text(l.Muted), Rule: l.Hair()},
				XTicks{Scale: Integers(1, 4), Style: l.Text(l.Muted)},
			)
			line := Stroke{Line: l.Line(l.Stream, 2)}
			for i, y := range readings {
				line.XY = append(line.XY, XY{float64(i + 1), y})
			}
			p.Add(line)
			return [][]*Panel{{p}}
		},
	}
	file, err := f.Render(Rendering{Size: Slide, Theme: Dark, Format: SVG})
	fmt.Println(f.FileName(Rendering{Size: Slide, Theme: Dark, Format: SVG}), len(file) > 1000, err)
	// Output: my-readings-slide-dark.svg true <nil>
}
