package browser

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/jupyter"
	"tidemark/notebooks/internal/jupyter/jupytertest"
)

// A lab is a JupyterLab that "make lab" has started in a copy of the checkout, or one that runs
// elsewhere on the same lessons.
type lab struct {
	scratch string // where all of it is, "" if it runs elsewhere
	root    string // of the copy, or of the checkout if it runs elsewhere
	address url.URL
	token   string
}

// startLab starts it on a free port, with some more options, and stops it when the test ends. No
// kernel may be left then.
func startLab(t *testing.T, options ...string) lab {
	t.Helper()
	if *labThere != "" {
		return labAt(t, *labThere, options)
	}
	j, root := jupytertest.Want(t)
	scratch := scratchDir(t)
	l := lab{scratch: scratch, root: filepath.Join(scratch, "a copy"), token: rand.Text()}
	copyCheckout(t, root, l.root)
	own, err := jupyter.Environment(scratch)
	if err != nil {
		t.Fatal(err)
	}

	options = append(options, "--no-browser", "--LabApp.expose_app_in_browser=True")
	cmd := exec.Command("make", "lab", "PORT=0", "LAB_ARGS="+strings.Join(options, " "))
	cmd.Dir = l.root
	cmd.Env = append(append(os.Environ(), own...), "JUPYTER="+j.Command, "JUPYTER_TOKEN="+l.token, "CI=true")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()

	server := awaitServer(t, filepath.Join(scratch, "run"), exited, &log)
	t.Cleanup(func() { stop(t, server.PID, exited, scratch) })
	l.address = server.address(t)
	return l
}

// labAt gives the JupyterLab at an address with a token, which is started with what startLab adds.
func labAt(t *testing.T, there string, options []string) lab {
	t.Helper()
	if len(options) > 0 {
		t.Skip("wants a JupyterLab with options of its own")
	}
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(there)
	if err != nil {
		t.Fatal(err)
	}
	token := address.Query().Get("token")
	if token == "" {
		t.Fatalf("-lab must be an address with a token, got %q", there)
	}
	address.RawQuery = ""
	return lab{root: root, address: *address, token: token}
}

// needsOwn skips a test that writes into the checkout of the lab or looks at its processes.
func (l lab) needsOwn(t *testing.T) {
	t.Helper()
	if l.scratch == "" {
		t.Skip("wants a JupyterLab in a copy of the checkout")
	}
}

// missing skips the test for want of something that only CI must have.
func missing(t *testing.T, err error) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	t.Skip(err)
}

// scratchDir gives a directory with a short name, for sockets, and sees to it that no process is
// left in it.
func scratchDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "lab")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := jupyter.Sweep(dir); err != nil {
			t.Error(err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// copyCheckout copies the checkout, with the tools that are built already.
func copyCheckout(t *testing.T, root, to string) {
	t.Helper()
	if err := checkout.Copy(root, to); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, checkout.Tools), filepath.Join(to, checkout.Tools)); err != nil {
		t.Fatal(err)
	}
}

// A server is what Jupyter notes about itself in its runtime directory.
type server struct {
	PID int
	URL string
}

func (s server) address(t *testing.T) url.URL {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return *u
}

// awaitServer waits until the server has noted where it is. It may begin with a part of the set-up.
func awaitServer(t *testing.T, runtime string, exited chan error, log fmt.Stringer) server {
	t.Helper()
	for began := time.Now(); time.Since(began) < patience; {
		if s, ok := noted(runtime); ok {
			return s
		}
		select {
		case err := <-exited:
			t.Fatalf("make lab: %v\n%s", err, log)
		case <-time.After(200 * time.Millisecond):
		}
	}
	t.Fatalf("make lab: want a server, got none in %v:\n%s", patience, log)
	return server{}
}

func noted(runtime string) (server, bool) {
	var s server
	files, _ := filepath.Glob(filepath.Join(runtime, "jpserver-*.json"))
	if len(files) != 1 {
		return s, false
	}
	data, err := os.ReadFile(files[0])
	return s, err == nil && json.Unmarshal(data, &s) == nil // half a note is no note yet
}

// stop ends the server as closing its terminal does. It takes its kernels along.
func stop(t *testing.T, pid int, exited chan error, scratch string) {
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	select {
	case <-exited:
	case <-time.After(patience):
		t.Errorf("the server does not end in %v", patience)
	}
}

// open gives the address of a lesson, in a workspace of its own.
func (l lab) open(lesson string) string {
	u := l.address.JoinPath("lab", "workspaces", "test-"+lesson[:2], "tree", lesson)
	u.RawQuery = url.Values{"token": {l.token}}.Encode()
	return u.String()
}

// patience is how long one thing may take on a machine that does other things beside.
const patience = 10 * time.Minute

// deadline bounds all that is done with one lesson, so that the end of all tests does not have to.
// The scripts in the page, which see whether something moves, give up long before.
func deadline(t *testing.T, parent context.Context) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(parent, 4*patience)
	t.Cleanup(cancel)
	return ctx
}
