package browser

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	_ "embed"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter"
)

//go:embed controls.js
var controlsScript string

// The controls of the lessons, and what a reader sees who moves them one after the other.
var controls = []struct {
	lesson, cell string
	numbers      string // at the start
	title        string
	moves        []move
}{
	{
		lesson: "01-stream-processing.ipynb", cell: "clocks",
		numbers: `^3 windows written, 2 taps dropped$`,
		title:   "2 of 12 events come after the watermark has closed their window",
		moves: []move{
			{"minutes past noon", kb.Home, `^0 windows written, 0 taps dropped$`, "Every event comes before the watermark closes its window by 12:01"},
			{"minutes past noon", kb.End, `^3 windows written, 2 taps dropped$`, ""},
			{"tolerance, minutes", kb.ArrowRight, `^2 windows written, 1 taps dropped$`, "1 of 12 events comes after"},
			{"delay, minutes", kb.Home, `^2 windows written, 0 taps dropped$`, "Every event comes before the watermark closes its window"},
			{"windows", kb.End, `^0 windows written, 0 taps dropped$`, ""},
		},
	},
	{
		lesson: "01-stream-processing.ipynb", cell: "live-windows",
		numbers: `windows: sliding 5m0s by 2m0s$`,
		title:   "A click is in several sliding windows: 64 counts for 24 clicks",
		moves: []move{
			{"slide, minutes", kb.Home, `windows: sliding 5m0s by 1m0s$`, "Every click is in five sliding windows"},
			{"size, minutes", kb.ArrowLeft, `windows: sliding 4m0s by 1m0s$`, "Every click is in four sliding windows"},
			{"windows", kb.ArrowUp, `windows: tumbling 4m0s$`, "Every click is in one tumbling window"},
			{"windows", kb.End, `windows: session 1m0s$`, "A pause of 1 minute ends a session: here are five sessions"},
			{"gap", kb.End, `windows: session 10m0s$`, "A pause of 10 minutes ends a session: here are three sessions"},
		},
	},
	{
		lesson: "01-stream-processing.ipynb", cell: "live-late",
		numbers: `^late taps dropped: 1 written at once, 0 waited for, 0 corrected$`,
		title:   "A late tap is lost, or waited for, or put in by a correction",
		moves: []move{
			{"tolerance, minutes", kb.Home, `^late taps dropped: 1 written at once, 1 waited for, 0 corrected$`, ""},
			{"lateness, minutes", kb.Home, `^late taps dropped: 1 written at once, 1 waited for, 1 corrected$`, ""},
			{"delay, minutes", kb.Home, `^late taps dropped: 0 written at once, 0 waited for, 0 corrected$`, ""},
		},
	},
	{
		lesson: "02-batch-and-stream.ipynb", cell: "live-detection",
		numbers: `^caught in batch: distribution/2026-08/1, in stream: distribution/2026-07/0; polluted cells: 0 in batch, 10 in stream$`,
		title:   "The stream finds the fault in its own period; the batch finds it, one period later",
		moves: []move{
			{"corrupted period", kb.End, `^caught in batch: not caught, in stream: not caught; `, "Stream and batch find none of one fault"},
			{"corruption", kb.ArrowDown, `^caught in batch: not caught, in stream: \w+/2026-12/0; `, "The stream finds the fault in its own period; the batch finds none"},
		},
	},
	{
		lesson: "03-window-tolerance-state.ipynb", cell: "clocks",
		numbers: `^10 windows written, 3 readings dropped$`,
		title:   "3 of 50 readings come after the watermark has closed their window",
		moves: []move{
			{"to the end of", kb.Home, `^5 windows written, 0 readings dropped$`, "Every reading comes before the watermark closes its window by the end of 2026-05"},
			{"to the end of", kb.End, `^10 windows written, 3 readings dropped$`, ""},
			{"tolerance, periods", kb.ArrowRight, `^9 windows written, 0 readings dropped$`, "The watermark waits long enough"},
			{"delay, periods", kb.End, `^9 windows written, 3 readings dropped$`, "3 of 50 readings come after"},
		},
	},
	{
		lesson: "03-window-tolerance-state.ipynb", cell: "live-cells",
		numbers: `^40 rows dropped, 10 of 55 cells polluted, 400 entries carried, 2026-07 written in 2026-07$`,
		title:   "What 2026-07 loses, 2026-08 gains",
		moves: []move{
			{"tolerance", kb.ArrowRight, `^0 rows dropped, 0 of 55 cells polluted, 600 entries carried, 2026-07 written in 2026-08$`, "No cell differs from the baseline"},
			{"delay", kb.ArrowRight, `^40 rows dropped, 10 of 55 cells polluted, 600 entries`, "What 2026-07 loses, 2026-08 gains"},
			{"late subscribers", kb.End, `^200 rows dropped, 10 of 55 cells polluted`, "Ten of 55 cells differ from the baseline"},
		},
	},
	{
		lesson: "03-window-tolerance-state.ipynb", cell: "live-state",
		numbers: `^200 rows cannot be computed, 50 of 55 cells are there, 5 served values moved$`,
		title:   "The cells of 2026-07 are missing",
		moves: []move{
			{"tolerance", kb.End, `^0 rows cannot be computed, 55 of 55 cells are there, 0 served values moved$`, "No cell differs from the baseline"},
			{"tolerance", kb.Home, `^200 rows cannot be computed, 50 of 55 cells`, "Ten of 55 cells differ from the baseline"},
			{"state lost in", kb.Home, `^0 rows cannot be computed, 55 of 55 cells`, "What 2026-07 loses, 2026-08 gains"},
		},
	},
	{
		lesson: "04-choosing-a-tolerance.ipynb", cell: "live-costs",
		numbers: `^over the year a cell costs 0\.337 at best and 0\.457 by Kaplan-Meier$`,
		title:   "The cheapest tolerance runs from 2 periods for east, west and central to 5 for north",
		moves: []move{
			{"a polluted cell costs", kb.Home, `^over the year a cell costs 0\.115 at best and 0\.115 by`, "The cheapest tolerance is 0 periods in every region"},
			{"a period of waiting", kb.Home, `^over the year a cell costs 0\.069 at best and 0\.080 by`, "The cheapest tolerance is 0 periods for north and 2 for the others"},
			{"a row and period", kb.Home, `^over the year a cell costs 0\.000 at best and 0\.000 by`, "The cheapest tolerance is 7 periods in every region"},
		},
	},
	{
		lesson: "05-on-an-engine.ipynb", cell: "live-engine",
		numbers: `^40 rows dropped, 10 cells polluted, 400 entries carried, 55 writes; 0 differences from sim$`,
		title:   "What 2026-07 loses, 2026-08 gains",
		moves: []move{
			{"tolerance", kb.ArrowRight, `^0 rows dropped, 0 cells polluted, 600 entries carried, 55 writes; 0 differences from sim$`, "No cell differs from the baseline"},
			{"delay", kb.ArrowRight, `^40 rows dropped, 10 cells polluted, 600 entries carried, 55 writes; 0 differences from sim$`, "What 2026-07 loses, 2026-08 gains"},
			{"said as", kb.ArrowDown, `^0 rows dropped, 5 cells polluted, 600 entries carried, \d+ writes; [1-9]\d* differences from sim$`, "Five of 55 cells differ from the baseline"},
		},
	},
}

// No control of a lesson is left out above.
func TestAllControlsAreMoved(t *testing.T) {
	paths, err := filepath.Glob("../../[0-9]*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("want lessons, got %v, %v", paths, err)
	}
	for _, path := range paths {
		nb, err := ipynb.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range nb.Cells {
			source := string(c.Source)
			if !c.IsCode() || !strings.Contains(source, `"tidemark/plots/live"`) {
				continue
			}
			moved := map[string]bool{}
			for _, known := range controls {
				for _, m := range known.moves {
					moved[m.control] = moved[m.control] || known.cell == c.ID && known.lesson == filepath.Base(path)
				}
			}
			for _, m := range regexp.MustCompile(`live\.(?:Slider|Steps|Select|Play)\("(.*?)"`).FindAllStringSubmatch(source, -1) {
				if !moved[m[1]] {
					t.Errorf("%s: no test moves %q of cell %s", filepath.Base(path), m[1], c.ID)
				}
			}
		}
	}
}

// A move is a key pressed in a control, and what it leads to.
type move struct{ control, key, numbers, title string }

// shown is what a reader sees of the controls of a cell.
type shown struct {
	Numbers, Title, Note string
	Controls             []string
	Visible              bool
}

// press presses a key in a control.
func (p page) press(cell, control, key string) {
	p.t.Helper()
	p.call(nil, "focus", cell, control)
	if err := chromedp.Do(p.ctx, chromedp.KeyEvent(key)); err != nil {
		p.t.Fatal(err)
	}
}

// wantShown waits for the numbers below a figure and wants its title.
func (p page) wantShown(cell, numbers, title string) {
	p.t.Helper()
	var s shown
	p.call(&s, "matching", cell, numbers)
	if !regexp.MustCompile(numbers).MatchString(s.Numbers) || !strings.HasPrefix(s.Title, title) {
		p.t.Errorf("%s: want numbers %s under %q, got %+v", cell, numbers, title, s)
	}
}

// wantStored wants a figure and its numbers, and nothing else, in the outputs of a cell that has
// ended.
func (p page) wantStored(cell string, data json.RawMessage, numbers, title string) {
	p.t.Helper()
	var outputs []ipynb.Output
	if err := json.Unmarshal(data, &outputs); err != nil {
		p.t.Fatal(err)
	}
	outputs = ipynb.Steady(outputs)
	if len(outputs) != 2 {
		p.t.Fatalf("%s: want a figure and its numbers, got %d outputs: %s", cell, len(outputs), data)
	}
	if alt := outputs[0].AltText(); len(alt) != 1 || !strings.HasPrefix(alt[0], title) || outputs[0].Data.Text("image/png") == "" {
		p.t.Errorf("%s: want the figure %q, got %q", cell, title, alt)
	}
	if got := strings.TrimSpace(outputs[1].Data.Text("text/plain")); !regexp.MustCompile(numbers).MatchString(got) {
		p.t.Errorf("%s: want numbers %s, got %q", cell, numbers, got)
	}
}

// openLesson opens a lesson and runs its first cell.
func openLesson(t *testing.T, chromium context.Context, l lab, lesson string) page {
	t.Helper()
	p := openPage(t, chromium, l.open(lesson))
	p.load(controlsScript)
	p.call(nil, "runSetup")
	return p
}

func TestControlsInJupyterLab(t *testing.T) {
	chromium, l := startChromium(t), startLab(t)
	for _, c := range controls {
		t.Run(c.cell, func(t *testing.T) {
			p := openLesson(t, chromium, l, c.lesson)
			p.call(nil, "start", c.cell)
			p.wantShown(c.cell, c.numbers, c.title)
			for _, m := range c.moves {
				p.press(c.cell, m.control, m.key)
				p.wantShown(c.cell, m.numbers, m.title)
			}
			var outputs json.RawMessage
			p.call(&outputs, "pressStop", c.cell)
			last := c.moves[len(c.moves)-1]
			p.wantStored(c.cell, outputs, last.numbers, last.title)
			p.close()
		})
	}
}

// A player shows each step from the start to the end, and stops there.
func TestPlay(t *testing.T) {
	chromium, l := startChromium(t), startLab(t)
	p := openLesson(t, chromium, l, "01-stream-processing.ipynb")
	p.call(nil, "start", "clocks")
	var seen []string
	p.call(&seen, "play", "clocks", "minutes past noon")
	if got, want := strings.Join(seen, " "), "1 2 3 4 5 6 7 8 9"; got != want {
		t.Errorf("want the minutes %s, got %s", want, got)
	}
	p.wantShown("clocks", `^3 windows written, 2 taps dropped$`, "2 of 12 events")
	p.close()
}

const (
	window = "03-window-tolerance-state.ipynb"
	cells  = "live-cells"
)

// Whatever the hand passes by, what it leaves is shown.
func TestDragEndsWithTheLastValue(t *testing.T) {
	chromium, l := startChromium(t), startLab(t)
	p := openLesson(t, chromium, l, window)
	p.call(nil, "start", cells)
	for _, end := range []int{150, 3, 120} {
		var options []int
		for i := range 60 {
			options = append(options, (i*7+end)%200)
		}
		p.call(nil, "drag", cells, "late subscribers", append(options, end-1)) // the first option is 1
		p.wantShown(cells, fmt.Sprintf("^%d rows dropped", end), "What 2026-07 loses, 2026-08 gains")
	}
	p.close()
}

// A program that a reader interrupts leaves its figure. Neither it nor one whose kernel is restarted
// lives on.
func TestNoProgramIsLeft(t *testing.T) {
	chromium, l := startChromium(t), startLab(t)
	l.needsOwn(t)
	p := openLesson(t, chromium, l, window)
	p.call(nil, "start", cells)
	l.wantPrograms(t, 1)
	var outputs json.RawMessage
	p.call(&outputs, "interrupt", cells)
	p.wantStored(cells, outputs, "^40 rows dropped", "What 2026-07 loses, 2026-08 gains")
	l.wantPrograms(t, 0)

	p.call(nil, "start", cells)
	l.wantPrograms(t, 1)
	p.call(nil, "restart")
	l.wantPrograms(t, 0)
	p.close()
}

// wantPrograms waits until so many programs of cells are running.
func (l lab) wantPrograms(t *testing.T, want int) {
	t.Helper()
	// A cell is built and started in the scratch directory of its kernel.
	place := filepath.Join(l.scratch, "tmp", "gonb_")
	var programs []string
	for began := time.Now(); time.Since(began) < patience/10; {
		programs = slices.DeleteFunc(jupyter.Processes(place), func(process string) bool {
			_, command, _ := strings.Cut(process, " ")
			return !strings.HasPrefix(command, place)
		})
		if len(programs) == want {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("want %d programs of cells, got %q", want, programs)
}

// Two lessons on one page of JupyterLab each talk to their own kernel.
func TestTwoLessonsOnOnePage(t *testing.T) {
	chromium, l := startChromium(t), startLab(t)
	p := openLesson(t, chromium, l, window)
	p.call(nil, "start", cells)
	const other, detection = "02-batch-and-stream.ipynb", "live-detection"
	p.call(nil, "openBeside", other)
	p.call(nil, "runSetup")
	p.call(nil, "start", detection)
	p.press(detection, "corrupted period", kb.End)
	p.wantShown(detection, "^caught in batch: not caught", "Stream and batch find none")
	p.call(nil, "activate", window)
	p.press(cells, "tolerance", kb.ArrowRight)
	p.wantShown(cells, "^0 rows dropped", "No cell differs")
	p.call(nil, "activate", other)
	p.press(detection, "corrupted period", kb.ArrowLeft)
	p.wantShown(detection, "^caught in batch: .*/2026-12/1, ", "")
	p.close()
	p.call(nil, "activate", window)
	p.close()
}

// A server can be reached in cipher, and below a path, as on JupyterHub and Binder.
func TestControlsBelowAPathInCipher(t *testing.T) {
	certificate, key := selfSigned(t)
	chromium := startChromium(t, chromedp.Flag("ignore-certificate-errors", true))
	l := startLab(t, "--ServerApp.base_url=/user/reader/", "--ServerApp.certfile="+certificate, "--ServerApp.keyfile="+key)
	p := openLesson(t, chromium, l, window)
	p.call(nil, "start", cells)
	p.press(cells, "tolerance", kb.ArrowRight)
	p.wantShown(cells, "^0 rows dropped", "No cell differs")
	p.close()
}

// A class reaches its server in the clear by a name or number, which browsers trust less than an
// address on their own machine.
func TestControlsFromAnotherMachine(t *testing.T) {
	chromium := startChromium(t, chromedp.Flag("host-resolver-rules", "MAP class.test 127.0.0.1"))
	l := startLab(t, "--ServerApp.allow_remote_access=True")
	l.address.Host = net.JoinHostPort("class.test", l.address.Port())
	p := openLesson(t, chromium, l, window)
	p.call(nil, "start", cells)
	p.press(cells, "tolerance", kb.ArrowRight)
	p.wantShown(cells, "^0 rows dropped", "No cell differs")
	p.close()
}

// selfSigned gives the files of a certificate for this machine and of its key.
func selfSigned(t *testing.T) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	signed, err := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	certificate, key = filepath.Join(dir, "certificate.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{
		certificate: {Type: "CERTIFICATE", Bytes: signed},
		key:         {Type: "PRIVATE KEY", Bytes: pkcs8},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key
}

// wantControls wants the controls of a lesson's page to work by keyboard, on a telephone.
func wantControls(t *testing.T, chromium context.Context, path string) {
	t.Helper()
	for _, c := range controls {
		if strings.TrimSuffix(c.lesson, ".ipynb") != strings.TrimSuffix(filepath.Base(path), ".html") {
			continue
		}
		for _, scheme := range schemes {
			p := visit(t, chromium, path, scheme, 390, 844)
			p.load(controlsScript)
			p.wantShown(c.cell, c.numbers, c.title)
			for _, m := range c.moves {
				p.press(c.cell, m.control, m.key)
				p.wantShown(c.cell, m.numbers, m.title)
			}
			p.wantNone("phone, with the controls moved", "page", 1)
		}
		wantFigureWithoutScripts(t, chromium, path, c.cell, c.title)
	}
}

// wantFigureWithoutScripts wants the first figure of controls, and no controls, where scripts do not
// run.
func wantFigureWithoutScripts(t *testing.T, chromium context.Context, path, cell, title string) {
	t.Helper()
	p := visit(t, chromium, path, "light", 390, 844, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
	p.load(controlsScript)
	var s shown
	p.call(&s, "state", cell)
	if !strings.HasPrefix(s.Title, title) || s.Numbers == "" || s.Visible {
		t.Errorf("%s without scripts: want the figure %q, numbers and no controls, got %+v", cell, title, s)
	}
}
