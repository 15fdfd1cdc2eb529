package page

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
)

// A File is one to be written, by its name below a folder, with slashes.
type File struct {
	Name string
	Data []byte
}

// ReadFolder returns the files in a folder, to be written into another.
func ReadFolder(dir, to string) ([]File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	var files []File
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		files = append(files, File{to + "/" + e.Name(), data})
	}
	return files, nil
}

// Write writes files into a folder, which it makes if need be. Each of them is
// whole or not there.
func Write(dir string, files []File) error {
	for _, f := range files {
		if err := write(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data); err != nil {
			return fmt.Errorf("page: write %s: %w", f.Name, err)
		}
	}
	return nil
}

// write writes under another name and then renames.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".*.tmp")
	if err != nil {
		return err
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
	return err
}
