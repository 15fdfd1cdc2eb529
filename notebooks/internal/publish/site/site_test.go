package site

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

// lessons returns those of the checkout, and a small one after them.
func lessons(t *testing.T) ([]page.Lesson, *page.Figures) {
	t.Helper()
	paths, err := filepath.Glob("../../../[0-9]*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("want lessons, got %v, %v", paths, err)
	}
	lessons, err := page.Read(paths)
	if err != nil {
		t.Fatal(err)
	}
	var figures []*plots.Figure
	for _, r := range plots.Recipes() {
		f, err := r.With()
		if err != nil {
			t.Fatal(err)
		}
		figures = append(figures, f)
	}
	return lessons, page.NewFigures(figures, "")
}

// made holds the site of the lessons, for all tests.
var made map[string][]byte

func site(t *testing.T) map[string][]byte {
	t.Helper()
	if made == nil {
		made = makeSite(t)
	}
	return made
}

func makeSite(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := Make(lessons(t))
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string][]byte{}
	for _, f := range files {
		byName[f.Name] = f.Data
	}
	return byName
}

var (
	resource = regexp.MustCompile(`<(?:img|script|link|source|iframe)\b[^>]*?\b(?:src|href|srcset)="([^"]*)"`)
	link     = regexp.MustCompile(`<a\b[^>]*?\bhref="([^"]*)"`)
	id       = regexp.MustCompile(`\bid="([^"]*)"`)
)

// A page takes nothing from elsewhere: its pictures, style and script are in
// it, but for what controls draw from.
func TestPagesAreWhole(t *testing.T) {
	for name, data := range site(t) {
		for _, m := range resource.FindAllStringSubmatch(string(data), -1) {
			whole := strings.HasPrefix(m[1], "data:") || strings.HasPrefix(m[1], page.Frames+"/")
			if neighbour := regexp.MustCompile(`^<link rel="(prev|next)"`).MatchString(m[0]); !whole && !neighbour {
				t.Errorf("%s takes %.80s from elsewhere", name, m[0])
			}
		}
		if bytes.Contains(data, []byte("@import")) || bytes.Contains(data, []byte("url(")) {
			t.Errorf("the style of %s takes something from elsewhere", name)
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	pages := site(t)
	ids := map[string]map[string]bool{}
	for name, data := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		ids[name] = map[string]bool{}
		for _, m := range id.FindAllStringSubmatch(string(data), -1) {
			if ids[name][m[1]] {
				t.Errorf("%s has the id %q twice", name, m[1])
			}
			ids[name][m[1]] = true
		}
	}
	for name, data := range pages {
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			to, place, _ := strings.Cut(m[1], "#")
			place, err := url.PathUnescape(place)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case !strings.HasSuffix(name, ".html"), strings.Contains(to, ":"):
			case to == "" && !ids[name][place], to != "" && pages[to] == nil, to != "" && place != "" && !ids[to][place]:
				t.Errorf("%s has a link to %q, which is not there", name, m[1])
			}
		}
	}
}

// trained shows the loss of models that its cell trains, for which no recipe
// has the time.
const trained = "04-choosing-a-tolerance/train"

// Each figure is there by day and by night, drawn afresh: the recipes make the
// very pictures that the lessons store.
func TestFiguresAreDrawnAfresh(t *testing.T) {
	all, figures := lessons(t)
	found := 0
	for _, l := range all {
		for _, c := range l.Notebook.Cells {
			if strings.Contains(string(c.Source), `"tidemark/plots/live"`) {
				continue // a page has the controls in place of the stored figure
			}
			outputs, err := page.Outputs(c, figures)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range outputs {
				if o.Picture == nil {
					continue
				}
				if found++; !o.Picture.Known && l.Name+"/"+c.ID != trained {
					t.Errorf("%s: no recipe draws the figure of cell %s as it is stored", l.Name, c.ID)
				}
			}
		}
	}
	if found == 0 {
		t.Error("the lessons have no figures")
	}
}

func TestSameBytes(t *testing.T) {
	first, second := site(t), makeSite(t)
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s is different the second time", name)
		}
	}
}

func TestCells(t *testing.T) {
	long := ipynb.Cell{Type: "code", ID: "long", Source: ipynb.Text(strings.Repeat("x\n", long))}
	long.Outputs = []ipynb.Output{{Type: "stream", Stream: "stderr", Text: "a < b"}}
	short := ipynb.Cell{Type: "code", ID: "short", Source: "x"}
	prose := ipynb.Cell{Type: "markdown", ID: "title", Source: "# 07 · Title\n\n**Q.** Why?\n\n## Part\n\n[next](08-b.ipynb)"}
	lesson := func(name string) page.Lesson {
		return page.Lesson{Path: "../site.go", Name: name, Title: name, Notebook: &ipynb.Notebook{Cells: []ipynb.Cell{prose, long, short}}}
	}
	html, err := lessonPage([]page.Lesson{lesson("06-a"), lesson("07-a"), lesson("08-b")}, 1, page.NewFigures(nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf(`<details class="code"><summary>Cell 1, %d lines</summary>`, len(strings.Split(string(long.Source), "\n"))),
		`<details class="code" open><summary>Cell 2</summary>`,
		`<samp>a &lt; b</samp>`,
		`aria-label="Error output of cell 1"`,
		`<li><a href="#Part">Part</a></li>`,
		`<link rel="prev" href="06-a.html">`,
		`<link rel="next" href="08-b.html">`,
	} {
		if !bytes.Contains(html, []byte(want)) {
			t.Errorf("want %s", want)
		}
	}
	if bytes.Contains(html, []byte("controls.js")) {
		t.Error("a page without controls asks for their script")
	}
}
