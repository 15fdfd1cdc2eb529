// Package docker tests the image of the lessons as far as that goes without an engine: what its
// entry point does to the learner's folder, and that what its files have to repeat is the same
// everywhere.
package docker

import (
	"encoding/json"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// read gives a file of the checkout, by its path from the top.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// find gives what the pattern's only group matches, and fails without a match.
func find(t *testing.T, name, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)` + pattern).FindStringSubmatch(read(t, name))
	if m == nil {
		t.Fatalf("%s: want %s", name, pattern)
	}
	return m[1]
}

// modules gives the go.mod files of the checkout.
func modules(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", ".tools", ".venv", "node_modules"}, d.Name()):
			return filepath.SkipDir
		case d.Name() == "go.mod":
			found = append(found, strings.TrimPrefix(path, "../"))
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("want modules, got %v, %v", found, err)
	}
	return found
}

// The image has the Go that the checkout asks for, and no module asks for a newer language.
func TestGoIsThatOfTheCheckout(t *testing.T) {
	image := "go" + find(t, "docker/Dockerfile", `^ARG GO_IMAGE=golang:([\d.]+)-bookworm$`)
	for _, name := range modules(t) {
		lang := version.Lang("go" + find(t, name, `^go ([\d.]+)$`))
		if name == "go.mod" && lang != image || version.Compare(lang, image) > 0 {
			t.Errorf("%s: wants %s, the image has %s", name, lang, image)
		}
	}
}

func TestPythonIsNewEnough(t *testing.T) {
	image := find(t, "docker/Dockerfile", `^ARG PYTHON_IMAGE=python:([\d.]+)-slim-bookworm$`)
	want := strings.ReplaceAll(find(t, "notebooks/internal/setup/setup.sh", `sys\.version_info < \((\d+, \d+)\)`), ", ", ".")
	if version.Compare("go"+image, "go"+want) < 0 {
		t.Errorf("want Python %s or newer in the image, got %s", want, image)
	}
}

// What is fetched is fetched by setup.sh, in the versions of "make lab"; the editor's image adds
// packages of Debian's release, and the list of contents is made by a Syft of a fixed version.
func TestVersionsStandElsewhere(t *testing.T) {
	dockerfile := read(t, "docker/Dockerfile")
	find(t, "docker/Dockerfile", `^(ARG SYFT=v\d+\.\d+\.\d+)$`)
	dockerfile = regexp.MustCompile(`(?m)^(ARG SYFT=|.*/syft@\$\{SYFT\}$).*`).ReplaceAllString(dockerfile, "")
	for _, forbidden := range []string{`:latest`, `pip install`, `go install`, `go get`, `\bcurl\b`, `\bwget\b`, `^ADD `, `\bv?\d+\.\d+\.\d+\b`} {
		if m := regexp.MustCompile(`(?m)` + forbidden).FindString(strings.ReplaceAll(dockerfile, "127.0.0.1", "")); m != "" {
			t.Errorf("want no %q in the Dockerfile", m)
		}
	}
	from := regexp.MustCompile(`(?m)^FROM (\S+)(?: AS (\w+))?$`)
	stages := []string{"scratch", "${GO_IMAGE}", "${PYTHON_IMAGE}"}
	for _, m := range from.FindAllStringSubmatch(dockerfile, -1) {
		if !slices.Contains(stages, m[1]) {
			t.Errorf("want a base image by its argument or an earlier stage, got %s", m[1])
		}
		stages = append(stages, m[2])
	}
	// A plain build gives the last stage.
	if all := from.FindAllStringSubmatch(dockerfile, -1); all[len(all)-1][1] != "image" {
		t.Errorf("want a plain build to give the image, got %s", all[len(all)-1][0])
	}
	for stage := range strings.SplitSeq(dockerfile, "\nFROM ") {
		if strings.Contains(stage, "apt-get") && !strings.HasPrefix(stage, "image AS dev\n") {
			t.Errorf("want packages of Debian in the stage dev only, got them in FROM %.30s", stage)
		}
	}
}

// Packages that are taken out again must be ones that came in.
func TestRemovedPythonPackages(t *testing.T) {
	removed := regexp.MustCompile(`\s+\\?\s*`).Split(find(t, "docker/Dockerfile", `pip uninstall -q -y ((?s:.*?)) && \\`), -1)
	requirements := read(t, "notebooks/internal/setup/requirements.txt")
	for _, name := range removed {
		if name != "pip" && name != "setuptools" && !strings.Contains("\n"+requirements, "\n"+name+"==") {
			t.Errorf("want %s in requirements.txt", name)
		}
	}
	for _, name := range []string{"jupyterlab", "jupyter-server", "nbconvert"} {
		if slices.Contains(removed, name) {
			t.Errorf("want %s to stay", name)
		}
	}
}

// The test that check.sh runs is there, and takes the flag that a build gives it.
func TestLessonsTestIsThere(t *testing.T) {
	tests := read(t, "notebooks/internal/lessons/lessons_test.go")
	for _, want := range []string{"func TestLessons(t *testing.T)", `flag.Bool("update"`} {
		if !strings.Contains(tests, want) {
			t.Errorf("want %s in lessons_test.go", want)
		}
	}
	if !strings.Contains(read(t, "docker/check.sh"), "-test.run '^TestLessons$'") {
		t.Error("want check.sh to run TestLessons")
	}
}

func TestDevcontainer(t *testing.T) {
	comments := regexp.MustCompile(`(?m)^\s*//.*$`)
	var dev struct {
		Build        struct{ Dockerfile, Context, Target string }
		RemoteUser   string
		ContainerEnv map[string]string
	}
	if err := json.Unmarshal([]byte(comments.ReplaceAllString(read(t, ".devcontainer/devcontainer.json"), "")), &dev); err != nil {
		t.Fatal(err)
	}
	dockerfile := read(t, filepath.Join(".devcontainer", dev.Build.Dockerfile))
	for _, want := range []string{" AS " + dev.Build.Target + "\n", "'" + dev.RemoteUser + ":x:1000:0:"} {
		if !strings.Contains(dockerfile, want) {
			t.Errorf("want %q in the Dockerfile", want)
		}
	}
	// The same variables as in the image, for the checkout in place of the image's copy of it.
	for name, value := range dev.ContainerEnv {
		inImage := strings.Replace(value, "${containerWorkspaceFolder}", "/opt/tidemark", 1)
		if name != "JUPYTER" && !regexp.MustCompile(name+"="+regexp.QuoteMeta(inImage)+`( |\n)`).MatchString(dockerfile) {
			t.Errorf("want %s=%s in the Dockerfile", name, inImage)
		}
	}
}

// Each learner has a container, a port and a home, and the limits of all.
func TestComposeHasOneContainerForEachLearner(t *testing.T) {
	services := regexp.MustCompile(`  learner-(\d\d):
    <<: \*learner
    ports: \["\$\{ADDRESS:-127\.0\.0\.1\}:88(\d\d):8888"\]
    volumes: \["learner-(\d\d):/home/learner"\]
    environment: \{ TIDEMARK_URL: "http://\$\{ADDRESS:-127\.0\.0\.1\}:88(\d\d)", TIDEMARK_KERNEL_KB: \d+ \}
`)
	compose := read(t, "docker/compose.yaml")
	learners := services.FindAllStringSubmatch(compose, -1)
	if len(learners) != 30 || strings.Count(compose, "<<: *learner") != 30 {
		t.Errorf("want thirty learners, got %d", len(learners))
	}
	seen := map[string]bool{}
	for _, m := range learners {
		if m[1] != m[2] || m[1] != m[3] || m[1] != m[4] || seen[m[1]] {
			t.Errorf("want port and home of learner-%s to be that learner's alone, got %q", m[1], m[2:])
		}
		seen[m[1]] = true
		if !strings.Contains(compose, "\n  learner-"+m[1]+":\n    <<") || !strings.HasSuffix(compose, "\n") ||
			!strings.Contains(compose[strings.Index(compose, "\nvolumes:\n"):], "\n  learner-"+m[1]+":\n") {
			t.Errorf("want a volume learner-%s", m[1])
		}
	}
	for _, limit := range []string{"mem_limit", "memswap_limit", "cpus", "pids_limit"} {
		if !strings.Contains(compose, "\n  "+limit+": ") {
			t.Errorf("want %s for each learner", limit)
		}
	}
}

// Names that several files must have in common.
func TestNamesAgree(t *testing.T) {
	cases := []struct {
		what  string
		files []string
		text  string
	}{
		{"tag of the image", []string{"Makefile", "docker/compose.yaml", "docker/Dockerfile"}, "tidemark:local"},
		{"home folder", []string{"docker/Dockerfile", "docker/compose.yaml"}, "/home/learner"},
		{"port", []string{"docker/Dockerfile", "docker/compose.yaml", "docker/entrypoint.sh", "docker/healthy.sh"}, "8888"},
		{"limit of a kernel", []string{"docker/compose.yaml", "notebooks/internal/setup/kernels/gonb/run.sh"}, "TIDEMARK_KERNEL_KB"},
		{"address", []string{"docker/compose.yaml", "docker/entrypoint.sh"}, "TIDEMARK_URL"},
	}
	for _, c := range cases {
		for _, name := range c.files {
			if !strings.Contains(read(t, name), c.text) {
				t.Errorf("%s: want the %s, %s", name, c.what, c.text)
			}
		}
	}
}
