package plots

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

// drawings names the setting that is a folder for those who make pages and
// slides of a notebook: figures that are shown are drawn into it too, in both
// sizes and themes. A notebook stores them in one only.
const drawings = "TIDEMARK_FIGURES"

// draws writes what pages need of a figure that is shown as a PNG: its SVGs,
// and a text with its title and, in the next line, its note. The files have the
// checksum of the PNG in front of their names, by which they are found.
func (f *Figure) draws(png []byte) error {
	dir := os.Getenv(drawings)
	if dir == "" {
		return nil
	}
	name := filepath.Join(dir, fmt.Sprintf("%08x", crc32.ChecksumIEEE(png)))
	if err := writeFile(name+".txt", []byte(f.Title+"\n"+f.Note)); err != nil {
		return fmt.Errorf("plots: draw %s for pages: %w", f.Name, err)
	}
	for _, r := range Renderings() {
		if r.Format != SVG {
			continue
		}
		data, err := f.Render(r)
		if err != nil {
			return err
		}
		if err := writeFile(fmt.Sprintf("%s-%s-%s.svg", name, r.Size.Name, r.Theme.Name), data); err != nil {
			return fmt.Errorf("plots: draw %s for pages: %w", f.Name, err)
		}
	}
	return nil
}
