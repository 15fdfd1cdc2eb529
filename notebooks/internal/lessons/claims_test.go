package lessons

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
)

// What the text of a lesson states is computed beside it. Numbers in words are
// left to the reader.

var (
	number   = regexp.MustCompile(`\d[\d,_]*(?:\.\d+)?`)
	stated   = regexp.MustCompile(`(?:^|[^\w./#-])(\d[\d,]*(?:\.\d+)?)\b(?:[^\w-]|-\D|$)`)
	link     = regexp.MustCompile(`\]\([^)]*\)`)
	heading  = regexp.MustCompile(`(?m)^##+ `)
	lessonNo = regexp.MustCompile(`^0\d$`) // as in "lesson 03"
	promise  = regexp.MustCompile(`\*\*Time:\*\* about (\d+) minutes, or (\d+) if you only read`)
	overall  = regexp.MustCompile(`^(?:short|summary|exercise|solution)`)
)

// plainNumber writes 1,000 and 1_000 as 1000.
func plainNumber(s string) string { return strings.NewReplacer(",", "", "_", "").Replace(s) }

// numbersIn gives the numbers that stand in the sources and outputs of code.
func numbersIn(cells []ipynb.Cell) map[string]bool {
	in := map[string]bool{}
	for _, c := range cells {
		if !c.IsCode() {
			continue
		}
		for _, n := range number.FindAllString(string(c.Source)+"\n"+outputs(c), -1) {
			in[plainNumber(n)] = true
		}
	}
	return in
}

// A tie is a number that a text states, and where it may come from: a cell of
// its section, or the proof. A summary or an exercise may recall any cell.
type tie struct {
	cell, number  string
	beside, proof map[string]bool
}

func (t tie) holds(number string) bool { return t.beside[number] || t.proof[number] }

// ties gives a tie for each number that the text of a lesson states.
func ties(nb *ipynb.Notebook) []tie {
	var all []tie
	proof, whole := numbersIn(nb.Cells[len(nb.Cells)-1:]), numbersIn(nb.Cells)
	for _, section := range sections(nb.Cells) {
		beside := numbersIn(section)
		for _, c := range section {
			if c.IsCode() {
				continue
			}
			in := beside
			if overall.MatchString(c.ID) {
				in = whole
			}
			text := promise.ReplaceAllString(link.ReplaceAllString(string(c.Source), "]"), "")
			for _, m := range stated.FindAllStringSubmatch(text, -1) {
				if n := plainNumber(m[1]); !lessonNo.MatchString(n) {
					all = append(all, tie{c.ID, n, in, proof})
				}
			}
		}
	}
	return all
}

// sections cuts cells where a heading begins.
func sections(cells []ipynb.Cell) [][]ipynb.Cell {
	var all [][]ipynb.Cell
	from := 0
	for i, c := range cells {
		if i > from && !c.IsCode() && heading.MatchString(string(c.Source)) {
			all = append(all, cells[from:i])
			from = i
		}
	}
	return append(all, cells[from:])
}

// excuses reads the numbers that no run can have, each with its reason.
func excuses(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/untied.txt")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("testdata/untied.txt: want lesson, cell and number, two spaces and a reason, got %q", line)
		}
		reasons[key] = reason
	}
	return reasons
}

func TestNumbersAreTied(t *testing.T) {
	reasons := excuses(t)
	used := map[string]bool{}
	for _, name := range lessons(t) {
		for _, n := range ties(read(t, name)) {
			key, everywhere := fmt.Sprintf("%s %s %s", name[:2], n.cell, n.number), fmt.Sprintf("%s * %s", name[:2], n.number)
			switch {
			case n.holds(n.number):
			case reasons[everywhere] != "":
				used[everywhere] = true
			case reasons[key] != "":
				used[key] = true
			default:
				t.Errorf("%s: cell %s states %s, and neither its section nor the proof has it", name, n.cell, n.number)
			}
		}
	}
	for key := range reasons {
		if !used[key] {
			t.Errorf("testdata/untied.txt: %q is tied, or gone from the text", key)
		}
	}
}

// A number of three digits or more that is off by one is found, in nine cases
// of ten. Of small numbers every section is full.
func TestTiesCanBreak(t *testing.T) {
	tried, found := 0, 0
	for _, name := range lessons(t) {
		for _, n := range ties(read(t, name)) {
			if v, err := strconv.Atoi(n.number); err == nil && v >= 100 && n.holds(n.number) {
				tried++
				if !n.holds(strconv.Itoa(v + 1)) {
					found++
				}
			}
		}
	}
	if tried < 50 || found*10 < tried*9 {
		t.Errorf("want at least nine of ten changed numbers to be found, got %d of %d", found, tried)
	}
}

// proof parses a cell of tests.
func proof(source string) (*ast.File, error) {
	_, code, _ := strings.Cut(source, "\n") // after the line of %test
	return parser.ParseFile(token.NewFileSet(), "proof.go", "package proof\n"+code, 0)
}

// vacuous gives the comparisons whose left side no run decides.
func vacuous(f *ast.File) (compared int, found []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 4 {
			return true
		}
		if fun, ok := call.Fun.(*ast.Ident); ok && fun.Name == "same" {
			if compared++; fixed(call.Args[2]) {
				found = append(found, types.ExprString(call.Args[1]))
			}
		}
		return true
	})
	return compared, found
}

// fixed reports whether an expression is the same whatever runs: made of
// literals and of the answers that the exercises have on file.
func fixed(e ast.Expr) bool {
	depends := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			pkg, _ := n.X.(*ast.Ident)
			depends = depends || n.Sel.Name != "Given" && (pkg == nil || pkg.Name != "fmt" && pkg.Name != "strings")
			return false
		case *ast.Ident:
			switch n.Name {
			case "true", "false", "int", "float64", "string", "len":
			default:
				depends = true
			}
		}
		return !depends
	})
	return !depends
}

func TestProofsCompute(t *testing.T) {
	for _, name := range lessons(t) {
		cells := read(t, name).Cells
		f, err := proof(string(cells[len(cells)-1].Source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		compared, found := vacuous(f)
		if compared < 10 {
			t.Errorf("%s: want a proof of the numbers, got %d comparisons", name, compared)
		}
		for _, what := range found {
			t.Errorf("%s: the proof of %s computes nothing on its left side", name, what)
		}
	}
}

func TestVacuousProofsAreFound(t *testing.T) {
	f, err := proof(`%test
func TestIt(t *testing.T) {
	same(t, "a", 200-40, 160)
	same(t, "b", fmt.Sprint(1/55.0), "0.018")
	same(t, "c", answer.Late.Given, 40)
	same(t, "d", len("four"), 4)
	same(t, "e", window(1, 0).LateDropped, 40)
	same(t, "f", dropped, 40)
}`)
	if err != nil {
		t.Fatal(err)
	}
	if compared, found := vacuous(f); compared != 6 || strings.Join(found, "") != `"a""b""c""d"` {
		t.Errorf("want the first four of six to be found, got %s of %d", found, compared)
	}
}

// codeLines counts the lines that say something: no blank ones, comments or
// marks of the kernel.
func codeLines(c ipynb.Cell) int {
	n := 0
	for line := range strings.Lines(string(c.Source)) {
		line = strings.TrimSpace(line)
		if line != "" && line != "%%" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

func TestCellsAreShort(t *testing.T) {
	for _, name := range lessons(t) {
		cells, longer := 0, []string(nil)
		for _, c := range read(t, name).Cells {
			if !c.IsCode() || c.ID == "setup" || c.ID == "check" {
				continue
			}
			cells++
			n := codeLines(c)
			if n > 15 {
				t.Errorf("%s: cell %s: want at most 15 lines, got %d", name, c.ID, n)
			}
			if n > 12 {
				longer = append(longer, c.ID)
			}
		}
		if len(longer)*10 > cells {
			t.Errorf("%s: want nine in ten cells with at most 12 lines, got longer ones in %d of %d: %v", name, len(longer), cells, longer)
		}
	}
}

// The head promises the time that it takes to read at 200 words a minute, and
// with it a minute for each cell that asks to be changed.
func TestHeadsPromiseTheTime(t *testing.T) {
	asks := regexp.MustCompile(`predict :=|// (?:try|and) |// true |live\.Show`)
	folded := regexp.MustCompile(`(?s)<details>.*?</details>`)
	for _, name := range lessons(t) {
		nb := read(t, name)
		words, changed := 0, 0
		for _, c := range nb.Cells {
			switch {
			case !c.IsCode():
				words += len(strings.Fields(link.ReplaceAllString(folded.ReplaceAllString(string(c.Source), ""), "]")))
			case c.ID != "check" && asks.MatchString(string(c.Source)):
				changed++
			}
		}
		m := promise.FindStringSubmatch(string(nb.Cells[0].Source))
		if m == nil {
			t.Errorf("%s: want the time in the head, got none", name)
			continue
		}
		whole, _ := strconv.Atoi(m[1])
		reading, _ := strconv.Atoi(m[2])
		takes := float64(words) / 200
		if math.Abs(float64(reading)-takes) > 3 || math.Abs(float64(whole)-takes-float64(changed)) > 5 {
			t.Errorf("%s: the head promises %d minutes, %d to read, and it takes %.0f and %.0f", name, whole, reading, takes+float64(changed), takes)
		}
	}
}
