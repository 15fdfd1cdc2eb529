package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tidemark/sim/engine"
	"tidemark/sim/engine/flink"
)

// The test program is the command too, for what crash and cost start again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasSuffix(os.Args[1], "-run") {
		main()
		return
	}
	os.Exit(m.Run())
}

// output runs the command and gives what it prints.
func output(t *testing.T, args ...string) string {
	t.Helper()
	var out strings.Builder
	if err := run(t.Context(), args, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCrash(t *testing.T) {
	const want = `start again                                  uncomputable cells polluted/55 writes
no crash                                                0    55           0     55
at the committed offset, 2026-08                      200    50          10     50
at the oldest open window, 2026-07                    200    50           5     50
from the beginning of the log                           0    55           0     80
`
	if got := output(t, "crash"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTable(t *testing.T) {
	got := output(t, "table")
	if n := strings.Count(got, "| nothing\n"); n != 10 {
		t.Errorf("want 10 set-ups without a difference, got %d:\n%s", n, got)
	}
}

// The same pipeline runs on a Prism of another process, reached as any job server is.
func TestServer(t *testing.T) {
	prism, err := engine.StartPrism()
	if err != nil {
		t.Fatal(err)
	}
	defer prism.Stop()
	got := output(t, "table", "-server", prism.Address())
	if !strings.Contains(got, "job server") || strings.Count(got, "| nothing\n") != 10 {
		t.Errorf("got\n%s", got)
	}
}

func TestCost(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(output(t, "cost", "-rows", "12,120")), "\n")
	if len(lines) != 5 {
		t.Fatalf("want a heading and 4 lines, got %q", lines)
	}
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		if len(f) != 6 || f[5] == "0" {
			t.Errorf("want 6 columns and some memory, got %q", line)
		}
	}
}

func TestBadArguments(t *testing.T) {
	for args, want := range map[string]string{
		"":                                       "engine: want table, flink, serve, race, crash or cost; see go doc ./cmd/engine",
		"tabel":                                  `engine: want table, flink, serve, race, crash or cost, got "tabel"`,
		"table -sever x":                         "engine: table: flag provided but not defined: -sever",
		"table twice":                            `engine: table: got an argument too many, "twice"`,
		"table -server nowhere":                  `engine: job server must be a host:port, got "nowhere"`,
		"race -runs 0":                           "engine: race: runs must be at least 1, got 0",
		"cost -rows 13":                          `engine: cost: rows must be multiples of 12, got "13"`,
		"cost-run -on Prism -subscribers 133333": "engine: network must have at most 63 periods",
		"crash-run -from 2026":                   "sim: period",
		"cost-run -on Spark":                     `engine: cost-run: want sim, Prism or Flink, got "Spark"`,
		"flink":                                  "engine: flink: want -lib, a directory for Flink's libraries",
		"crash -flink /dev/null":                 "flink: a library of Flink is missing, fetch them first: ",
	} {
		err := run(t.Context(), strings.Fields(args), new(strings.Builder))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line %s", args, err, want)
		}
	}
}

// Without Java or Maven there is one line that says so.
func TestMissingTools(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := flink.Start(t.Context(), t.TempDir(), flink.Options{}); err == nil || !strings.Contains(err.Error(), "there is no java on the PATH") {
		t.Errorf("got %v", err)
	}
	if err := run(t.Context(), []string{"flink", "-lib", t.TempDir()}, new(strings.Builder)); err == nil || !strings.Contains(err.Error(), "there is no mvn on the PATH") {
		t.Errorf("got %v", err)
	}
}

// flinkHere gives where the libraries of Flink are, and skips the test if nobody has fetched them.
func flinkHere(t *testing.T) string {
	t.Helper()
	lib, err := filepath.Abs("../../../../.tools/flink")
	if err != nil {
		t.Fatal(err)
	}
	if err := flink.Verify(lib); err != nil {
		t.Skipf("make engine-flink was not run here: %v", err)
	}
	return lib
}

func TestFlink(t *testing.T) {
	lib := flinkHere(t)
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if got := output(t, "flink", "-lib", lib); strings.Count(got, "| nothing\n") != 10 {
		t.Errorf("got\n%s", got)
	}
	const want = "Flink, from its last checkpoint                         0    55           0 "
	if got := output(t, "crash", "-flink", lib); !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 0 {
		t.Errorf("left behind %q, %v", left, err)
	}
}

// Flink ends with its run when that is called off, and no process stays.
func TestFlinkCalledOff(t *testing.T) {
	lib := flinkHere(t)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	f, err := flink.Start(ctx, lib, flink.Options{Pause: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Run(ctx, engine.Job{Setup: crashed})
	if err == nil || !strings.HasPrefix(err.Error(), "flink: run was stopped") {
		t.Errorf("got %v", err)
	}
	if err := f.Stop(); err == nil {
		t.Error("want the process to have been killed")
	}
}
