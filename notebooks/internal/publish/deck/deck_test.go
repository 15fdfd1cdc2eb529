package deck

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

func code(id, kind, source string, outputs ...string) ipynb.Cell {
	c := ipynb.Cell{Type: "code", ID: id, Source: ipynb.Text(source), Metadata: slideshow(kind)}
	for _, o := range outputs {
		c.Outputs = append(c.Outputs, ipynb.Output{Type: "stream", Stream: "stdout", Text: ipynb.Text(o)})
	}
	return c
}

func prose(id, kind, source string) ipynb.Cell {
	return ipynb.Cell{Type: "markdown", ID: id, Source: ipynb.Text(source), Metadata: slideshow(kind)}
}

func slideshow(kind string) map[string]any {
	if kind == "" {
		return nil
	}
	return map[string]any{"slideshow": map[string]any{"slide_type": kind}}
}

func build(t *testing.T, cells ...ipynb.Cell) [][]slide {
	t.Helper()
	b := builder{figures: page.NewFigures(nil, "")}
	types := slideTypes(cells)
	for i, c := range cells {
		if err := b.add(c, types[i]); err != nil {
			t.Fatal(err)
		}
	}
	stacks, err := b.stacks()
	if err != nil {
		t.Fatal(err)
	}
	return stacks
}

// outline writes a deck in lines, one for each slide, those below another
// further in.
func outline(stacks [][]slide) string {
	var b strings.Builder
	for _, stack := range stacks {
		for i, s := range stack {
			fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", min(i, 1)), s.Title)
			if s.Section != "" {
				fmt.Fprintf(&b, " (%s)", s.Section)
			}
			fmt.Fprintf(&b, " %d points %d items", len(s.Points), len(s.List.Items))
			for _, t := range s.Texts {
				fmt.Fprintf(&b, " %s:%d", t.Kind, len(t.Lines))
				if t.Fragment {
					b.WriteString(" later")
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestCellsBecomeSlides(t *testing.T) {
	got := outline(build(t,
		prose("title", "slide", "# 07 · Title\n\n**Question.** Why?\n\n**You can**\n\n- a\n- b\n\n**Before.** Go.\n\n**Source.** From [there](https://example.org). Rewritten."),
		code("setup", "skip", "x"),
		prose("part", "slide", "## Part\n\nFirst."),
		code("one", "", "%%\na\nb", "1\n2\n3\n"),
		prose("after", "notes", "What it says."),
		prose("bet", "subslide", "**A bet.** It is one."),
		code("two", "fragment", "a", "1\n"),
		code("three", "subslide", "!*ls\na\n"),
		prose("sum", "slide", "## Summary\n\n- a\n- b\n- c"),
	))
	want := `07 · Title 1 points 0 items
  You can 0 points 2 items
Part 1 points 0 items code:2 output:3
  A bet (Part) 1 points 0 items code:1 later output:1 later
  Part 0 points 0 items code:1
Summary 0 points 3 items
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestCellsThatSayNothing(t *testing.T) {
	got := outline(build(t,
		prose("title", "", "# 07 · Title\n\nWhy?"),
		code("setup", "", "x"),
		prose("part", "", "## Part\n\nFirst."),
		code("one", "", "a", "1\n"),
		prose("bet", "", "**A bet.** It is one."),
		code("two", "", "a", "1\n"),
	))
	want := `07 · Title 1 points 0 items code:1
Part 1 points 0 items code:1 output:1
  A bet (Part) 1 points 0 items code:1 output:1
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Lists stand where they are in the lesson, below the points where there is
// room; captured output stands below the point, and what moves has no code.
func TestOrderOnSlides(t *testing.T) {
	table := "| a |\n| - |\n| b |\n\n"
	moves := code("live", "", "live.Show(x)")
	moves.Outputs = []ipynb.Output{{Type: "display_data", Data: ipynb.Bundle{"text/html": `<div class="tidemark-controls"></div>`}}}
	got := outline(build(t,
		prose("one", "slide", "## One\n\n"+table+"After it."),
		prose("two", "slide", "## Two\n\nBefore it:\n\n"+table),
		prose("three", "slide", "## Three\n\nCaptured:\n\n```\na b\n```\n\n- a\n- b"),
		prose("four", "slide", "## Four\n\nIt moves."),
		prose("try", "subslide", "**Try it.** Run the cell. Which one?"),
		moves,
	))
	want := `One 0 points 1 items
  One 1 points 0 items
Two 1 points 1 items
Three 1 points 0 items output:1
  Three 0 points 2 items
Four 1 points 0 items
  Try it (Four) 1 points 0 items
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Long code goes on where a statement begins.
func TestCodeIsBrokenBetweenStatements(t *testing.T) {
	slides := build(t, code("a", "slide", "x := 1\n"+strings.Repeat("for {\n\ta\n\tb\n\tc\n}\n", 8)))[0]
	for _, s := range slides[1:] {
		if first := s.Texts[0].Lines[0]; !strings.Contains(string(first.HTML), "for") {
			t.Errorf("want a break in front of a statement, got it in front of %q", first.HTML)
		}
	}
	if len(slides) < 2 {
		t.Errorf("want some slides, got %d", len(slides))
	}
}

func TestWordsOnSlides(t *testing.T) {
	stacks := build(t,
		prose("title", "slide", "# 07 · Title\n\n**Question.** Why?\n\n**Source.** From [there](https://example.org). Rewritten."),
		prose("part", "slide", "## Part\n\nFirst."),
		prose("after", "notes", "What it says.\n\n<details><summary>Hint</summary>x</details>"),
		code("later", "notes", "%%\nx := 1"),
	)
	title, part := stacks[0][0], stacks[1][0]
	if title.Points[0].Opening != "" || strings.TrimSpace(string(title.Points[0].Rest)) != "Why?" {
		t.Errorf("question: got %+v", title.Points)
	}
	if want := `From <a href="https://example.org">there</a>. Rewritten.`; strings.TrimSpace(string(title.Credit)) != want {
		t.Errorf("credit: got %q, want %q", title.Credit, want)
	}
	for _, want := range []string{"<p>First.</p>", "<p>What it says.</p>", "<details open>", "<pre>x := "} {
		if !strings.Contains(string(part.Notes), want) {
			t.Errorf("notes: want %s in %s", want, part.Notes)
		}
	}
}

// What is long goes on, each piece in type that can be read, and nothing is
// lost on the way.
func TestLongTextsAreSpread(t *testing.T) {
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("line %d", i))
		if i%10 == 9 {
			lines = append(lines, "")
		}
	}
	for name, cell := range map[string]ipynb.Cell{
		"code":   code("a", "slide", strings.Join(lines, "\n")),
		"output": code("a", "slide", "x", strings.Join(lines, "\n")),
		"wide":   code("a", "slide", strings.Repeat("word ", 800)),
	} {
		stacks := build(t, cell)
		var kept []string
		for _, s := range stacks[0] {
			for _, text := range s.Texts {
				for _, l := range text.Lines {
					kept = append(kept, string(l.HTML))
				}
				if text.Size < squeezed {
					t.Errorf("%s: want type of at least %d, got %d", name, squeezed, text.Size)
				}
			}
		}
		if name != "wide" && (len(stacks[0]) < 3 || strings.Count(strings.Join(kept, "\n"), "line") != 60) {
			t.Errorf("%s: want 60 lines on some slides, got %d slides with %q", name, len(stacks[0]), kept)
		}
		if name == "code" && kept[len(stacks[0][0].Texts[0].Lines)-1] == "" {
			t.Errorf("want the break in the place of an empty line, got %q", kept)
		}
	}
}

func TestLongListsAreSpread(t *testing.T) {
	list := "## Part\n\n" + strings.Repeat("1. "+strings.Repeat("many words ", 20)+"\n", 12)
	slides := build(t, prose("a", "slide", list))[0]
	items := 0
	for _, s := range slides {
		if s.Start != items+1 || s.Title != "Part" {
			t.Errorf("want item %d under Part, got %d under %s", items+1, s.Start, s.Title)
		}
		items += len(s.List.Items)
	}
	if len(slides) < 2 || items != 12 {
		t.Errorf("want 12 items on some slides, got %d on %d", items, len(slides))
	}
}

func TestWideOutputIsNotBroken(t *testing.T) {
	for columns, want := range map[int]int{20: largest, 90: 21, 110: smallestOutput, 300: broken} {
		s := build(t, code("a", "slide", "x", strings.Repeat("x", columns)))[0][0]
		if got := s.Texts[1].Size; got != want {
			t.Errorf("%d columns: want type of %d, got %d", columns, want, got)
		}
	}
}

// A long table gets smaller type before it gets another slide.
func TestTables(t *testing.T) {
	for rows, want := range map[int]struct{ slides, size int }{3: {1, largestTable}, 13: {1, 21}, 16: {2, largestTable}, 40: {4, largestTable}} {
		var table strings.Builder
		table.WriteString("## Words\n\n| here | there |\n| - | - |\n")
		for i := range rows {
			fmt.Fprintf(&table, "| word %d. | another |\n", i)
		}
		slides := build(t, prose("a", "slide", table.String()))[0]
		if got := slides[0].Size; len(slides) != want.slides || got != want.size {
			t.Errorf("%d rows: want %d slides in type of %d, got %d in %d", rows, want.slides, want.size, len(slides), got)
		}
		var all string
		for _, s := range slides {
			html := string(s.List.Items[0].HTML)
			if len(s.List.Items) != 1 || s.Title != "Words" || strings.Count(html, "<th>here</th>") != 1 || strings.Count(html, "</table>") != 1 {
				t.Errorf("%d rows: want a table under its head, got %s: %s", rows, s.Title, html)
			}
			all += html
		}
		for i := range rows {
			if n := strings.Count(all, fmt.Sprintf("word %d.", i)); n != 1 {
				t.Errorf("%d rows: want row %d once, got it %d times", rows, i, n)
			}
		}
	}
}

func TestShownCode(t *testing.T) {
	for source, want := range map[string]string{
		"%%\na\n":                  "a",
		"%noautoget\n!*ls\nimport": "import",
		"!*go run x":               "$ go run x",
		"%%\n":                     "",
	} {
		if got := shownCode(source); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

// Bold words become the title; where they begin a sentence, that stays whole.
func TestOpenings(t *testing.T) {
	for source, want := range map[string][2]string{
		"**A bet.** It is one.":      {"A bet", ""},
		"**Is it?** It is.":          {"Is it?", ""},
		"**Late panes** are common.": {"Late panes", "Late panes"},
		"**A result,** so to say.":   {"A result", "A result,"},
	} {
		s := build(t, prose("a", "slide", source))[0][0]
		if s.Title != want[0] || s.Points[0].Opening != want[1] {
			t.Errorf("%s: got %q and %q, want %q", source, s.Title, s.Points[0].Opening, want)
		}
	}
}

func TestNoSlides(t *testing.T) {
	for _, cells := range [][]ipynb.Cell{
		{prose("a", "", "# A\n\nB."), prose("b", "slide", "C.")},
		{prose("a", "slide", "# A\n\nB."), prose("b", "page", "C.")},
	} {
		b := builder{figures: page.NewFigures(nil, "")}
		var err error
		types := slideTypes(cells)
		for i, c := range cells {
			err = cmp.Or(err, b.add(c, types[i]))
		}
		if err == nil || !strings.Contains(err.Error(), "slide_type") {
			t.Errorf("want an error about slide_type, got %v", err)
		}
	}
}

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

// fakeReveal returns a folder that looks like the package.
func fakeReveal(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range reveal {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDecksOfTheLessons(t *testing.T) {
	all, figures := lessons(t)
	for _, l := range all {
		for i, c := range l.Notebook.Cells {
			if made := string(c.Source); strings.Contains(made, "live.Show") || strings.Contains(made, "plots.Training") {
				l.Notebook.Cells[i].Outputs = nil // made when the lesson is published
			}
		}
	}
	dir := fakeReveal(t)
	first, err := Make(all, figures, dir)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Make(all, figures, dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range first {
		if !bytes.Equal(f.Data, second[i].Data) {
			t.Errorf("%s is different the second time", f.Name)
		}
		if bytes.Contains(f.Data, []byte(`class="picture stored"`)) {
			t.Errorf("%s has a figure that is not drawn for slides", f.Name)
		}
		if name := strings.TrimSuffix(f.Name, ".html"); name != f.Name && name != "index" && !bytes.Contains(f.Data, []byte("<noscript><style>")) {
			t.Errorf("%s shows nothing where no script runs", f.Name)
		}
	}
	for _, l := range all {
		for _, c := range l.Notebook.Cells {
			if !c.IsCode() && slideType(c) == "" {
				t.Errorf("%s: cell %s does not say how it becomes a slide", l.Name, c.ID)
			}
		}
	}
}

func TestRevealIsMissing(t *testing.T) {
	all, figures := lessons(t)
	if _, err := Make(all[:1], figures, t.TempDir()); err == nil || !strings.Contains(err.Error(), "reveal.js must be set up") {
		t.Errorf("want an error about reveal.js, got %v", err)
	}
}
