package checkout

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The pages of the checkout name targets of the Makefile, and link to files, that are there.
func TestPagesNameWhatIsThere(t *testing.T) {
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	makefile := read(t, filepath.Join(root, "Makefile"))
	for _, name := range []string{
		"README.md", "CONTRIBUTING.md", "LICENSE-prose.md", "notebooks/README.md", "plots/README.md",
		"sim/README.md", "sim/engine/README.md", "docker/README.md",
	} {
		page := read(t, filepath.Join(root, name))
		for _, m := range regexp.MustCompile("(?m)(?:^    |`)make ([a-z-]+)").FindAllStringSubmatch(page, -1) {
			if !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("%s: the Makefile has no %q", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile(`\]\(([^:)#]+)(?:#[^)]*)?\)`).FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s: link to a file that is not there: %s", name, m[1])
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
