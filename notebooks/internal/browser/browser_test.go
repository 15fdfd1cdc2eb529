// Package browser opens the lessons in JupyterLab, as "make lab" starts it, in a headless Chromium,
// and does what a reader does: looks, runs all cells, looks again, by day and by night. It is a
// module of its own so that the lessons do not carry what drives a browser.
//
//	go test -lab 'http://…?token=…'    in the JupyterLab there instead, that of the image for example,
//	                                   which runs with --LabApp.expose_app_in_browser=True
//	go test -screenshots dir           and each lesson is saved there as it looks in either theme
package browser

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tidemark/notebooks/internal/ipynb"
)

var (
	labThere    = flag.String("lab", "", "`address` with a token of a JupyterLab to open the lessons in")
	screenshots = flag.String("screenshots", "", "`folder` for pictures of the lessons")
)

func TestLessonsInJupyterLab(t *testing.T) {
	chromium := startChromium(t)
	l := startLab(t)
	lessons, err := filepath.Glob(filepath.Join(l.root, "notebooks", "[0-9]*.ipynb"))
	if err != nil || len(lessons) == 0 {
		t.Fatalf("want lessons, got none, %v", err)
	}
	for _, path := range lessons {
		t.Run(filepath.Base(path), func(t *testing.T) {
			stored, err := ipynb.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			p := openPage(t, chromium, l.open(filepath.Base(path)))
			p.wantFigures(stored, "as stored")
			p.wantOutputs(stored, p.run())
			for _, theme := range []string{"Light", "Dark"} {
				p.call(nil, "theme", "JupyterLab "+theme)
				p.wantFigures(stored, theme)
				p.screenshot(strings.TrimSuffix(filepath.Base(path), ".ipynb") + "-" + strings.ToLower(theme) + ".png")
			}
			p.close()
		})
	}
}

// startChromium gives the context of a browser with a fresh profile and some more options.
func startChromium(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path, err := findChromium()
	if err != nil {
		missing(t, err)
	}
	scratch := scratchDir(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(filepath.Join(scratch, "profile")), chromedp.Env("TMPDIR="+scratch),
		chromedp.WindowSize(1400, 1000),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-component-update", true))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(options, more...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // starts it, so that the lessons' pages are tabs of one
		t.Fatal(err)
	}
	return ctx
}

func findChromium() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("chromium is not on the PATH")
}

//go:embed page.js
var script string

// A page is a lesson in a tab of the browser.
type page struct {
	t   *testing.T
	ctx context.Context
}

func openPage(t *testing.T, chromium context.Context, address string) page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium)
	t.Cleanup(cancel)
	p := page{t: t, ctx: deadline(t, ctx)}
	if err := chromedp.Do(ctx); err != nil { // opens the tab, which must outlive the deadline
		t.Fatal(err)
	}
	if err := chromedp.Do(p.ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool]("Boolean(window.jupyterapp)")); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(p.ctx, chromedp.Evaluate[chromedp.Void](script)); err != nil {
		t.Fatal(err)
	}
	p.call(nil, "ready")
	return p
}

// call runs one of the functions of page.js and decodes what its promise gives.
func (p page) call(result any, function string, arguments ...any) {
	p.t.Helper()
	args, err := json.Marshal(append([]any{}, arguments...))
	if err != nil {
		p.t.Fatal(err)
	}
	expression := fmt.Sprintf("lesson.%s(...%s)", function, args)
	data, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
	if err != nil && !errors.Is(err, chromedp.ErrJSUndefined) {
		p.t.Fatalf("%s: %v", function, err)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(data, result); err != nil {
		p.t.Fatalf("%s: %v", function, err)
	}
}

// run runs all cells and gives the notebook as it then is.
func (p page) run() *ipynb.Notebook {
	p.t.Helper()
	var data json.RawMessage
	p.call(&data, "run")
	nb, err := ipynb.Parse(data)
	if err != nil {
		p.t.Fatal(err)
	}
	nb.Normalize("")
	return nb
}

// wantOutputs compares what the cells gave with what is stored.
func (p page) wantOutputs(stored, fresh *ipynb.Notebook) {
	p.t.Helper()
	for i, c := range fresh.Cells {
		if failures := c.Failures(); len(failures) > 0 && !c.Tagged(ipynb.MayFail) {
			p.t.Errorf("cell %s: %s", c.ID, strings.Join(failures, ", "))
		}
		if d := ipynb.Diff(stored.Cells[i].Outputs, c.Outputs); d != "" {
			p.t.Errorf("cell %s: %s", c.ID, d)
		}
	}
}

// A figure is a picture on the page: its size in pixels, in the file and on the screen.
type figure struct {
	Cell           string
	Natural        int
	Width, Height  float64
	Opaque, Inside bool
}

// wantFigures wants all pictures of the lesson on the page, large enough to read, within the width
// of their cell, and on a ground of their own.
func (p page) wantFigures(stored *ipynb.Notebook, when string) {
	p.t.Helper()
	want := 0
	for _, c := range stored.Cells {
		for _, o := range c.Outputs {
			want += len(o.AltText())
		}
	}
	var figures []figure
	p.call(&figures, "figures", want)
	if len(figures) != want {
		p.t.Errorf("%s: want %d figures, got %d", when, want, len(figures))
	}
	for _, f := range figures {
		if f.Natural == 0 || f.Width < 200 || f.Height < 100 || !f.Opaque || !f.Inside {
			p.t.Errorf("%s: figure is not fit to read: %+v", when, f)
		}
	}
}

// screenshot saves the whole lesson where the flag says.
func (p page) screenshot(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	// A browser draws what is out of sight only roughly, so the second height is the right one.
	for range 2 {
		var height int64
		p.call(&height, "height")
		if err := chromedp.Do(p.ctx, chromedp.EmulateViewport(1400, min(height, 16000))); err != nil {
			p.t.Fatal(err)
		}
	}
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := chromedp.Do(p.ctx, chromedp.ResetViewport()); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// close ends the kernel of the lesson.
func (p page) close() {
	p.t.Helper()
	p.call(nil, "close")
}
