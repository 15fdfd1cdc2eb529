package live

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tidemark/plots"
	"tidemark/plots/internal/gonb"
	"tidemark/plots/internal/gonbtest"
	"tidemark/sim"
)

// window gives a panel of delay and tolerance, and what it draws.
func window(t *testing.T) (*panel, drawing) {
	t.Helper()
	p := newPanel()
	delay := declare(p, "delay", 1, []int{0, 1, 2, 3}, true)
	tolerance := declare(p, "tolerance", 0, []int{0, 1, 2}, false)
	return p, func() (*plots.Figure, error) {
		if *delay == 3 && *tolerance == 2 {
			return nil, errors.New("sim: no such thing")
		}
		s := sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(*delay)}, Windowing: sim.Windowing{Tolerance: *tolerance}}
		o, err := s.Run()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(p.numbers, "%d rows dropped", o.LateDropped)
		return plots.CellDifferences(o)
	}
}

func firstFrame(t *testing.T, p *panel, draw drawing) frame {
	t.Helper()
	f, err := p.frame(draw, p.start())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A reader is a front end that moves the controls of a session.
type reader struct {
	t           *testing.T
	kernel      *gonbtest.Kernel
	session     *session
	interrupted chan os.Signal
	ended       chan error
}

func startSession(t *testing.T) *reader {
	t.Helper()
	p, draw := window(t)
	k, c := gonbtest.Start(t)
	r := &reader{t, k, newSession(c, p, draw, firstFrame(t, p, draw)), make(chan os.Signal, 1), make(chan error, 1)}
	go func() { r.ended <- r.session.run(r.interrupted) }()
	if got := <-k.Subscribed; got != r.session.address {
		t.Fatalf("want a subscription to %q, got %q", r.session.address, got)
	}
	return r
}

func (r *reader) send(message string) { r.kernel.Send(r.t, r.session.address, message) }

// move moves the controls and gives the answer.
func (r *reader) move(number int, options ...int) picture {
	r.t.Helper()
	list, _ := json.Marshal(options)
	r.send(fmt.Sprintf(`{"number": %d, "options": %s}`, number, list))
	v := <-r.kernel.Values
	if v.Address != r.session.address {
		r.t.Errorf("want an answer at %q, got %q", r.session.address, v.Address)
	}
	return unpack[picture](r.t, v.Value.(string))
}

// unpack undoes pack.
func unpack[T any](t *testing.T, text string) (v T) {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(r).Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMoveAndStop(t *testing.T) {
	r := startSession(t)
	if html := r.kernel.Outputs()[0].Data["text/html"].(string); !strings.Contains(html, "40 rows dropped") || !strings.Contains(html, "<svg") {
		t.Errorf("want the first frame in the controls, got %.200s", html)
	}
	got := r.move(1, 2, 2)
	if got.Number != 1 || got.Numbers != "0 rows dropped" || !strings.Contains(got.SVG, "No cell differs") {
		t.Errorf("want the frame of delay 2 with tolerance 2, got %d, %q, %.80s", got.Number, got.Numbers, got.SVG)
	}
	if got := r.move(2, 3, 2); got.Error != "sim: no such thing" || got.SVG != "" {
		t.Errorf("want the error of the figure, got %+v", got)
	}
	if got := r.move(3, 9, 0); got.Error != `live: option of "delay" must be from 0 to 3, got 9` {
		t.Errorf("want an error about the option, got %q", got.Error)
	}
	r.send(`{"stop": true}`)
	if err := <-r.ended; err != nil {
		t.Fatal(err)
	}
	p, draw := window(t)
	last, err := p.frame(draw, []int{2, 2})
	if err != nil {
		t.Fatal(err)
	}
	wantOutputs(t, r.kernel.Outputs(), last)
}

// wantOutputs wants the outputs that any other cell would have for the frame.
func wantOutputs(t *testing.T, outputs []gonb.Message, f frame) {
	t.Helper()
	b, err := f.figure.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if len(outputs) != 2 {
		t.Fatalf("want a figure and a line, got %d outputs", len(outputs))
	}
	for mime, want := range b.Data {
		if got := outputs[0].Data[mime]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("want %s of the last frame, got another", mime)
		}
	}
	if got, want := outputs[1].Data["text/plain"], f.numbers+"\n"; got != want || len(outputs[1].Data) != 1 {
		t.Errorf("want %q, got %q", want, got)
	}
}

func TestSessionEnds(t *testing.T) {
	stays := map[string]struct {
		end  func(*reader)
		want time.Duration
	}{
		"without a page":             {func(*reader) {}, greeting},
		"when nothing moves":         {func(r *reader) { time.Sleep(time.Second); r.move(1, 1, 0) }, time.Second + patience},
		"when something moves later": {func(r *reader) { r.move(1, 1, 0); time.Sleep(9 * time.Minute); r.move(2, 1, 0) }, 9*time.Minute + patience},
		"when it is interrupted":     {func(r *reader) { time.Sleep(time.Second); r.interrupted <- os.Interrupt }, time.Second},
	}
	for name, s := range stays {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				r := startSession(t)
				s.end(r)
				if err := <-r.ended; err != nil {
					t.Error(err)
				}
				if took := time.Since(start); took != s.want {
					t.Errorf("want it to end after %v, got %v", s.want, took)
				}
				wantOutputs(t, r.kernel.Outputs(), firstFrame(t, r.session.panel, r.session.draw))
				r.kernel.Stop()
			})
		})
	}
}

func TestSessionEndsWithItsKernel(t *testing.T) {
	r := startSession(t)
	r.kernel.Stop()
	if err := <-r.ended; err == nil {
		t.Error("want an error when the kernel is gone, got none")
	}
}

func TestDeclarations(t *testing.T) {
	cases := []struct {
		declare func(p *panel)
		want    string
	}{
		{func(p *panel) { declare(p, "", 1, []int{1}, true) }, "live: control must have a name, got none"},
		{func(p *panel) { declare(p, "a", 1, []int{1}, true); declare(p, "a", 1, []int{1}, false) }, `live: controls must have different names, got "a" twice`},
		{func(p *panel) { declare(p, "a", 1, nil, true) }, `live: control "a" must have at least 1 option, got 0`},
		{func(p *panel) { declare(p, "a", 9, []int{1, 2}, true) }, `live: control "a" must start with one of its options, from 1 to 2, got 9`},
		{func(p *panel) { declare(p, "a", 1, between(1, 1<<40), true) }, `live: control "a" must have at most 1000 options, got more`},
	}
	for _, c := range cases {
		p := newPanel()
		c.declare(p)
		if err := p.show(nil); err == nil || err.Error() != c.want {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
}

func TestKindsOfControls(t *testing.T) {
	cell = newPanel()
	defer func() { cell = newPanel() }()
	number := Slider("a", 2, 1, 3)
	pause := Steps("b", time.Minute, time.Second, time.Minute)
	class := Select("c", sim.TypeDrift, sim.Corruptions()...)
	moment := Play("d", 3, 1, 4)
	if got := fmt.Sprint(*number, *pause, *class, *moment); got != "2 1m0s type_drift 3" {
		t.Errorf("want what the controls start with, got %s", got)
	}
	if err := cell.choose([]int{0, 0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(*number, *pause, *class, *moment); got != "1 1s late_arrival 1" {
		t.Errorf("want what was chosen, got %s", got)
	}
	for i, want := range []string{"range", "range", "select", "range play"} {
		var got []string
		for _, kind := range []string{"range", "select", "play"} {
			if strings.Contains(cell.controls[i].html(), kind+`"`) || strings.Contains(cell.controls[i].html(), "<"+kind) {
				got = append(got, kind)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("want %q to be a %s, got %q", cell.controls[i].name, want, got)
		}
	}
}

func TestBetween(t *testing.T) {
	if got := between[int8](126, 127); !slices.Equal(got, []int8{126, 127}) {
		t.Errorf("want the largest numbers of the type, got %v", got)
	}
	if got := between[sim.Period](0, 2); fmt.Sprint(got) != "[none 2026-01 2026-02]" {
		t.Errorf("want periods, got %v", got)
	}
	if got := between(2, 1); len(got) != 0 {
		t.Errorf("want no number from 2 to 1, got %v", got)
	}
}

func TestPageOffersFewerOptions(t *testing.T) {
	cases := []struct {
		value, low, high int
		want             string
	}{
		{1, 0, 12, "[0 1 2 3 4 5 6 7 8 9 10 11 12] 1"},
		{40, 1, 200, "[1 40 80 120 160 200] 40"},
		{0, 0, 99, "[0 20 40 60 80 99] 0"},
		{99, 0, 99, "[0 19 39 59 79 99] 99"},
	}
	for _, c := range cases {
		p := newPanel()
		v := declare(p, "n", c.value, between(c.low, c.high), true)
		page := p.thinned()
		var got []int
		for options := range page.all() {
			page.choose(options)
			got = append(got, *v)
		}
		page.choose(page.start())
		if s := fmt.Sprint(got, " ", *v); s != c.want {
			t.Errorf("want %s, got %s", c.want, s)
		}
	}
}

// What the files of a page hold is put together as frames.js does it, and must
// be what the program would have drawn.
func TestPublish(t *testing.T) {
	p, draw := window(t)
	dir := t.TempDir()
	name, err := p.write(draw, dir, plots.Slide)
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range plots.Themes() {
		b := readBook(t, filepath.Join(dir, name+"-"+theme.Name+".js"), name+"-"+theme.Name)
		place := 0
		for options := range p.all() {
			f, err := p.frame(draw, options)
			got := b.Frames[b.Places[place]]
			place++
			if err != nil {
				if got.Error != err.Error() {
					t.Errorf("%v: want error %q, got %q", options, err, got.Error)
				}
				continue
			}
			want, err := f.render(plots.Slide, theme)
			if err != nil {
				t.Fatal(err)
			}
			if svg := b.text(got); svg != want || got.Numbers != f.numbers {
				t.Errorf("%v: want what the program draws, got %q, %.80s", options, got.Numbers, svg)
			}
		}
		if place != len(b.Places) || place != 12 || !slices.Equal(b.Sizes, []int{4, 3}) {
			t.Errorf("want 4 by 3 places, got %d, %v", len(b.Places), b.Sizes)
		}
	}
}

// text puts the picture of a frame together.
func (b *book) text(pg page) string {
	var text strings.Builder
	for _, i := range pg.Lines {
		text.WriteString(b.Lines[i])
	}
	return text.String()
}

func readBook(t *testing.T, path, name string) *book {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`^tidemark\.frames\("(.*)", "(.*)"\);\n$`).FindSubmatch(data)
	if m == nil || string(m[1]) != name {
		t.Fatalf("want a call of tidemark.frames with %q, got %.80s", name, data)
	}
	b := unpack[book](t, string(m[2]))
	return &b
}

func TestPublishIsRepeatable(t *testing.T) {
	var sets [2]map[string]string
	for i := range sets {
		p, draw := window(t)
		dir := t.TempDir()
		if _, err := p.write(draw, dir, plots.Notebook); err != nil {
			t.Fatal(err)
		}
		sets[i] = map[string]string{}
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			sets[i][filepath.Base(f)] = string(data)
		}
	}
	if len(sets[0]) != 4 || fmt.Sprint(sets[0]) != fmt.Sprint(sets[1]) {
		t.Errorf("want the same 4 files twice, got %d and %d", len(sets[0]), len(sets[1]))
	}
}

func TestPublishRefusesTooMany(t *testing.T) {
	p := newPanel()
	for i := range 5 {
		declare(p, fmt.Sprint(i), 0, between(0, 9), true)
	}
	if _, err := p.write(nil, t.TempDir(), plots.Notebook); err == nil || !strings.Contains(err.Error(), "at most 20000 combinations") {
		t.Errorf("want an error about the number of combinations, got %v", err)
	}
}

func TestSizeNamed(t *testing.T) {
	for name, want := range map[string]string{"": "notebook", "notebook": "notebook", "slide": "slide", "poster": ""} {
		if s, err := sizeNamed(name); s.Name != want || (err == nil) != (want != "") {
			t.Errorf("%q: want size %q, got %q, %v", name, want, s.Name, err)
		}
	}
}
