package page

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A Brief is what a slide shows of a cell of prose: not all that it says. A
// paragraph opens with its point, so a long one is cut after that, mostly its
// first sentence, and only the first paragraph of a cell and those that open with
// bold words are points at all.
//
// What only a reader at the notebook can do, run a cell, is no point. Output
// that the prose holds is kept: it stands in a fence that names no language.
type Brief struct {
	Title    string // the first heading
	Level    int    // of that heading, 0 is none
	Points   []Point
	Lists    []List
	Captured []string // output
}

// A List is a list in pieces, so that a long one can go on on another slide. A
// table or a quotation is one that has a single item and no element around it.
type List struct {
	Title   string // the paragraph before it, if that is bold
	Element string // ul, ol or none
	Items   []Item
	First   bool // stands in front of all points
}

// An Item is one of a list.
type Item struct {
	HTML   template.HTML
	Length int     // in characters, of what is no part of a table
	Rows   [][]int // of a table: the lengths of its cells, row by row
}

// A Point is what a paragraph says.
type Point struct {
	Opening string        // bold words that the paragraph opens with
	Rest    template.HTML // what follows them
	Length  int           // of both, in characters
}

// Parts parts a table into so many, each with its head and about as many rows.
func (it Item) Parts(n int) (parts []Item) {
	head, rest, _ := strings.Cut(string(it.HTML), "<tbody>")
	body, tail, _ := strings.Cut(rest, "</tbody>")
	rows := strings.SplitAfter(body, "</tr>")
	for i := range n {
		from, to := i*(len(it.Rows)-1)/n, (i+1)*(len(it.Rows)-1)/n
		part := strings.Join(rows[from:to], "")
		parts = append(parts, Item{
			HTML: template.HTML(head + "<tbody>" + part + "</tbody>" + tail),
			Rows: append(it.Rows[:1:1], it.Rows[1+from:1+to]...),
		})
	}
	return parts
}

// short is the length of a paragraph that is shown whole, in characters.
const short = 200

// Brief returns what a slide shows of the text.
func (p Prose) Brief(links Links, dir string) (b Brief, err error) {
	if err := p.relink(links, dir); err != nil {
		return b, err
	}
	for n := range p.blocks() {
		if err := b.add(p, n); err != nil {
			return b, err
		}
	}
	return b, nil
}

// add adds what a slide shows of a block.
func (b *Brief) add(p Prose, n ast.Node) error {
	switch n := n.(type) {
	case *ast.Heading:
		if b.Level == 0 {
			b.Title, b.Level = p.Plain(n), n.Level
		}
	case *ast.Paragraph:
		if p.opening(n) != nil || len(b.Points) == 0 {
			return b.addPoint(p, n)
		}
	case *ast.List, *ast.Blockquote, *extast.Table:
		return b.addList(p, n)
	case *ast.FencedCodeBlock:
		if n.Info == nil {
			b.Captured = append(b.Captured, string(n.Lines().Value(p.source)))
		}
	}
	return nil
}

// addList adds a list, a quotation or a table, under the bold line before it.
func (b *Brief) addList(p Prose, n ast.Node) (err error) {
	items, l := []ast.Node{n}, List{}
	if list, ok := n.(*ast.List); ok {
		items, l.Element = children(list), "ul"
		if list.IsOrdered() {
			l.Element = "ol"
		}
	}
	for _, item := range items {
		it := Item{Length: utf8.RuneCountInString(p.Plain(item)), Rows: p.rows(item)}
		if it.HTML, err = p.render(item); err != nil {
			return err
		}
		it.HTML = breakable(it.HTML)
		l.Items = append(l.Items, it)
	}
	if last := len(b.Points) - 1; last >= 0 && b.Points[last].Rest == "" {
		l.Title, b.Points = b.Points[last].Opening, b.Points[:last]
	}
	l.First = len(b.Points) == 0
	b.Lists = append(b.Lists, l)
	return nil
}

var (
	inCode   = regexp.MustCompile(`<code>[^<]*</code>`)
	longName = regexp.MustCompile(`[^\s<>]{18,}`)
	joints   = []*regexp.Regexp{regexp.MustCompile(`([.(])([A-Za-z])`), regexp.MustCompile(`([a-z])([A-Z])`)}
)

// breakable lets the long names of code in lists and tables be broken where
// their words meet.
func breakable(html template.HTML) template.HTML {
	return template.HTML(inCode.ReplaceAllStringFunc(string(html), func(code string) string {
		return longName.ReplaceAllStringFunc(code, func(long string) string {
			for _, j := range joints {
				long = j.ReplaceAllString(long, "$1<wbr>$2")
			}
			return long
		})
	}))
}

// rows returns the lengths of the cells of a table, and nothing for all else.
func (p Prose) rows(n ast.Node) (rows [][]int) {
	if n.Kind() != extast.KindTable {
		return nil
	}
	for _, row := range children(n) {
		var lengths []int
		for _, cell := range children(row) {
			lengths = append(lengths, utf8.RuneCountInString(p.Plain(cell)))
		}
		rows = append(rows, lengths)
	}
	return rows
}

func children(n ast.Node) (nodes []ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		nodes = append(nodes, c)
	}
	return nodes
}

// opening returns the bold words that a paragraph opens with, or nil.
func (p Prose) opening(n ast.Node) *ast.Emphasis {
	if e, ok := n.FirstChild().(*ast.Emphasis); ok && e.Level == 2 {
		return e
	}
	return nil
}

// addPoint adds the point of a paragraph, which it cuts down to that. The
// question that a lesson opens with is asked in full. A paragraph that leads to a
// question is longer before it is cut, and so is one that announces something.
func (b *Brief) addPoint(p Prose, n *ast.Paragraph) error {
	ran := p.leaveOutCell(n)
	if !n.HasChildren() {
		return nil
	}
	var pt Point
	plain := strings.TrimSpace(p.Plain(n))
	question := b.Level == 1 && len(b.Points) == 0
	leads := (strings.HasSuffix(plain, "?") || p.announces(n)) && len(plain) < 2*short
	if !question && !leads && (ran || len(plain) > short) {
		p.cut(n)
	}
	pt.Length = utf8.RuneCountInString(p.Plain(n))
	if e := p.opening(n); e != nil {
		pt.Opening = p.Plain(e)
		n.RemoveChild(n, e)
	}
	for _, c := range children(n) {
		html, err := p.render(c)
		if err != nil {
			return err
		}
		pt.Rest += html
	}
	b.Points = append(b.Points, pt)
	return nil
}

// toRun matches what tells a reader to run a cell.
var toRun = regexp.MustCompile(`(?i)\brun the cell\b`)

// leaveOutCell removes from a paragraph what tells to run a cell: bold words
// within it, and the sentence that it begins with, or that follows the bold
// words it opens with. Where there are none of those, all of it is about the
// cell. It reports whether the paragraph began with that.
func (p Prose) leaveOutCell(n *ast.Paragraph) bool {
	opening := p.opening(n)
	for _, c := range children(n) {
		if e, ok := c.(*ast.Emphasis); ok && e != opening && toRun.MatchString(p.Plain(e)) {
			n.RemoveChild(n, e)
		}
	}
	first := n.FirstChild()
	if opening != nil {
		first = opening.NextSibling()
	}
	t, ok := first.(*ast.Text)
	if !ok {
		return false
	}
	text := t.Segment.Value(p.source)
	ends := sentences(text)
	if len(ends) == 0 || !toRun.Match(text[:ends[0]]) {
		return false
	}
	if opening == nil {
		n.RemoveChildren(n)
	}
	t.Segment = t.Segment.WithStart(t.Segment.Start + ends[0])
	return true
}

// announces reports whether a paragraph begins with a sentence that is too short
// to say anything by itself.
func (p Prose) announces(n *ast.Paragraph) bool {
	t, ok := n.FirstChild().(*ast.Text)
	if !ok {
		return false
	}
	text := t.Segment.Value(p.source)
	ends := sentences(text)
	return len(ends) > 0 && ends[0] < veryShort && text[ends[0]-1] == '.'
}

// veryShort is the length of a sentence, in bytes.
const veryShort = 12

// cut removes what follows the point of a paragraph. Bold words that it opens
// with are no sentence, and a sentence does not end within emphasis.
func (p Prose) cut(n *ast.Paragraph) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			continue
		}
		if end := point(t.Segment.Value(p.source)); end > 0 {
			t.Segment = t.Segment.WithStop(t.Segment.Start + end)
			t.SetSoftLineBreak(false)
			for after := t.NextSibling(); after != nil; after = t.NextSibling() {
				n.RemoveChild(n, after)
			}
			return
		}
	}
}

var stop = regexp.MustCompile(`[.?!][”")]?(?:\s+|$)`)

// sentences returns where the sentences of a text end. A stop in front of a
// small letter ends none.
func sentences(text []byte) (ends []int) {
	for _, m := range stop.FindAllIndex(text, -1) {
		if next, _ := utf8.DecodeRune(text[m[1]:]); !unicode.IsLower(next) {
			ends = append(ends, len(bytes.TrimRight(text[:m[1]], " \n")))
		}
	}
	return ends
}

// point returns the length of the sentences that a text begins with and that
// make its point, and 0 if none ends there.
func point(text []byte) int {
	ends := sentences(text)
	if len(ends) == 0 {
		return 0
	}
	n := 1
	for n < len(ends) && goesOn(text, ends[:n+1]) {
		n++
	}
	return ends[n-1]
}

// Lengths of a sentence that is short, and of two that are not long, in bytes.
const shortOne, shortTwo = 35, 140

// goesOn reports whether the last of some sentences belongs to those before it:
// a question to questions, an objection to the first, or any to a short one.
func goesOn(text []byte, ends []int) bool {
	last := len(ends) - 1
	next := bytes.TrimSpace(text[ends[last-1]:ends[last]])
	switch asks := bytes.HasSuffix(text[:ends[last-1]], []byte("?")); {
	case asks:
		return bytes.HasSuffix(next, []byte("?"))
	case last > 1:
		return false
	}
	return bytes.HasPrefix(next, []byte("But ")) || ends[0] < shortOne && ends[1] <= shortTwo
}
