// Package site makes a web site of lessons: a page for each and one that lists
// them. Each page is one file that needs no other and no network.
package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

//go:embed site.css
var style string

//go:embed site.js
var script string

//go:embed site.html
var layout string

var pages = template.Must(template.New("site").Parse(layout))

// Make returns the files of the site: index.html, and for each lesson its page
// and its notebook.
func Make(lessons []page.Lesson, figures *page.Figures) ([]page.File, error) {
	index, err := execute("index", frame{Title: "Tidemark", Lessons: lessons})
	if err != nil {
		return nil, err
	}
	files := []page.File{{Name: "index.html", Data: index}}
	for i, l := range lessons {
		html, err := lessonPage(lessons, i, figures)
		if err != nil {
			return nil, fmt.Errorf("site: lesson %s: %w", l.Name, err)
		}
		notebook, err := os.ReadFile(l.Path)
		if err != nil {
			return nil, fmt.Errorf("site: %w", err)
		}
		files = append(files,
			page.File{Name: l.Name + ".html", Data: html},
			page.File{Name: filepath.Base(l.Path), Data: notebook})
	}
	return files, nil
}

// A frame is what the layout of a page is filled with.
type frame struct {
	Title          string
	Lessons        []page.Lesson // of the index
	Lesson         *page.Lesson
	Previous, Next *page.Lesson
	Contents       []page.Heading
	Cells          []cell
}

// Style and Script return what stands in each page.
func (frame) Style() template.CSS { return template.CSS(colours() + style) }
func (frame) Script() template.JS { return template.JS(script) }

// Controls reports whether the page has controls in it.
func (f frame) Controls() bool {
	return slices.ContainsFunc(f.Cells, func(c cell) bool {
		return slices.ContainsFunc(c.Outputs, func(o output) bool { return page.HasControls(o.HTML) })
	})
}

// A cell is prose, or code with its outputs.
type cell struct {
	ID      string
	Number  int // of the code cell, 0 is prose
	Prose   template.HTML
	Code    template.HTML
	Folded  bool
	Lines   int // of the code
	Outputs []output
}

// An output is one thing below the code.
type output struct {
	page.Output
	Number int
	Image  *image
}

// An image is a figure on the page, by day and by night.
type image struct {
	*page.Picture
	Light template.URL
	Dark  template.Srcset // empty where there is no other than the one for the day
}

func lessonPage(lessons []page.Lesson, i int, figures *page.Figures) ([]byte, error) {
	l := lessons[i]
	f := frame{Title: l.Title, Lesson: &l}
	if i > 0 {
		f.Previous = &lessons[i-1]
	}
	if i+1 < len(lessons) {
		f.Next = &lessons[i+1]
	}
	links := page.LinksTo(lessons)
	number := 0
	for _, c := range l.Notebook.Cells {
		if !c.IsCode() {
			text := page.Parse(string(c.Source))
			f.Contents = append(f.Contents, text.Headings(2)...)
			html, err := text.HTML(links, filepath.Dir(l.Path))
			if err != nil {
				return nil, fmt.Errorf("cell %s: %w", c.ID, err)
			}
			f.Cells = append(f.Cells, cell{ID: c.ID, Prose: html})
			continue
		}
		number++
		made, err := codeCell(c, number, figures)
		if err != nil {
			return nil, err
		}
		f.Cells = append(f.Cells, made)
	}
	return execute("lesson", f)
}

// long is how many lines of code are folded away at first: the cell that proves
// the numbers of a lesson is long, and few read it.
const long = 40

func codeCell(c ipynb.Cell, number int, figures *page.Figures) (cell, error) {
	source := string(c.Source)
	made := cell{
		ID:     c.ID,
		Number: number,
		Code:   page.Code(source),
		Lines:  strings.Count(source, "\n") + 1,
	}
	made.Folded = made.Lines > long
	outputs, err := page.Outputs(c, figures)
	if err != nil {
		return made, err
	}
	for _, o := range outputs {
		shown := output{Output: o, Number: number}
		if o.Picture != nil {
			if shown.Image, err = newImage(o.Picture); err != nil {
				return made, err
			}
		}
		made.Outputs = append(made.Outputs, shown)
	}
	return made, nil
}

func newImage(p *page.Picture) (*image, error) {
	light, err := p.Source(plots.Notebook, plots.Light)
	if err != nil {
		return nil, err
	}
	dark, err := p.Source(plots.Notebook, plots.Dark)
	if dark == light {
		dark = ""
	}
	return &image{p, light, template.Srcset(dark)}, err
}

// colours follow the reader's preference.
func colours() string {
	return fmt.Sprintf(":root { %s }\n@media (prefers-color-scheme: dark) { :root { %s } }\n",
		page.Colours(plots.Light), page.Colours(plots.Dark))
}

func execute(name string, f frame) ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, f); err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return b.Bytes(), nil
}
