// Package checkout finds this checkout of the project, and copies it to where a test may do as it
// likes.
package checkout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Root gives the top directory: the nearest one upwards that holds the lessons' kernel.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("checkout: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, Kernels)); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("checkout: no directory upwards has " + Kernels)
		}
		dir = filepath.Dir(dir)
	}
}

// Places in the checkout.
const (
	Lessons = "notebooks"
	Kernels = "notebooks/internal/setup" // what JUPYTER_PATH names
	Tools   = ".tools"
	Venv    = ".venv"
)

// written names what the set-up and the lessons write at the top and in the lessons.
var written = []string{".git", Tools, Venv, "site", "slides", "notebooks/exports"}

// Copy copies the checkout without what the set-up and the lessons wrote in it.
func Copy(root, to string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch {
		case slices.Contains(written, filepath.ToSlash(rel)), strings.HasSuffix(rel, ".ipynb_checkpoints"):
			return skip(d)
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		return copyFile(path, filepath.Join(to, rel), d)
	})
}

func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func copyFile(from, to string, d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}
