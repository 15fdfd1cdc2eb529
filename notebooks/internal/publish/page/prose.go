package page

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"iter"
	"mime"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown is Markdown as Jupyter has it: with tables, HTML, and bare addresses
// as links.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(
		html.WithUnsafe(),
		renderer.WithNodeRenderers(util.Prioritized(scrolling{}, 100)),
	),
)

// Prose is the text of a cell, taken apart.
type Prose struct {
	source []byte
	root   ast.Node
}

// Parse takes Markdown apart.
func Parse(markdownText string) Prose {
	source := []byte(markdownText)
	ids := parser.NewContext(parser.WithIDs(jupyterIDs{}))
	return Prose{source, markdown.Parser().Parse(text.NewReader(source), parser.WithContext(ids))}
}

// HTML returns all of the text. Links to lessons become links to their pages
// and local pictures become part of the page; a link to any other file has
// nothing to lead to and becomes plain text. dir is the folder of the notebook.
func (p Prose) HTML(links Links, dir string) (template.HTML, error) {
	if err := p.relink(links, dir); err != nil {
		return "", err
	}
	return p.render(p.root)
}

func (p Prose) render(n ast.Node) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, p.source, n); err != nil {
		return "", fmt.Errorf("page: %w", err)
	}
	return template.HTML(emptyHeader.ReplaceAll(b.Bytes(), []byte("<td$1></td>"))), nil
}

// emptyHeader matches the corner of a table, which is the header of nothing.
var emptyHeader = regexp.MustCompile(`<th([^>]*)></th>`)

// blocks returns the outermost pieces of the text: headings, paragraphs, lists.
func (p Prose) blocks() iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		for n := p.root.FirstChild(); n != nil; {
			next := n.NextSibling() // n may be moved elsewhere
			if !yield(n) {
				return
			}
			n = next
		}
	}
}

// Plain returns the words of a piece of the text without their marks.
func (p Prose) Plain(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Value(p.source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		default:
			b.WriteString(p.Plain(c))
		}
	}
	return b.String()
}

// afterOpening returns the words of a paragraph after the bold ones that it
// opens with.
func (p Prose) afterOpening(n ast.Node) string {
	all := p.Plain(n)
	if e, ok := n.FirstChild().(*ast.Emphasis); ok && e.Level == 2 {
		all = strings.TrimPrefix(all, p.Plain(e))
	}
	return strings.TrimSpace(all)
}

// Headings returns the headings of a level with the ids that links lead to.
func (p Prose) Headings(level int) (titles []Heading) {
	for n := range p.blocks() {
		if h, ok := n.(*ast.Heading); ok && h.Level == level {
			id, _ := h.AttributeString("id")
			b, _ := id.([]byte)
			titles = append(titles, Heading{Title: p.Plain(h), ID: string(b)})
		}
	}
	return titles
}

// A Heading is one that a link can lead to.
type Heading struct{ Title, ID string }

// relink gives links and pictures the addresses that they have on the page.
func (p Prose) relink(links Links, dir string) error {
	var dead []*ast.Link
	var errs []error
	err := ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if to, ok := links.resolve(string(n.Destination)); ok {
				n.Destination = []byte(to)
			} else if entering {
				dead = append(dead, n)
			}
		case *ast.Image:
			if entering {
				to, err := inlined(dir, string(n.Destination))
				n.Destination = []byte(to)
				errs = append(errs, err)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, link := range dead {
		unwrap(link)
	}
	return errors.Join(append(errs, err)...)
}

// resolve returns where a link leads on the pages, and whether it leads
// anywhere.
func (l Links) resolve(to string) (string, bool) {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Path == "" {
		return to, err == nil
	}
	page, ok := l[u.Path]
	if !ok {
		for _, p := range l { // a link that is one already
			ok = ok || p == u.Path
		}
		return to, ok
	}
	u.Path = page
	return u.String(), true
}

// unwrap puts what stands in a node in its place.
func unwrap(n ast.Node) {
	parent := n.Parent()
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		parent.InsertBefore(parent, n, c)
		c = next
	}
	parent.RemoveChild(parent, n)
}

// inlined returns a picture beside the notebook as an address that holds it.
func inlined(dir, src string) (string, error) {
	u, err := url.Parse(src)
	if err != nil || u.Scheme == "data" {
		return src, err
	}
	kind := mime.TypeByExtension(filepath.Ext(u.Path))
	if u.IsAbs() || !strings.HasPrefix(kind, "image/") {
		return src, fmt.Errorf("page: picture must be a file beside the notebook, got %.60q", src)
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(u.Path)))
	if err != nil {
		return src, fmt.Errorf("page: %w", err)
	}
	return dataURI(kind, data), nil
}

func dataURI(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

// jupyterIDs gives headings the ids that Jupyter gives them, so that a link to
// a heading works in the notebook and on the page.
type jupyterIDs struct{}

// Generate implements [parser.IDs].
func (jupyterIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	return bytes.ReplaceAll(bytes.TrimSpace(value), []byte(" "), []byte("-"))
}

// Put implements [parser.IDs].
func (jupyterIDs) Put([]byte) {}

// scrolling writes tables and code into boxes that scroll where they are
// narrower, which can be done with the keyboard too.
type scrolling struct{}

// RegisterFuncs implements [renderer.NodeRenderer].
func (scrolling) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(extast.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		piece := "</table></div>\n"
		if entering {
			piece = `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>` + "\n"
		}
		_, err := w.WriteString(piece)
		return ast.WalkContinue, err
	})
	r.Register(ast.KindFencedCodeBlock, writeCode)
	r.Register(ast.KindCodeBlock, writeCode)
}

func writeCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	code := string(n.Lines().Value(source))
	html := template.HTML(template.HTMLEscapeString(code))
	if fenced, ok := n.(*ast.FencedCodeBlock); ok && string(fenced.Language(source)) == "go" {
		html = Code(code)
	}
	_, err := fmt.Fprintf(w, `<pre class="scroll" tabindex="0" role="group" aria-label="Example"><code>%s</code></pre>`+"\n", html)
	return ast.WalkSkipChildren, err
}
