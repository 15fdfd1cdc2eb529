package lessons

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/internal/jupyter/jupytertest"
)

// stockKernel gives a session in a copy of the checkout, with a kernel as GoNB installs it.
func stockKernel(t *testing.T, j jupyter.Jupyter, root string) jupyter.Session {
	t.Helper()
	data := t.TempDir()
	install := exec.Command(filepath.Join(j.Bin, "gonb"), "--install", "--force_deps")
	install.Env = append(os.Environ(), "JUPYTER_DATA_DIR="+data, pathWith(j.Bin))
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("gonb --install: %v\n%s", err, out)
	}
	return jupyter.Session{
		Dir:     filepath.Join(copyOf(t, root), checkout.Lessons),
		Kernels: data,
		// An empty GOFLAGS would let that of 'go env -w' through; this one says what is so anyway.
		Env: []string{pathWith(j.Bin), "GOFLAGS=-mod=readonly"},
	}
}

// pathWith gives the setting of PATH with a directory in front.
func pathWith(dir string) string {
	return "PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// copyOf copies the checkout to a path with a space in it.
func copyOf(t *testing.T, root string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "a copy", "tidemark")
	if err := checkout.Copy(root, to); err != nil {
		t.Fatal(err)
	}
	return to
}

// notebook gives a notebook with these cells.
func notebook(cells ...string) *ipynb.Notebook {
	nb := &ipynb.Notebook{Major: 4, Minor: 5}
	for i, source := range cells {
		nb.Cells = append(nb.Cells, ipynb.Cell{
			Type: "code", ID: string(rune('a' + i)), Source: ipynb.Text(source), Metadata: map[string]any{},
		})
	}
	nb.Normalize("Go")
	return nb
}

// GoNB says "ok" to most ways in which a program can fail. This pins where its version, the one we
// build, shows them.
func TestFailuresAreFound(t *testing.T) {
	j, root := jupytertest.Want(t)
	cases := []struct{ cell, want string }{
		{"%%\nfmt.Println(\"fine\")", ""},
		{"%%\nvar m map[string]int\nm[\"a\"]++", "exit status 2: panic: assignment to entry in nil map"},
		{"%%\nos.Exit(3)", "on stderr: exit status 3"},
		{"%%\n<-make(chan int)", "exit status 2: fatal error: all goroutines are asleep - deadlock!"},
		{"%%\nsyscall.Kill(os.Getpid(), syscall.SIGINT)\ntime.Sleep(time.Minute)", "on stderr: signal: interrupt"},
		{"%%\nfmt.Fprintln(os.Stderr, \"sim: no\")", "on stderr: sim: no"},
		{"%%\nfmt.Println(nothing)", "error: ERROR undefined: nothing"},
		{"%%\nif {", "error: ERROR"},
		{"%test\nfunc TestWrong(t *testing.T) { t.Error(1) }", "--- FAIL: TestWrong (0.00s)"},
		{"!*exit 4", "exit status 4"},
	}
	var sources []string
	for _, c := range cases {
		sources = append(sources, c.cell)
	}
	fresh := execute(t, j, notebook(sources...), here(root))
	for i, c := range cases {
		got := strings.Join(fresh.Cells[i].Failures(), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: want failure %q, got %q", c.cell, c.want, got)
		}
	}
}

// The kernel of the checkout minds neither a space in its path nor the user's settings of Go.
func TestKernelMindsNoSettings(t *testing.T) {
	j, root := jupytertest.Want(t)
	to := copyOf(t, root)
	if err := os.Symlink(filepath.Join(root, checkout.Tools), filepath.Join(to, checkout.Tools)); err != nil {
		t.Fatal(err)
	}
	s := here(to)
	s.Env = []string{"GOFLAGS=-mod=mod", "GOWORK=off", "GO111MODULE=off", "GOPROXY=direct"}
	fresh := execute(t, j, notebook("import \"tidemark/sim\"\n\n%%\nfmt.Println(sim.LateArrival)"), s)
	noFailures(t, fresh)
	if got := outputs(fresh.Cells[0]); got != "late_arrival\n" {
		t.Errorf("want late_arrival, got %q", got)
	}
}

// A checkout without its tools says so.
func TestKernelWithoutTools(t *testing.T) {
	_, root := jupytertest.Want(t)
	dir := filepath.Join(copyOf(t, root), checkout.Kernels, "kernels", "gonb")
	out, err := exec.Command("/bin/sh", filepath.Join(dir, "run.sh"), dir, "connection.json").CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "run 'make lab' once in ") {
		t.Errorf("want one line that tells how to build the kernel, got %v\n%s", err, out)
	}
}
