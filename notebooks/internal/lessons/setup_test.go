package lessons

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tidemark/notebooks/internal/checkout"
)

// A machine is a stand-in for a reader's: a checkout, and a PATH with nothing on it but what the
// scripts of the set-up may count on and what a test puts there.
type machine struct{ root, bin string }

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{filepath.Join(t.TempDir(), "a checkout"), t.TempDir()}
	for _, name := range []string{"go.mod", checkout.Kernels + "/requirements.txt", checkout.Kernels + "/setup.sh", checkout.Kernels + "/install.sh",
		"notebooks/internal/publish/package.json", "notebooks/internal/publish/package-lock.json"} {
		data, err := os.ReadFile(place(t, name))
		if err != nil {
			t.Fatal(err)
		}
		m.write(t, filepath.Join(m.root, name), string(data))
	}
	for _, name := range strings.Fields("cat chmod cksum cp dirname grep head mkdir mv rm sed sh sort tail uname") {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(m.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func (m machine) write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// has puts a program on the PATH.
func (m machine) has(t *testing.T, name, script string) {
	t.Helper()
	m.write(t, filepath.Join(m.bin, name), "#!/bin/sh\n"+script+"\n")
}

// run runs one of the scripts and gives what it said and whether it was content.
func (m machine) run(t *testing.T, env []string, script string, arguments ...string) (said string, ok bool) {
	t.Helper()
	cmd := exec.Command("/bin/sh", append([]string{filepath.Join(m.root, checkout.Kernels, script)}, arguments...)...)
	cmd.Env = append(env, "PATH="+m.bin, "HOME="+m.bin)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err == nil
}

// Stand-ins for programs in various states.
const (
	newGo     = `echo go1.26.0`
	candidate = `echo go1.27rc1`
	oldGo     = `echo go1.25.1`
	silentGo  = `echo "go: errors parsing go.mod" >&2; exit 1`

	oldPython   = `exit 1`
	barePython  = `case "$2" in *version_info*) ;; *) exit 1 ;; esac`
	soundPython = `case "$1 $2" in
		"-m venv") mkdir -p "$4/bin" && cp "$0" "$4/bin/python" && cp "$0" "$4/bin/jupyter" ;;
	esac`
	pipLessPython = `case "$1 $2 $3" in
		"-m venv --clear") mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
		"-I -m pip") echo "WARNING: Retrying" && echo "ERROR: No matching distribution found" && exit 1 ;;
	esac`

	newJupyter = `[ "$1" = lab ] && echo 4.6.6 || echo 7.17.2`
	oldJupyter = `[ "$1" = lab ] && echo 3.6.1 || echo 7.17.2`
)

// What is missing, or too old, is named in a line, together with what brings it.
func TestSetupSaysWhatIsMissing(t *testing.T) {
	type programs map[string]string
	cases := []struct {
		name     string
		step     string
		programs programs
		want     []string // one for each line
	}{
		{"no go", "go", programs{}, []string{"Go 1.26 or newer is needed and there is no go on the PATH. To install it: 'sudo apt install golang'"}},
		{"old go", "go", programs{"go": oldGo}, []string{"/go is 1.25.1. Put a newer Go first on the PATH, or let this one fetch it: 'go env -w GOTOOLCHAIN=auto'"}},
		{"very old go", "go", programs{"go": silentGo}, []string{"/go is older. Put a newer Go first on the PATH"}},
		{"no python", "jupyter", programs{}, []string{"Python 3.11 or newer is needed and was not found. To install it: 'sudo apt install python3 python3-venv' (Debian)"}},
		{"old python", "jupyter", programs{"python3": oldPython}, []string{"Python 3.11 or newer is needed"}},
		{"no venv", "jupyter", programs{"python3": barePython}, []string{"python3 has no venv module. To install it: 'sudo apt install python3-venv'"}},
		{"no network", "jupyter", programs{"python3": pipLessPython},
			[]string{"JupyterLab into .venv", "ERROR: No matching distribution found", "pip could not install JupyterLab (see .tools/jupyter.log)"}},
		{"old jupyter", "jupyter", programs{"jupyter": oldJupyter}, []string{"Or name an installed JupyterLab 4: 'make lab JUPYTER=/path/to/jupyter'"}},
		{"no npm", "slides", programs{}, []string{"reveal.js needs npm, and there is none on the PATH. To install it: 'sudo apt install npm'"}},
		{"no registry", "slides", programs{"npm": `echo "npm error 403" && exit 1`},
			[]string{"reveal.js into .tools", "npm error 403", "npm could not install it (see .tools/slides.log)"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			for name, script := range c.programs {
				m.has(t, name, script)
			}
			said, ok := m.run(t, nil, "setup.sh", c.step)
			lines := strings.Split(strings.TrimSpace(said), "\n")
			if ok || len(lines) != len(c.want) {
				t.Fatalf("want failure in %d lines, got success %v and\n%s", len(c.want), ok, said)
			}
			for i, want := range c.want {
				if !strings.Contains(lines[i], want) {
					t.Errorf("want %q, got %q", want, lines[i])
				}
			}
		})
	}
}

func TestSetupTakesANewGo(t *testing.T) {
	for _, script := range []string{newGo, candidate} {
		m := newMachine(t)
		m.has(t, "go", script)
		if said, ok := m.run(t, nil, "setup.sh", "go"); !ok || said != "" {
			t.Errorf("%s: want content, got %q", script, said)
		}
	}
}

// The environment is made once, and again when the checkout has moved.
func TestSetupMakesTheEnvironmentOnce(t *testing.T) {
	m := newMachine(t)
	m.has(t, "python3", soundPython)
	const making = "tidemark: JupyterLab into .venv (about a minute) ...\n"
	for _, want := range []string{making, ""} {
		if said, ok := m.run(t, nil, "setup.sh", "jupyter"); !ok || said != want {
			t.Errorf("want %q, got %q", want, said)
		}
	}
	moved := m.root + " moved"
	if err := os.Rename(m.root, moved); err != nil {
		t.Fatal(err)
	}
	m.root = moved
	if said, ok := m.run(t, nil, "setup.sh", "jupyter"); !ok || said != making {
		t.Errorf("moved: want %q, got %q", making, said)
	}
}

// Where no environment can be made, a Jupyter on the PATH does.
func TestSetupFallsBackToInstalledJupyter(t *testing.T) {
	m := newMachine(t)
	m.has(t, "python3", barePython)
	m.has(t, "jupyter", newJupyter)
	said, ok := m.run(t, nil, "setup.sh", "jupyter")
	if !ok || !strings.Contains(said, "Using the installed "+filepath.Join(m.bin, "jupyter")) {
		t.Errorf("want the installed Jupyter taken, got %q", said)
	}
	if said, ok := m.run(t, nil, "setup.sh", "jupyter"); !ok || said != "" {
		t.Errorf("want it remembered, got %q", said)
	}
	out, err := exec.Command(filepath.Join(m.root, checkout.Venv, "bin", "jupyter"), "lab", "--version").Output()
	if err != nil || string(out) != "4.6.6\n" {
		t.Errorf("want the installed Jupyter behind .venv, got %q, %v", out, err)
	}
}

// A Jupyter that the user names is taken or refused, and nothing else is tried.
func TestSetupTakesTheJupyterThatIsNamed(t *testing.T) {
	for script, want := range map[string]string{
		newJupyter: "",
		oldJupyter: "has no JupyterLab 4 with nbconvert 7.\n",
	} {
		m := newMachine(t)
		m.has(t, "other", script)
		said, ok := m.run(t, []string{"JUPYTER=" + filepath.Join(m.bin, "other")}, "setup.sh", "jupyter")
		if ok != (want == "") || !strings.HasSuffix(said, want) || strings.Count(said, "\n") > 1 {
			t.Errorf("%s: want %q, got %q", script, want, said)
		}
		if _, err := os.Stat(filepath.Join(m.root, checkout.Venv)); err == nil {
			t.Error("want .venv left alone")
		}
	}
}

// A kernel of somebody else is never overwritten, one of ours not silently.
func TestInstallKernel(t *testing.T) {
	m := newMachine(t)
	m.has(t, "go", newGo)
	data := t.TempDir()
	env := []string{"JUPYTER_DATA_DIR=" + data}
	spec := filepath.Join(data, "kernels", "gonb", "kernel.json")

	m.write(t, spec, `{"display_name": "Go (gonb)"}`)
	said, ok := m.run(t, env, "install.sh", "gonb")
	if kept, _ := os.ReadFile(spec); ok || string(kept) != `{"display_name": "Go (gonb)"}` || !strings.Contains(said, "stays as it is") {
		t.Errorf("want the other kernel kept, got %q and %s", said, kept)
	}

	if said, ok := m.run(t, env, "install.sh", "gonb-tidemark"); !ok || !strings.HasPrefix(said, "tidemark: installed in ") {
		t.Errorf("want it installed beside the other one, got %q", said)
	}
	if said, ok := m.run(t, env, "install.sh", "gonb-tidemark"); !ok || !strings.HasPrefix(said, "tidemark: replacing the kernel of Tidemark in ") {
		t.Errorf("want it said that a kernel is replaced, got %q", said)
	}
	wantKernel(t, filepath.Join(data, "kernels", "gonb-tidemark", "kernel.json"), m)
}

// wantKernel wants a kernel that runs from the checkout, with a Go that front ends may not find.
func wantKernel(t *testing.T, path string, m machine) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var spec struct{ Argv []string }
	if err := json.Unmarshal(data, &spec); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(m.root, checkout.Kernels, "kernels", "gonb")
	want := []string{"/bin/sh", filepath.Join(dir, "run.sh"), dir, "{connection_file}", m.bin}
	if strings.Join(spec.Argv, "|") != strings.Join(want, "|") {
		t.Errorf("want %q, got %+v", want, spec)
	}
}
