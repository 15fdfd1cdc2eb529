package checkout

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCopyLeavesOutWhatIsWritten(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	want := map[string]bool{
		"go.mod":                           true,
		"notebooks/01.ipynb":               true,
		"notebooks/internal/setup/run.sh":  true,
		"plots/site/keep.go":               true,
		".git/config":                      false,
		".tools/bin/gonb":                  false,
		".venv/bin/jupyter":                false,
		"site/index.html":                  false,
		"notebooks/exports/a.svg":          false,
		"notebooks/.ipynb_checkpoints/a.x": false,
	}
	for name := range want {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := Copy(from, to); err != nil {
		t.Fatal(err)
	}
	for name, copied := range want {
		data, err := os.ReadFile(filepath.Join(to, name))
		if (err == nil) != copied || copied && string(data) != name {
			t.Errorf("%s: want copied %v, got %q, %v", name, copied, data, err)
		}
	}
}

func TestRoot(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	if root, err := Root(); err == nil {
		t.Errorf("want an error outside of a checkout, got %s", root)
	}
}
