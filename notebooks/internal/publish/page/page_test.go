package page

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"html"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/plots"
	"tidemark/sim"
)

var tag = regexp.MustCompile(`<[^>]*>`)

// words returns what a reader sees of HTML.
func words(h template.HTML) string {
	return html.UnescapeString(tag.ReplaceAllString(string(h), ""))
}

func TestCodeIsMarked(t *testing.T) {
	source := "%%\n// two\nfunc f(n int) string { return \"a<b\" + g(1.5) }\n"
	want := `<span class="x">%%</span>
<span class="c">// two</span>
<span class="k">func</span> <span class="f">f</span>(n <span class="t">int</span>) <span class="t">string</span> { <span class="k">return</span> <span class="s">&#34;a&lt;b&#34;</span> + <span class="f">g</span>(<span class="n">1.5</span>) }
`
	if got := Code(source); string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Marking code changes no character of it, also where it is no Go at all, and
// no mark reaches over the end of a line.
func TestCodeKeepsItsCharacters(t *testing.T) {
	sources := []string{"", "x", "a := `two\nlines` // and\n/* a\n comment */\n", "\"open\n%test\n!*ls\n}}", "µ := 'ü' + \"\\\"\"\n", "#?"}
	for _, l := range lessons(t) {
		for _, c := range l.Notebook.Cells {
			if c.IsCode() {
				sources = append(sources, string(c.Source))
			}
		}
	}
	for _, source := range sources {
		marked := Code(source)
		if got := words(marked); got != source {
			t.Errorf("got %q, want %q", got, source)
		}
		for line := range strings.Lines(string(marked)) {
			if strings.Count(line, "<span") != strings.Count(line, "</span>") {
				t.Errorf("a mark reaches over the line %q", line)
			}
		}
	}
}

func lessons(t *testing.T) []Lesson {
	t.Helper()
	paths, err := filepath.Glob("../../../[0-9]*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("want lessons, got %v, %v", paths, err)
	}
	lessons, err := Read(paths)
	if err != nil {
		t.Fatal(err)
	}
	return lessons
}

func TestLessonSaysWhatItIsAbout(t *testing.T) {
	for _, l := range lessons(t) {
		if !strings.HasPrefix(l.Title, l.Name[:2]) || !strings.HasSuffix(l.Question, "?") {
			t.Errorf("%s: want a title with its number and a question, got %q and %q", l.Name, l.Title, l.Question)
		}
	}
}

func TestNotALesson(t *testing.T) {
	for name, source := range map[string]string{
		"code":      `{"cells":[{"cell_type":"code","id":"a","metadata":{},"source":["x"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
		"no cells":  `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
		"no text":   `{"cells":[{"cell_type":"markdown","id":"a","metadata":{},"source":["# A"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
		"no format": `{}`,
		"no JSON":   `hello`,
	} {
		path := filepath.Join(t.TempDir(), "01.ipynb")
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read([]string{path}); err == nil {
			t.Errorf("%s: want an error, got none", name)
		}
	}
}

func TestProse(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.png"), []byte("png"), 0o600); err != nil {
		t.Fatal(err)
	}
	links := Links{"02-b.ipynb": "02-b.html"}
	tests := []struct{ name, source, want string }{
		{"lesson", "[b](02-b.ipynb)", `<p><a href="02-b.html">b</a></p>`},
		{"place in a lesson", "[b](02-b.ipynb#The-words)", `<p><a href="02-b.html#The-words">b</a></p>`},
		{"place on the page", "[b](#The-words)", `<p><a href="#The-words">b</a></p>`},
		{"elsewhere", "[b](https://example.org/x)", `<p><a href="https://example.org/x">b</a></p>`},
		{"other file", "a [*b* c](../sim/window.go) d", `<p>a <em>b</em> c d</p>`},
		{"unknown lesson", "[b](09-z.ipynb)", `<p>b</p>`},
		{"heading", "## The *words*, all", `<h2 id="The-*words*,-all">The <em>words</em>, all</h2>`},
		{"table", "| a |\n| - |\n| 1 |", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead>
<tr>
<th>a</th>
</tr>
</thead>
<tbody>
<tr>
<td>1</td>
</tr>
</tbody>
</table></div>`},
		{"corner", "| | a |\n| - | - |\n| b | 1 |", `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead>
<tr>
<td></td>
<th>a</th>
</tr>
</thead>
<tbody>
<tr>
<td>b</td>
<td>1</td>
</tr>
</tbody>
</table></div>`},
		{"code", "```go\nx := 1 < 2\n```", `<pre class="scroll" tabindex="0" role="group" aria-label="Example"><code>x := <span class="n">1</span> &lt; <span class="n">2</span>
</code></pre>`},
		{"indented", "    a < 1", `<pre class="scroll" tabindex="0" role="group" aria-label="Example"><code>a &lt; 1
</code></pre>`},
		{"picture", "![two words](a.png)", `<p><img src="data:image/png;base64,` + base64.StdEncoding.EncodeToString([]byte("png")) + `" alt="two words"></p>`},
		{"fold", "<details><summary>Hint</summary>*x*</details>", "<details><summary>Hint</summary>*x*</details>"},
	}
	for _, tt := range tests {
		got, err := Parse(tt.source).HTML(links, dir)
		if err != nil || strings.TrimSpace(string(got)) != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
	for _, source := range []string{"![x](b.png)", "![x](https://example.org/a.png)", "![x](go.mod)", "![x](attachment:a.png)"} {
		if got, err := Parse(source).HTML(links, dir); err == nil {
			t.Errorf("%s: want an error, got %s", source, got)
		}
	}
}

func TestBrief(t *testing.T) {
	long := "More " + strings.Repeat("words ", 50)
	tests := []struct{ name, source, title, points, lists string }{
		{"short paragraph", "One. Two.", "", "One. Two.", ""},
		{"long paragraph", "One `a.b` thing. " + long, "", "One a.b thing.", ""},
		{"second paragraph", "One.\n\nTwo.", "", "One.", ""},
		{"bold opening", "**Two costs.** One costs. " + long + "\n\nTwo.\n\n**A bet.** Three.", "", "[Two costs.] One costs.|[A bet.] Three.", ""},
		{"stop before a small letter", "See what is on the 3. floor of the house. Then. " + long, "", "See what is on the 3. floor of the house.", ""},
		{"two short sentences", "The reason is this. It is so. Then. " + long, "", "The reason is this. It is so.", ""},
		{"objection", "It sounds careful, and is what everybody does. But it is not. Then. " + long, "", "It sounds careful, and is what everybody does. But it is not.", ""},
		{"question and no stop", "Which one? " + long, "", "Which one?", ""},
		{"no stop at all", "**Words** " + long, "", "[Words] " + strings.TrimSpace(long), ""},
		{"stop in front of emphasis", "The first one. *Then* " + long, "", "The first one.", ""},
		{"announcement", "Two traps. " + long, "", "Two traps. " + strings.TrimSpace(long), ""},
		{"questions", "Is it? And is that? " + long + "is it.", "", "Is it? And is that?", ""},
		{"leading to a question", strings.Repeat("It is so. ", 25) + "Is it?", "", strings.Repeat("It is so. ", 25) + "Is it?", ""},
		{"cell to run", "Put in a number and run the cell. It answers.", "", "", ""},
		{"cell to run, opened", "**Try it.** Run the cell: it moves. Which one? *Stop* ends it.", "", "[Try it.] Which one?", ""},
		{"cell to run, within", "It is one. **Run the cell again.** It is two.", "", "It is one.  It is two.", ""},
		{"captured", "## Title\n\nOne.\n\n```\na b\n```\n\n```go\nx\n```", "Title", "One.", ""},
		{"heading", "## Title\n\nOne.", "Title", "One.", ""},
		{"question of a lesson", "# Title\n\n**The question.** Is it? " + long, "Title", "[The question.] Is it? " + strings.TrimSpace(long), ""},
		{"list", "**You can**\n\n- a *b*;\n- c.", "", "", "You can: ul a b;/c."},
		{"steps", "1. a\n2. b", "", "", ": ol a/b"},
		{"table", "## Words\n\n| a |\n| - |\n| 1 |", "Words", "", ":  a1"},
		{"fold", "<details><summary>Hint</summary>x</details>", "", "", ""},
	}
	for _, tt := range tests {
		b, err := Parse(tt.source).Brief(nil, "")
		if err != nil {
			t.Fatal(err)
		}
		points, lists := shown(b)
		if b.Title != tt.title || points != tt.points || lists != tt.lists {
			t.Errorf("%s: got %q, %q, %q, want %q, %q, %q", tt.name, b.Title, points, lists, tt.title, tt.points, tt.lists)
		}
		if captured := strings.Join(b.Captured, "|"); tt.name == "captured" != (captured == "a b\n") {
			t.Errorf("%s: got output %q", tt.name, captured)
		}
	}
}

func TestLongNamesCanBeBroken(t *testing.T) {
	got := breakable("<li>aB <code>short.nameOfCode long.nameOfCode(andMore)</code></li>")
	if want := template.HTML("<li>aB <code>short.nameOfCode long.<wbr>name<wbr>Of<wbr>Code(<wbr>and<wbr>More)</code></li>"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// shown writes a brief in a line.
func shown(b Brief) (points, lists string) {
	var ps, ls []string
	for _, p := range b.Points {
		s := strings.TrimSpace(words(p.Rest))
		if p.Opening != "" {
			s = "[" + p.Opening + "] " + s
		}
		ps = append(ps, s)
	}
	for _, l := range b.Lists {
		var items []string
		for _, it := range l.Items {
			items = append(items, strings.Join(strings.Fields(words(it.HTML)), ""))
		}
		ls = append(ls, l.Title+": "+l.Element+" "+strings.ReplaceAll(strings.Join(items, "/"), "ab", "a b"))
	}
	return strings.Join(ps, "|"), strings.Join(ls, "|")
}

func TestOutputs(t *testing.T) {
	cell := ipynb.Cell{Type: "code", ID: "c", Outputs: []ipynb.Output{
		{Type: "stream", Stream: "stdout", Text: "a\n"},
		{Type: "display_data", Data: ipynb.Bundle{"text/plain": "b\n"}},
		{Type: "display_data", Data: ipynb.Bundle{"text/html": "<b>c</b>", "text/plain": "c"}},
		{Type: "display_data", Data: ipynb.Bundle{"text/markdown": "*d*", "text/plain": "d"}},
		{Type: "stream", Stream: "stderr", Text: "e"},
		{Type: "error", Traceback: []string{"f", "g"}},
	}}
	outputs, err := Outputs(cell, NewFigures(nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	want := []Output{{Text: "a\nb\n"}, {HTML: "<b>c</b>"}, {HTML: "<p><em>d</em></p>\n"}, {Failure: "e"}, {Failure: "f\ng"}}
	if len(outputs) != len(want) {
		t.Fatalf("got %+v, want %+v", outputs, want)
	}
	for i := range want {
		if outputs[i] != want[i] {
			t.Errorf("output %d: got %+v, want %+v", i+1, outputs[i], want[i])
		}
	}
}

// A stored picture is drawn afresh only if it is the very same.
func TestFigureIsFound(t *testing.T) {
	ours, others := figure(t, 1), figure(t, 2)
	for _, tt := range []struct {
		name         string
		stored       *plots.Figure
		found, dark  bool
		source, kind string
	}{
		{"same", ours, true, false, plots.Light.Name, "svg"},
		{"same, dark", ours.In(plots.Dark), true, true, plots.Dark.Name, "svg"},
		{"other delay", others, false, false, "", "png"},
	} {
		outputs, err := Outputs(ipynb.Cell{Outputs: []ipynb.Output{storedOutput(t, tt.stored)}}, NewFigures([]*plots.Figure{ours}, ""))
		if err != nil {
			t.Fatal(err)
		}
		p := outputs[0].Picture
		if p == nil || p.Known != tt.found || p.dark != tt.dark || p.Alt != tt.stored.Description() {
			t.Fatalf("%s: got %+v", tt.name, p)
		}
		source, err := p.Source(plots.Slide, plots.Light)
		if err != nil || !strings.HasPrefix(string(source), "data:image/"+tt.kind) {
			t.Errorf("%s: got %.40s, %v, want %s", tt.name, source, err, tt.kind)
		}
		if svg, _ := base64.StdEncoding.DecodeString(string(source[strings.Index(string(source), ",")+1:])); tt.found && !strings.Contains(string(svg), "-slide-"+tt.source) {
			t.Errorf("%s: want it at slide size in %s, got %.200s", tt.name, tt.source, svg)
		}
	}
}

// What no recipe draws may have been drawn while the lesson ran.
func TestDrawnFigureIsFound(t *testing.T) {
	dir := t.TempDir()
	stored := storedOutput(t, figure(t, 2))
	find := func() *Picture {
		outputs, err := Outputs(ipynb.Cell{Outputs: []ipynb.Output{stored}}, NewFigures(nil, dir))
		if err != nil {
			t.Fatal(err)
		}
		return outputs[0].Picture
	}
	if p := find(); p.Known {
		t.Errorf("found in an empty folder: %+v", p)
	}
	sum := fmt.Sprintf("%08x", crc32.ChecksumIEEE(find().png))
	for name, text := range map[string]string{".txt": "Title\nNote, with\nlines", "-slide-dark.svg": "<svg/>"} {
		if err := os.WriteFile(filepath.Join(dir, sum+name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := find()
	if !p.Known || p.Title != "Title" || p.Note != "Note, with\nlines" {
		t.Errorf("got %+v", p)
	}
	if source, err := p.Source(plots.Slide, plots.Dark); err != nil || string(source) != "data:image/svg+xml;base64,PHN2Zy8+" {
		t.Errorf("got %s, %v", source, err)
	}
	if source, err := p.Source(plots.Slide, plots.Light); err == nil {
		t.Errorf("want an error for what is not there, got %s", source)
	}
}

// storedOutput returns a figure as a notebook stores it.
func storedOutput(t *testing.T, f *plots.Figure) ipynb.Output {
	t.Helper()
	b, err := f.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	return ipynb.Output{Type: "display_data", Data: ipynb.Bundle{
		"text/html": b.Data["text/html"],
		"image/png": base64.StdEncoding.EncodeToString(b.Data["image/png"].([]byte)),
	}}
}

func figure(t *testing.T, delay int) *plots.Figure {
	t.Helper()
	outcomes, err := sim.Sweep(sim.Grid(sim.Default(), []int{delay}, []int{0, 1}))
	if err != nil {
		t.Fatal(err)
	}
	f, err := plots.StateGrowth(outcomes)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWriteLeavesNoHalfFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, []File{{"sub/a", []byte("1")}, {"b", []byte("2")}})
	if err == nil || !strings.HasPrefix(err.Error(), "page: write b: ") {
		t.Errorf("a folder has the name: got %v", err)
	}
	files, err := ReadFolder(filepath.Join(dir, "sub"), "to")
	if err != nil || len(files) != 1 || files[0].Name != "to/a" || string(files[0].Data) != "1" {
		t.Errorf("got %v, %v", files, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := Write(filepath.Join(dir, "sub", "a"), files); err == nil {
		t.Error("a file stands where the folder goes: want an error, got none")
	}
}
