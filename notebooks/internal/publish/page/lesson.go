// Package page turns the cells of a lesson into HTML that needs nothing from
// elsewhere: prose, code, and outputs with their figures. What surrounds them
// is up to those who publish: see the packages site and deck.
package page

import (
	"fmt"
	"html/template"
	"path/filepath"
	"strings"

	"github.com/yuin/goldmark/ast"

	"tidemark/notebooks/internal/ipynb"
)

// Frames is the folder, beside the pages, with what controls need to work.
const Frames = "frames"

// HasControls reports whether an output has controls in it, and its page needs
// the style and the script in the folder Frames.
func HasControls(html template.HTML) bool { return strings.Contains(string(html), "tidemark-controls") }

// A Lesson is a notebook that is to be published.
type Lesson struct {
	Path     string // of the notebook
	Name     string // of its files, as in 03-window-tolerance-state
	Title    string // its first heading
	Question string // its first paragraph, without the words that open it
	Notebook *ipynb.Notebook
}

// Read reads the notebooks in order.
func Read(paths []string) ([]Lesson, error) {
	lessons := make([]Lesson, len(paths))
	for i, path := range paths {
		nb, err := ipynb.Read(path)
		if err != nil {
			return nil, err
		}
		if lessons[i], err = newLesson(path, nb); err != nil {
			return nil, err
		}
	}
	return lessons, nil
}

func newLesson(path string, nb *ipynb.Notebook) (Lesson, error) {
	l := Lesson{Path: path, Name: strings.TrimSuffix(filepath.Base(path), ".ipynb"), Notebook: nb}
	if len(nb.Cells) == 0 || nb.Cells[0].IsCode() {
		return l, fmt.Errorf("page: lesson %s must begin with a cell of prose", l.Name)
	}
	text := Parse(string(nb.Cells[0].Source))
	for n := range text.blocks() {
		switch n := n.(type) {
		case *ast.Heading:
			if l.Title == "" {
				l.Title = text.Plain(n)
			}
		case *ast.Paragraph:
			if l.Question == "" {
				l.Question = text.afterOpening(n)
			}
		}
	}
	if l.Title == "" || l.Question == "" {
		return l, fmt.Errorf("page: first cell of lesson %s must have a heading and a paragraph", l.Name)
	}
	return l, nil
}

// Links says where the pages of lessons are: the name of a notebook's file to
// that of its page.
type Links map[string]string

// LinksTo returns the links to pages that are named like their lessons.
func LinksTo(lessons []Lesson) Links {
	links := Links{}
	for _, l := range lessons {
		links[filepath.Base(l.Path)] = l.Name + ".html"
	}
	return links
}
