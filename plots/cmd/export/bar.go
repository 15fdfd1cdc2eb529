package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"tidemark/plots"
)

// A bar shows how far the export has come: as a bar on a terminal, and as a
// line now and then where the output is kept.
type bar struct {
	out         io.Writer
	total, done int
	moving      bool
}

// step counts a file.
func (b *bar) step(f plots.File) {
	b.done++
	switch {
	case b.moving:
		const width = 30
		full := width * b.done / max(b.total, 1)
		fmt.Fprintf(b.out, "\r\033[K[%s%s] %d/%d %s", strings.Repeat("=", full), strings.Repeat(" ", width-full),
			b.done, b.total, filepath.Base(f.Path))
	case b.done >= b.total || 4*b.done/b.total > 4*(b.done-1)/b.total:
		fmt.Fprintf(b.out, "%d of %d files\n", b.done, b.total)
	}
}

// finish clears the bar.
func (b *bar) finish() {
	if b.moving {
		fmt.Fprint(b.out, "\r\033[K")
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
