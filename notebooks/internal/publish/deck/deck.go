// Package deck makes slides of lessons, one deck of reveal.js for each. How the
// cells become slides is said by their slideshow metadata, as in Jupyter:
//
//	slide      begins a slide
//	subslide   begins a slide below the last one
//	-          goes on with the slide, as does a cell that says nothing
//	fragment   goes on with it, one step later
//	notes      is for the speaker
//	skip       is left out
//
// In a lesson without such metadata each cell of prose begins a slide.
//
// A slide shows less of the prose than the lesson, see [page.Brief]; all of it
// is in the speaker's notes, with the code that does nothing but draw. What does
// not fit is spread over several slides, and a figure, drawn for slides, has one
// to itself; one that moves has its controls beside it.
package deck

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"

	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

var (
	//go:embed deck.css
	style string
	//go:embed still.css
	still string

	//go:embed deck.js
	script string
	//go:embed deck.html
	layout string
)

var pages = template.Must(template.New("deck").Parse(layout))

// reveal lists what a deck needs of the npm package reveal.js.
var reveal = []string{"LICENSE", "dist/reveal.js", "dist/reveal.css", "dist/plugin/notes.js"}

// Make returns the files of the decks: index.html, a page for each lesson, and
// what they need of reveal.js, which it takes from a folder.
func Make(lessons []page.Lesson, figures *page.Figures, from string) ([]page.File, error) {
	index, err := execute("index", frame{Title: "Tidemark: slides", Lessons: lessons})
	if err != nil {
		return nil, err
	}
	files := []page.File{{Name: "index.html", Data: index}}
	for _, l := range lessons {
		html, err := deckPage(l, page.LinksTo(lessons), figures)
		if err != nil {
			return nil, fmt.Errorf("deck: lesson %s: %w", l.Name, err)
		}
		files = append(files, page.File{Name: l.Name + ".html", Data: html})
	}
	for _, name := range reveal {
		data, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("deck: reveal.js must be set up: %w", err)
		}
		files = append(files, page.File{Name: "reveal.js/" + name, Data: data})
	}
	return files, nil
}

// A frame is what the layout of a page is filled with.
type frame struct {
	Title   string
	Lessons []page.Lesson // of the index
	Stacks  [][]slide
}

// Width and Height are those of a slide, in CSS pixels. Style and Script stand
// in each page.
func (frame) Width() int          { return width }
func (frame) Height() int         { return height }
func (frame) Style() template.CSS { return template.CSS(colours() + style) }
func (frame) Still() template.CSS { return template.CSS(still) }
func (frame) Script() template.JS { return template.JS(script) }

// Controls reports whether the deck has controls in it.
func (f frame) Controls() bool {
	return slices.ContainsFunc(slices.Concat(f.Stacks...), func(s slide) bool { return page.HasControls(s.HTML) })
}

func deckPage(l page.Lesson, links page.Links, figures *page.Figures) ([]byte, error) {
	b := builder{dir: filepath.Dir(l.Path), links: links, figures: figures}
	types := slideTypes(l.Notebook.Cells)
	for i, c := range l.Notebook.Cells {
		if err := b.add(c, types[i]); err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.ID, err)
		}
	}
	stacks, err := b.stacks()
	if err != nil {
		return nil, err
	}
	return execute("deck", frame{Title: l.Title, Stacks: stacks})
}

func execute(name string, f frame) ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, f); err != nil {
		return nil, fmt.Errorf("deck: %w", err)
	}
	return b.Bytes(), nil
}

// colours are those of the day unless the page is marked as dark.
func colours() string {
	return fmt.Sprintf(":root { %s }\n[data-theme=dark] { %s }\n", page.Colours(plots.Light), page.Colours(plots.Dark))
}
