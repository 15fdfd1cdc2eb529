package browser

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/internal/jupyter/jupytertest"
)

//go:embed pages.js
var pagesScript string

// Windows in which the pages and slides are looked at: of a projector, of a
// laptop, of a laptop on which all is twice as large, and of a phone.
var windows = []struct{ width, height int64 }{{1920, 1080}, {1280, 720}, {640, 360}, {390, 844}}

var schemes = []string{"light", "dark"}

// The network is off: no name leads anywhere, and a page that asks for one is
// at fault.
func offline(t *testing.T) context.Context {
	t.Helper()
	return startChromium(t, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"))
}

func TestSite(t *testing.T) {
	chromium := offline(t)
	dir, axe := publish(t, "site")
	for _, path := range htmlFiles(t, dir) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, scheme := range schemes {
				for i, w := range windows {
					if scheme == "dark" && i != 1 { // but for its colours it is the same
						continue
					}
					p := visit(t, chromium, path, scheme, w.width, w.height)
					what := fmt.Sprintf("%s, %d by %d", scheme, w.width, w.height)
					p.wantNone(what, "page", 1)
					p.wantNone(what+", text of double size", "page", 2)
					p.wantNone(what+", text of usual size again", "page", 1)
					p.load(axe)
					p.wantNone(what, "barriers")
				}
			}
			wantControls(t, chromium, path)
		})
	}
}

func TestSlides(t *testing.T) {
	chromium := offline(t)
	dir, axe := publish(t, "slides")
	for _, path := range htmlFiles(t, dir) {
		if filepath.Base(path) == "index.html" {
			p := visit(t, chromium, path, "dark", 1280, 720)
			p.wantNone("index", "page", 1)
			p.load(axe)
			p.wantNone("index", "barriers")
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			for i, w := range windows {
				p := visit(t, chromium, path, schemes[i/2], w.width, w.height)
				p.load(axe)
				p.wantSlides(fmt.Sprintf("%s, %d by %d", schemes[i/2], w.width, w.height), i == 1 || i == 3)
			}
		})
	}
}

// wantSlides looks at every slide of a deck, and may have axe look at it too,
// which takes time: a laptop by day and a phone by night will do.
func (p page) wantSlides(what string, withAxe bool) {
	p.t.Helper()
	var total int
	p.call(&total, "ready")
	if total < 10 {
		p.t.Errorf("%s: want a deck, got %d slides", what, total)
	}
	for i := range total {
		slide := fmt.Sprintf("%s, slide %d", what, i+1)
		p.wantNone(slide, "slide")
		if withAxe {
			p.wantNone(slide, "barriers")
		}
		p.call(nil, "next")
	}
}

// publish makes the pages in a copy of the checkout, as a reader does, and
// gives their folder and the source of axe.
func publish(t *testing.T, target string) (dir, axe string) {
	t.Helper()
	j, root := jupytertest.Want(t)
	source, err := os.ReadFile(filepath.Join(root, checkout.Tools, "browser", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		missing(t, err)
	}
	scratch := scratchDir(t)
	own, err := jupyter.Environment(scratch)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(scratch, "a copy")
	copyCheckout(t, root, copied)
	cmd := exec.Command("make", target)
	cmd.Dir = copied
	cmd.Env = append(append(os.Environ(), own...), "JUPYTER="+j.Command)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("make %s: %v\n%s", target, err, log.String())
	}
	return filepath.Join(copied, target), string(source)
}

func htmlFiles(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(paths) < 2 {
		t.Fatalf("want pages, got %v, %v", paths, err)
	}
	return paths
}

// visit opens a file in a window of its own, after some more preparations.
func visit(t *testing.T, chromium context.Context, path, scheme string, width, height int64, more ...chromedp.Action[chromedp.Void]) page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium)
	t.Cleanup(cancel)
	p := page{t: t, ctx: deadline(t, ctx)}
	if err := chromedp.Do(ctx); err != nil { // opens the tab, which must outlive the deadline
		t.Fatal(err)
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	steps := append([]chromedp.Action[chromedp.Void]{prefer(scheme), chromedp.EmulateViewport(width, height)}, more...)
	if err := chromedp.Do(p.ctx, append(steps, chromedp.Navigate(address.String()))...); err != nil {
		t.Fatal(err)
	}
	p.load(pagesScript)
	return p
}

// prefer makes the reader one who prefers light or dark pages.
func prefer(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// load runs a script in the page.
func (p page) load(script string) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Evaluate[chromedp.Void](script)); err != nil {
		p.t.Fatal(err)
	}
}

// wantNone wants no faults from one of the functions that look for them.
func (p page) wantNone(what, function string, arguments ...any) {
	p.t.Helper()
	var faults []string
	p.call(&faults, function, arguments...)
	for _, fault := range faults {
		p.t.Errorf("%s: %s", what, fault)
	}
}
