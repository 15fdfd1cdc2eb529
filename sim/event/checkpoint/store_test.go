package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A payload is a state whose parts agree, so that a mixture of two shows.
type payload struct {
	Number int
	Body   string
}

func payloadOf(n int) payload {
	return payload{n, strings.Repeat(strconv.Itoa(n%10), 400_000)}
}

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	switch os.Getenv("CHECKPOINT_TEST_CHILD") {
	case "":
		os.Exit(m.Run())
	case "save":
		saveForEver(os.Getenv("CHECKPOINT_TEST_DIR"), os.Getenv("CHECKPOINT_TEST_STEP"))
	case "count":
		countClicks(os.Getenv("CHECKPOINT_TEST_DIR"), os.Getenv("CHECKPOINT_TEST_STEP"))
	}
}

// child returns this test binary as another process with a part to play.
func child(t *testing.T, part, dir, step string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "CHECKPOINT_TEST_CHILD="+part, "CHECKPOINT_TEST_DIR="+dir, "CHECKPOINT_TEST_STEP="+step)
	cmd.Stderr = os.Stderr
	return cmd
}

// saveForEver saves one state after another and says so after each, until it is
// killed: from outside, or by itself at the step-th step of its third save.
func saveForEver(dir, step string) {
	s, err := Open(dir)
	if err != nil {
		panic(err)
	}
	var had payload
	if _, err := s.Load(&had); err != nil {
		panic(err)
	}
	left, _ := strconv.Atoi(step)
	for n := had.Number + 1; ; n++ {
		if step != "" && n == had.Number+3 {
			s.step = func(string) {
				if left--; left == 0 {
					syscall.Kill(os.Getpid(), syscall.SIGKILL)
				}
			}
		}
		if step != "" && n == had.Number+4 {
			os.Exit(0) // there is no such step
		}
		if err := s.Save(payloadOf(n)); err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
}

// lastSaved reads the output of saveForEver to its end.
func lastSaved(out *bytes.Buffer) int {
	n := 0
	for in := bufio.NewScanner(out); in.Scan(); {
		n, _ = strconv.Atoi(in.Text())
	}
	return n
}

// check checks that the newest state is whole, and at least as new as the last
// that was reported saved. It returns the number of that state.
func check(t *testing.T, dir string, saved int) int {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got payload
	found, err := s.Load(&got)
	if err != nil || len(found.Damaged) > 0 {
		t.Fatalf("after the kill: %v, damaged %v", err, found.Damaged)
	}
	if got.Number < saved || got.Number > saved+1 || got.Number > 0 && got != payloadOf(got.Number) {
		t.Fatalf("state must be number %d, or the one after, and whole, got %d", saved, got.Number)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+unfinished)); len(left) > 0 {
		t.Fatalf("unfinished checkpoints must be cleared away, got %v", left)
	}
	return got.Number
}

// TestKillAtEveryStep kills a process before each step of a save, also between
// two blocks of one file.
func TestKillAtEveryStep(t *testing.T) {
	dir := t.TempDir()
	steps := 0
	for step := 1; ; step++ {
		var out bytes.Buffer
		cmd := child(t, "save", dir, strconv.Itoa(step))
		cmd.Stdout = &out
		err := cmd.Run()
		check(t, dir, lastSaved(&out))
		if err == nil {
			break
		}
		if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signal() != syscall.SIGKILL {
			t.Fatalf("child must be killed, got %v", err)
		}
		steps++
	}
	if steps < 10 {
		t.Errorf("a save must have at least 10 steps to be killed at, got %d", steps)
	}
}

// A report is what a process writes. It is long enough when it has two lines.
type report struct {
	text bytes.Buffer
	once sync.Once
	long chan struct{}
}

func (r *report) Write(p []byte) (n int, err error) {
	n, err = r.text.Write(p)
	if bytes.Count(r.text.Bytes(), []byte("\n")) >= 2 {
		r.once.Do(func() { close(r.long) })
	}
	return n, err
}

// TestKillAnywhere kills a process that does nothing but save, at random times
// after it was started and after it has saved twice, by turns.
func TestKillAnywhere(t *testing.T) {
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(3, 3))
	trials := 60
	if testing.Short() {
		trials = 10
	}
	saved := 0
	for i := range trials {
		out := report{long: make(chan struct{})}
		cmd := child(t, "save", dir, "")
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 {
			select {
			case <-out.long:
			case <-time.After(time.Minute):
				t.Error("two states must be saved within a minute")
			}
		}
		time.Sleep(5*time.Millisecond + time.Duration(rng.IntN(40_000))*time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		// A kill may fall between a save and its report, so what is there counts.
		saved = check(t, dir, max(saved, lastSaved(&out.text)))
	}
	if saved < trials {
		t.Errorf("some states must have been saved before the kills, got %d in %d trials", saved, trials)
	}
}

func TestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got payload
	if found, err := s.Load(&got); err != nil || found.Number != 0 {
		t.Fatalf("an empty store must have nothing, got %v, %v", found, err)
	}
	for n := 1; n <= 5; n++ {
		if err := s.Save(payload{n, "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Saved(); got.Checkpoints != 5 || got.Bytes < 5*len(`{"Number":1,"Body":"x"}`) {
		t.Errorf("must have saved 5 checkpoints, got %+v", got)
	}
	if s, err = Open(dir); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Load(&got); err != nil || found.Number != 5 || got != (payload{5, "x"}) {
		t.Fatalf("must load number 5, got %v, %v, %v", found, got, err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != kept {
		t.Errorf("must keep %d checkpoints, got %v", kept, names)
	}
	if err := s.Save(make(chan int)); err == nil {
		t.Error("what is no JSON must be refused")
	}
}

// TestDamage changes one byte after another of the newest checkpoint: each time
// the one before is loaded, and the damage told.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if err := s.Save(payload{n + 1, "state"}); err != nil {
			t.Fatal(err)
		}
	}
	sound, err := os.ReadFile(s.file(2))
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{nil, sound[:len(sound)-1], append(bytes.Clone(sound), '\n')}
	for i := range sound {
		b := bytes.Clone(sound)
		b[i] ^= 1
		damaged = append(damaged, b)
	}
	for _, b := range damaged {
		if err := os.WriteFile(s.file(2), b, 0o644); err != nil {
			t.Fatal(err)
		}
		var got payload
		found, err := s.Load(&got)
		if err != nil || found.Number != 1 || len(found.Damaged) != 1 || got.Number != 1 {
			t.Fatalf("%q must be found damaged and number 1 loaded, got %+v, %v, %v", b, found, got, err)
		}
	}
	if err := os.WriteFile(s.file(1), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(new(payload)); err == nil {
		t.Error("to have only damaged checkpoints must be an error, not a new beginning")
	}
}

func TestLoadOther(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Save(map[string]int{"Number": 1, "Unknown": 2}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(new(payload)); err == nil || !strings.Contains(err.Error(), "Unknown") {
		t.Errorf("a state of another shape must be refused, got %v", err)
	}
}

func BenchmarkSave(b *testing.B) {
	s, err := Open(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	state := payloadOf(1)
	for b.Loop() {
		if err := s.Save(state); err != nil {
			b.Fatal(err)
		}
	}
	size, _ := json.Marshal(state)
	b.SetBytes(int64(len(size)))
}
