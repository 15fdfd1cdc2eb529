package jupyter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tidemark/notebooks/internal/ipynb"
)

// A script in the place of the jupyter command behaves as the real one does on bad days; on good
// days the lessons are executed by the real one. The script finds $DIR to keep notes in.
func standIn(t *testing.T, script string) (Jupyter, Session) {
	t.Helper()
	dir := t.TempDir()
	command := filepath.Join(dir, "jupyter")
	if err := os.WriteFile(command, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return Jupyter{Command: command}, Session{Dir: dir, Env: []string{"DIR=" + dir}}
}

var empty = &ipynb.Notebook{Cells: []ipynb.Cell{}, Major: 4, Minor: 5}

func TestExecuteTriesAgainWhenPortIsTaken(t *testing.T) {
	const dies = `echo "RuntimeError: Kernel died before replying to kernel_info" >&2; exit 1`
	j, s := standIn(t, `[ -e "$DIR/second" ] && exec cat; touch "$DIR/second"; `+dies)
	if _, err := j.Execute(t.Context(), empty, s); err != nil {
		t.Errorf("want the second kernel to serve, got %v", err)
	}
	j, s = standIn(t, dies)
	if _, err := j.Execute(t.Context(), empty, s); err == nil || !strings.Contains(err.Error(), "Kernel died") {
		t.Errorf("want an error when the second kernel dies too, got %v", err)
	}
}

func TestExecuteReportsAndKillsWhatIsLeft(t *testing.T) {
	j, s := standIn(t, `sleep 100 >/dev/null 2>&1 & echo "$TMPDIR" >"$DIR/scratch"; cat`)
	_, err := j.Execute(t.Context(), empty, s)
	if err == nil || !strings.Contains(err.Error(), "processes left behind") {
		t.Errorf("want the process reported, got %v", err)
	}
	scratch, err := os.ReadFile(filepath.Join(s.Dir, "scratch"))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if left := Processes(strings.TrimSpace(string(scratch))); len(left) > 0 {
		t.Errorf("want the process killed, got %q", left)
	}
	if _, err := os.Stat(strings.TrimSpace(string(scratch))); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("want no scratch directory left, got %v", err)
	}
}

// An interrupt is what makes nbconvert shut its kernel down.
func TestExecuteInterruptsWhenTimeIsUp(t *testing.T) {
	j, s := standIn(t, `trap 'touch "$DIR/interrupted"; exit 1' INT; while :; do sleep 0.05; done`)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := j.Execute(ctx, empty, s); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("want the deadline in the error, got %v", err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "interrupted")); err != nil {
		t.Error(err)
	}
}

func TestFindNamesWhatIsMissing(t *testing.T) {
	t.Setenv("JUPYTER", "")
	root := t.TempDir()
	_, err := Find(root)
	if !errors.Is(err, ErrNoSetup) || !strings.Contains(err.Error(), filepath.Join(root, ".venv/bin/jupyter")) {
		t.Errorf("want the missing jupyter named, got %v", err)
	}
}
