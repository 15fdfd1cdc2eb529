// Package jupytertest finds the set-up of the checkout for tests that want a kernel.
package jupytertest

import (
	"os"
	"path/filepath"
	"testing"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/jupyter"
)

// Want gives the Jupyter of the checkout and its top directory. It skips the test where nobody has
// run the set-up, and fails it where the set-up is not whole.
func Want(t testing.TB) (jupyter.Jupyter, string) {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, checkout.Tools)); err != nil {
		t.Skip(jupyter.ErrNoSetup)
	}
	j, err := jupyter.Find(root)
	if err != nil {
		t.Fatal(err)
	}
	return j, root
}
