package plots

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A File is one exported file.
type File struct {
	Path  string
	Bytes int
}

// Export writes a figure for use elsewhere, as SVG, PDF and PNG, at notebook
// and slide size, light and dark, into the folder exports beside the notebook,
// and prints what it wrote; in a notebook, as links. Like [Show] it takes along
// the error of the function that made the figure, and writes what goes wrong as
// one line to standard error:
//
//	plots.Export(plots.StateGrowth(outcomes))
//
// The file names hold what differs from the lesson's own set-up, so figures of
// two set-ups are never written over each other. Outside of a notebook the
// folder is exports in the current folder.
func Export(f *Figure, err ...error) {
	report(errors.Join(append(err, export(f, err))...))
}

func export(f *Figure, made []error) error {
	if errors.Join(made...) != nil {
		return nil
	}
	home := os.Getenv("GONB_DIR") // a cell runs elsewhere, in a temporary folder
	files, err := f.Write(filepath.Join(home, exports), Renderings()...)
	if err != nil {
		return err
	}
	text, links := listing(files)
	if !InNotebook() {
		return say(text)
	}
	return Display(Bundle{Data: map[string]any{"text/html": links, "text/plain": text}})
}

const exports = "exports"

// Write writes renderings of the figure into a folder: see [Write].
func (f *Figure) Write(dir string, rs ...Rendering) ([]File, error) {
	return Write(dir, []*Figure{f}, rs, nil)
}

// Write writes each rendering of each figure into dir, which it makes if need
// be, on all cores, and returns the files, figure by figure, in the order of
// the renderings. After each file it calls done, one call at a time, unless
// done is nil. Each file is whole or not there: what cannot be written leaves
// no part of itself, and an older file of that name stays.
func Write(dir string, figures []*Figure, rs []Rendering, done func(File)) ([]File, error) {
	for _, f := range figures {
		if err := f.validate(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("plots: make folder %s: %w", filepath.Base(dir), cause(err))
	}
	files := make([]File, len(figures)*len(rs))
	var turn sync.Mutex
	err := parallel(len(files), func(i int) (err error) {
		files[i], err = figures[i/len(rs)].write(dir, rs[i%len(rs)])
		if err == nil && done != nil {
			turn.Lock()
			defer turn.Unlock()
			done(files[i])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return files, nil
}

// write writes one rendering into a folder that is there.
func (f *Figure) write(dir string, r Rendering) (File, error) {
	data, err := f.Render(r)
	if err != nil {
		return File{}, err
	}
	path := filepath.Join(dir, f.FileName(r))
	if err := writeFile(path, data); err != nil {
		return File{}, fmt.Errorf("plots: write %s in folder %s: %w", f.FileName(r), filepath.Base(dir), err)
	}
	return File{Path: path, Bytes: len(data)}, nil
}

// writeFile writes a file under another name and then renames it.
func writeFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("a folder has that name")
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".*.tmp")
	if err != nil {
		return cause(err)
	}
	_, err = tmp.Write(data)
	err = cmp.Or(err, tmp.Chmod(0o644))
	err = cmp.Or(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return cause(err)
}

// cause returns what went wrong with a file without naming it: the name is that
// of a temporary file, with a path of this machine.
func cause(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

// listing lists files with their sizes, as text and as links. It names their
// folder as seen from the notebook, which is how a front end resolves a link,
// so that no path of this machine gets into the notebook.
func listing(files []File) (text, links string) {
	var t, l strings.Builder
	l.WriteString(`<table><tr><th style="text-align:left">file</th><th>size</th></tr>` + "\n")
	for _, f := range files {
		name := filepath.Base(f.Path)
		size := fmt.Sprintf("%s KB", Fixed(float64(f.Bytes)/1e3, 1))
		fmt.Fprintf(&t, "%s/%-58s %9s\n", exports, name, size)
		fmt.Fprintf(&l, `<tr><td style="text-align:left"><a href="%[1]s/%[2]s" target="_blank" download>%[1]s/%[3]s</a></td><td>%[4]s</td></tr>`+"\n",
			exports, url.PathEscape(name), html.EscapeString(name), size)
	}
	l.WriteString("</table>")
	return t.String(), l.String()
}
