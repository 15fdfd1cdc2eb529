// Package jupyter executes notebooks in a real kernel, through the Jupyter that the set-up of the
// checkout brought. Each execution has a fresh kernel and scratch directories of its own, takes no
// notice of the user's settings, and leaves no process behind.
package jupyter

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tidemark/notebooks/internal/checkout"
	"tidemark/notebooks/internal/ipynb"
)

// ErrNoSetup says that the checkout lacks Jupyter or the kernel.
var ErrNoSetup = errors.New("jupyter: the set-up is not there, run 'make setup'")

// A Jupyter is the command by that name, and the directory with the tools of the kernel.
type Jupyter struct{ Command, Bin string }

// Find gives the Jupyter that JUPYTER names, or else the one of the set-up.
func Find(root string) (Jupyter, error) {
	j := Jupyter{
		Command: cmp.Or(os.Getenv("JUPYTER"), filepath.Join(root, checkout.Venv, "bin", "jupyter")),
		Bin:     filepath.Join(root, checkout.Tools, "bin"),
	}
	for _, program := range []string{j.Command, filepath.Join(j.Bin, "gonb"), filepath.Join(j.Bin, "goimports")} {
		if _, err := exec.LookPath(program); err != nil {
			return j, fmt.Errorf("%w (%s is missing)", ErrNoSetup, program)
		}
	}
	return j, nil
}

// A Session is where and how a notebook runs.
type Session struct {
	Dir     string   // the directory of the notebook, where its cells run
	Kernels string   // the directory whose kernels come first
	Env     []string // settings added to the environment
}

// Execute runs all cells of a copy of the notebook in a fresh kernel and gives that copy, with the
// outputs. A cell that fails is no error: see [ipynb.Cell.Failures]. A cell that takes a quarter of
// an hour, a kernel that does not start, and a process that is left behind are.
func (j Jupyter) Execute(ctx context.Context, nb *ipynb.Notebook, s Session) (*ipynb.Notebook, error) {
	scratch, err := os.MkdirTemp("", "lesson") // short: the path of a socket must fit into 104 bytes
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(scratch)
	out, err := j.convert(ctx, nb, s, scratch)
	if isPortTaken(err) {
		out, err = j.convert(ctx, nb, s, scratch)
	}
	return out, errors.Join(err, Sweep(scratch))
}

// isPortTaken recognises a kernel that found one of its ports in use. Jupyter picks ports that are
// free and closes them again before the kernel opens them, so that two kernels can meet.
func isPortTaken(err error) bool {
	return err != nil && strings.Contains(err.Error(), "Kernel died before replying to kernel_info")
}

func (j Jupyter) convert(ctx context.Context, nb *ipynb.Notebook, s Session, scratch string) (*ipynb.Notebook, error) {
	in, err := nb.Bytes()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, j.Command, "nbconvert", "--to=notebook", "--execute", "--allow-errors",
		"--stdin", "--stdout", "--log-level=ERROR", "--ExecutePreprocessor.record_timing=False",
		"--ExecutePreprocessor.startup_timeout=900", "--ExecutePreprocessor.iopub_timeout=60",
		"--ExecutePreprocessor.timeout=900") // in seconds; a machine with other work beside needs a part of it
	cmd.Dir = s.Dir
	own, err := Environment(scratch)
	if err != nil {
		return nil, err
	}
	cmd.Env = slices.Concat(os.Environ(), []string{"JUPYTER_PATH=" + s.Kernels}, own, s.Env)
	// On an interrupt nbconvert shuts its kernel down; a kill would orphan the kernel.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 20 * time.Second
	var out, log bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &log
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("jupyter: %w: %s", cmp.Or(ctx.Err(), err), lastLines(log.String(), 4))
	}
	return ipynb.Parse(out.Bytes())
}

// Environment gives the settings that keep Jupyter's own directories and the scratch space of its
// kernels below the directory.
func Environment(scratch string) ([]string, error) {
	var env []string
	for name, dir := range map[string]string{
		"TMPDIR":              "tmp",
		"JUPYTER_CONFIG_DIR":  "config",
		"JUPYTER_DATA_DIR":    "data",
		"JUPYTER_RUNTIME_DIR": "run",
	} {
		path := filepath.Join(scratch, dir)
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, fmt.Errorf("jupyter: %w", err)
		}
		env = append(env, name+"="+path)
	}
	return env, nil
}

func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
