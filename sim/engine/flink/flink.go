// Package flink runs the window experiment on Apache Flink: a Java program that has the window in Flink's
// own words, in a process beside this one. It gives what it saw in the terms of package engine. It is a
// package of its own, so that what runs on Prism alone does not compile it.
package flink

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tidemark/sim"
	"tidemark/sim/engine"
)

// program is the window in Flink's own words, and what it runs on.
//
//go:embed *.java pom.xml flink.sha256
var program embed.FS

// patience is how long the process may take to end.
const patience = 10 * time.Second

// ErrEnded is that Flink's process ended before a run did.
var ErrEnded = errors.New("flink: ended before the run did")

// A Flink is an Apache Flink in a process of its own: a whole one, embedded in a Java program that has
// the window in Flink's words. It listens on the loopback interface only, and ends with this process.
type Flink struct {
	options Options
	dir     string
	java    *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Scanner
	said    *bytes.Buffer
}

// Options are for experiments with crashes. The zero Options take no checkpoints.
type Options struct {
	Checkpoints string        // directory that the checkpoints of a run go into, and outlive it
	Restore     string        // a checkpoint to start from, see [LastCheckpoint]
	KillAt      sim.Period    // the process dies at the first row that arrives in this period
	Pause       time.Duration // before each period of arrival, to leave time for a checkpoint
}

// Start compiles the program and starts it. lib is the directory of the Java libraries, see
// [Fetch].
func Start(ctx context.Context, lib string, o Options) (*Flink, error) {
	for _, tool := range []string{"java", "javac"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("flink: needs a JDK, version 17 or newer, and there is no %s on the PATH", tool)
		}
	}
	if err := Verify(lib); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "tidemark-flink-")
	if err != nil {
		return nil, fmt.Errorf("flink: %w", err)
	}
	f := &Flink{options: o, dir: dir, said: new(bytes.Buffer)}
	if err := f.start(ctx, lib); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return f, nil
}

func (f *Flink) start(ctx context.Context, lib string) error {
	jars := filepath.Join(lib, "*")
	if err := f.compile(ctx, jars); err != nil {
		return err
	}
	f.java = exec.CommandContext(ctx, "java", "-Xmx4g", "-Djava.io.tmpdir="+f.dir,
		"--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED",
		"-cp", jars+string(os.PathListSeparator)+f.dir, "Window", f.dir)
	f.java.Stderr = f.said
	f.java.WaitDelay = patience
	out, err := f.java.StdoutPipe()
	if err == nil {
		f.in, err = f.java.StdinPipe()
	}
	if err == nil {
		err = f.java.Start()
	}
	if err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	f.out = bufio.NewScanner(out)
	return nil
}

// compile compiles the program into the directory of this run.
func (f *Flink) compile(ctx context.Context, jars string) error {
	if err := os.CopyFS(f.dir, program); err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	sources, err := filepath.Glob(filepath.Join(f.dir, "*.java"))
	if err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	javac := exec.CommandContext(ctx, "javac", append([]string{"-cp", jars, "-d", f.dir}, sources...)...)
	said, err := javac.CombinedOutput()
	if err != nil {
		return fmt.Errorf("flink: the Java program does not compile: %s", firstLine(said, err))
	}
	return nil
}

// String returns the name of the engine.
func (f *Flink) String() string { return "Flink" }

// Stop ends the process and removes what it left behind.
func (f *Flink) Stop() error {
	f.in.Close()
	err := f.java.Wait()
	return errors.Join(err, os.RemoveAll(f.dir))
}

// Run runs jobs one after the other and returns their results in order. The Java program holds the
// watermark back and replays the rows; jobs that want something else are an error.
func (f *Flink) Run(ctx context.Context, jobs ...engine.Job) ([]engine.Result, error) {
	return engine.Each(jobs, func(j engine.Job) (engine.Result, error) { return f.run(ctx, j) })
}

func (f *Flink) run(ctx context.Context, j engine.Job) (engine.Result, error) {
	p, err := j.Replay()
	if err != nil {
		return engine.Result{}, err
	}
	sent := make(chan error, 1)
	go func() { sent <- f.send(p) }()
	elapsed, err := f.receive(p)
	if err != nil {
		return engine.Result{}, f.ended(ctx, err)
	}
	if err := <-sent; err != nil {
		return engine.Result{}, f.ended(ctx, err)
	}
	r := p.Result(elapsed)
	if late := p.Late(); late != r.LateDropped && f.options.Restore == "" {
		return r, fmt.Errorf("flink: put %d rows out as late, and %d did not come out of their windows", late, r.LateDropped)
	}
	return r, nil
}

// ended says why Flink's process ended in the middle of a run.
func (f *Flink) ended(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("flink: run was stopped: %w", cause)
	}
	if line := exception(f.said.String()); line != "" {
		return fmt.Errorf("%w: %s", ErrEnded, line)
	}
	return err
}

// exception finds the last cause that a Java program printed.
func exception(said string) string {
	found := ""
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "Exception in") || strings.HasPrefix(line, "Caused by:") {
			found = strings.TrimSpace(line)
		}
	}
	return found
}

// send hands a job to the program.
func (f *Flink) send(p *engine.Replay) error {
	w := bufio.NewWriter(f.in)
	o := f.options
	rows := p.Rows()
	fmt.Fprintf(w, "job\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%d\n", p.Setup.Windowing.Tolerance, p.Setup.Network.Periods,
		p.Setup.Windowing.ResetAt, o.KillAt, o.Pause.Milliseconds(), orDash(o.Checkpoints), orDash(o.Restore), len(rows))
	for _, x := range rows {
		fmt.Fprintln(w, x)
	}
	if err := w.Flush(); err != nil {
		return ErrEnded
	}
	return nil
}

func orDash(path string) string {
	if path == "" {
		return "-"
	}
	return path
}

// receive takes down what the program prints until the run is done, and gives how long that took.
func (f *Flink) receive(p *engine.Replay) (time.Duration, error) {
	for f.out.Scan() {
		if elapsed, last := takeDown(p, f.out.Text()); last {
			return elapsed, nil
		}
	}
	return 0, ErrEnded
}

// takeDown takes down one line, and tells whether it is the last of its run.
func takeDown(p *engine.Replay, line string) (elapsed time.Duration, last bool) {
	var key, m3, n int64
	var now sim.Period
	var name string
	switch kind, _, _ := strings.Cut(line, " "); kind {
	case "cell":
		if _, err := fmt.Sscanf(line, "cell %d %d %d", &key, &m3, (*int32)(&now)); err == nil {
			p.Wrote(key, m3, now)
		}
	case "count":
		if _, err := fmt.Sscanf(line, "count %s %d", &name, &n); err == nil {
			p.Counted(name, int(n))
		}
	case "held":
		if _, err := fmt.Sscanf(line, "held %d %d", (*int32)(&now), &n); err == nil {
			p.Held(now, int(n))
		}
	case "end":
		_, err := fmt.Sscanf(line, "end %d", (*int64)(&elapsed))
		return elapsed, err == nil
	}
	return 0, false
}

// LastCheckpoint finds the newest complete checkpoint below a directory that a Flink wrote into.
func LastCheckpoint(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "*", "chk-*", "_metadata"))
	if err != nil {
		return "", err
	}
	newest, number := "", -1
	for _, f := range found {
		n := 0
		checkpoint := filepath.Dir(f)
		if _, err := fmt.Sscanf(filepath.Base(checkpoint), "chk-%d", &n); err == nil && n > number {
			newest, number = checkpoint, n
		}
	}
	if newest == "" {
		return "", fmt.Errorf("flink: there is no complete checkpoint in %s", dir)
	}
	return newest, nil
}

// Fetch fetches the Java libraries of Flink into a directory with Maven, unless they are there.
// Their versions and checksums are pinned.
func Fetch(ctx context.Context, lib string) error {
	if Verify(lib) == nil {
		return nil
	}
	if _, err := exec.LookPath("mvn"); err != nil {
		return errors.New("flink: Maven is needed to fetch Flink and there is no mvn on the PATH: 'apt install maven', 'brew install maven'")
	}
	dir, err := os.MkdirTemp("", "tidemark-flink-")
	if err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, program); err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	if err := maven(ctx, filepath.Join(dir, "pom.xml"), lib); err != nil {
		return err
	}
	return Verify(lib)
}

func maven(ctx context.Context, pom, lib string) error {
	lib, err := filepath.Abs(lib)
	if err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	mvn := exec.CommandContext(ctx, "mvn", "-q", "-B", "-f", pom,
		"org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+lib)
	if said, err := mvn.CombinedOutput(); err != nil {
		return fmt.Errorf("flink: Maven could not fetch Flink: %s", firstLine(said, err))
	}
	return nil
}

// Verify returns an error unless a directory has all the Java libraries, as they were pinned.
func Verify(lib string) error {
	pinned, err := program.ReadFile("flink.sha256")
	if err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	for line := range strings.Lines(string(pinned)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if err := verify(filepath.Join(lib, name), sum); err != nil {
			return err
		}
	}
	return nil
}

// verify returns an error unless a file has a SHA-256 sum.
func verify(file, sum string) error {
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("flink: a library of Flink is missing, fetch them first: %s", filepath.Base(file))
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Errorf("flink: %w", err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != sum {
		return fmt.Errorf("flink: %s must have the SHA-256 sum %s, got %s", filepath.Base(file), sum, got)
	}
	return nil
}

// firstLine gives what a program said first, or else how it ended.
func firstLine(said []byte, err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	return cmp.Or(line, err.Error())
}
