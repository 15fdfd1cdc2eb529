package lessons

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The window that lesson 03 writes down is the one of sim: the very text of its
// cell is compiled, and run beside sim on the set-ups of the lesson and on random ones.
func TestWindowByHand(t *testing.T) {
	wantEqualRuns(t, "03-window-tolerance-state.ipynb", "window.go.txt", "runner")
}

// So are the run of the batch and the window of the stream that lesson 02 writes down.
func TestModesByHand(t *testing.T) {
	wantEqualRuns(t, "02-batch-and-stream.ipynb", "modes.go.txt", "runner", "runner-window")
}

// wantEqualRuns compiles cells of a lesson together with a program that compares what they compute
// with what sim does, and prints a line for each difference.
func wantEqualRuns(t *testing.T, lesson, program string, cells ...string) {
	t.Helper()
	nb := read(t, lesson)
	source, err := os.ReadFile(filepath.Join("testdata", program))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range cells {
		i := nb.Find(id)
		if i < 0 {
			t.Fatalf("%s: want a cell %s", lesson, id)
		}
		source = append(source, "\n"+string(nb.Cells[i].Source)+"\n"...)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"main.go": source, "go.mod": []byte("module byhand\n\ngo 1.26\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"go work init . " + place(t), "go run ."} {
		if out := inWorkspace(t, dir, strings.SplitN(command, " ", 5)); len(out) > 0 {
			t.Fatalf("%s: %s\n%s", lesson, command, out)
		}
	}
}

// inWorkspace runs a command that is content when it says nothing.
func inWorkspace(t *testing.T, dir string, command []string) []byte {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=", "GO111MODULE=on")
	out, err := cmd.CombinedOutput()
	if err != nil && len(bytes.TrimSpace(out)) == 0 {
		t.Fatal(err)
	}
	return out
}
