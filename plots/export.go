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

// Write writes renderings of the figure into dir, which it makes if need be,
// and returns the files in the order of the renderings. They are rendered on
// all cores. Each file is whole or not there: what cannot be written leaves no
// part of itself, and an older file of that name stays.
func (f *Figure) Write(dir string, rs ...Rendering) ([]File, error) {
	if err := f.validate(); err != nil {
		return nil, err
	}
	data := make([][]byte, len(rs))
	err := parallel(len(rs), func(i int) (err error) {
		data[i], err = f.Render(rs[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("plots: make folder %s: %w", filepath.Base(dir), cause(err))
	}
	files := make([]File, len(rs))
	for i, r := range rs {
		files[i] = File{Path: filepath.Join(dir, f.FileName(r)), Bytes: len(data[i])}
		if err := writeFile(files[i].Path, data[i]); err != nil {
			return files[:i], fmt.Errorf("plots: write %s in folder %s: %w", f.FileName(r), filepath.Base(dir), err)
		}
	}
	return files, nil
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
	l.WriteString("<table><tr><th>file</th><th>size</th></tr>\n")
	for _, f := range files {
		name := filepath.Base(f.Path)
		size := fmt.Sprintf("%s KB", Fixed(float64(f.Bytes)/1e3, 1))
		fmt.Fprintf(&t, "%s/%-58s %9s\n", exports, name, size)
		fmt.Fprintf(&l, `<tr><td style="text-align:left"><a href="%s/%s" target="_blank" download>%s</a></td><td>%s</td></tr>`+"\n",
			exports, url.PathEscape(name), html.EscapeString(name), size)
	}
	l.WriteString("</table>")
	return t.String(), l.String()
}
