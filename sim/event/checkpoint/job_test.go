package checkpoint

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"tidemark/sim/event"
)

type (
	click  = event.Event[int]
	result = event.Result[int, int]
)

const sent = 600

// clickLog is a log of clicks by five users over six hours, some of them late
// and some sent twice.
func clickLog() []click {
	r := rand.New(rand.NewPCG(7, 7))
	var log []click
	for i := range sent {
		t := event.At(12, 0, 0) + event.Time(i*36_000)
		e := click{ID: event.ID(i + 1), Time: t - event.Time(r.IntN(120_000)), Arrival: t, Value: r.IntN(5)}
		log = append(log, e)
		if r.IntN(10) == 0 {
			log = append(log, e)
		}
	}
	return append(log, click{ID: 1 << 40}) // and one without a time
}

// perHour is the job: clicks per user per hour.
func perHour(dir string, every int) (Job[int, int, int], error) {
	store, err := Open(filepath.Join(dir, "state"))
	w := event.Tumbling(time.Hour)
	w.Tolerance, w.Flush = 2*time.Minute, true
	return Job[int, int, int]{
		Store: store, Every: every, Windows: w, Memory: 10 * time.Minute,
		Key: func(user int) int { return user }, Fold: event.Count[int](),
	}, err
}

// countClicks runs the job and kills itself after some events, counted from
// where it starts.
func countClicks(dir, after string) {
	left, _ := strconv.Atoi(after)
	log := func(yield func(click) bool) {
		for _, e := range clickLog() {
			if !yield(e) {
				return
			}
			if left--; left == 0 {
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}
		}
	}
	book, err := countInto(dir, log)
	if err != nil {
		panic(err)
	}
	fmt.Println(book)
}

func countInto(dir string, log event.Stream[int]) (event.Ledger, error) {
	job, err := perHour(dir, 7)
	if err != nil {
		return event.Ledger{}, err
	}
	sink, err := OpenResults[int, int](filepath.Join(dir, "results"))
	if err != nil {
		return event.Ledger{}, err
	}
	book, err := job.Run(log, sink)
	return book, errors.Join(err, sink.Close())
}

// wanted counts the clicks the plain way.
func wanted() map[event.Window]map[int]int {
	want := map[event.Window]map[int]int{}
	seen := map[event.ID]bool{}
	for _, e := range clickLog() {
		if seen[e.ID] || e.Valid() != nil {
			continue
		}
		seen[e.ID] = true
		hour := e.Time - (e.Time % 3_600_000)
		w := event.Window{Start: hour, End: hour + 3_600_000}
		if want[w] == nil {
			want[w] = map[int]int{}
		}
		want[w][e.Value]++
	}
	return want
}

func checkResults(t *testing.T, dir string) *event.Table[int, int] {
	t.Helper()
	table, err := ReadResults[int, int](filepath.Join(dir, "results"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for w, users := range wanted() {
		for user, want := range users {
			if got, _ := table.Get(w, user); got != want {
				t.Errorf("user %d in %v must have %d clicks, got %d", user, w, want, got)
			}
			n++
		}
	}
	if table.Len() != n {
		t.Errorf("must have %d results, got %d", n, table.Len())
	}
	return table
}

// TestJobKilled runs the job in processes that are killed again and again, each
// a little further on, until it is through.
func TestJobKilled(t *testing.T) {
	dir, rng := t.TempDir(), rand.New(rand.NewPCG(5, 5))
	var out bytes.Buffer
	kills, done := 0, false
	for after := 1; !done; after += 1 + rng.IntN(30) {
		out.Reset()
		cmd := child(t, "count", dir, strconv.Itoa(after))
		cmd.Stdout = &out
		if err := cmd.Run(); err == nil {
			done = true
		} else if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signal() == syscall.SIGKILL {
			kills++
		} else {
			t.Fatal(err)
		}
	}
	if table := checkResults(t, dir); table.Again == 0 || kills < 20 {
		t.Errorf("some results must have been written again over many kills, got %d over %d", table.Again, kills)
	}
	if got, want := out.String(), wholeLedger(t)+"\n"; got != want {
		t.Errorf("ledger must be %q, got %q", want, got)
	}
}

func wholeLedger(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	book, err := countInto(dir, slices.Values(clickLog()))
	if err != nil {
		t.Fatal(err)
	}
	if !book.Balanced() || book.Rejected != 1 || book.Duplicate != book.In-sent-1 || book.OnTime != sent {
		t.Errorf("ledger must count %d clicks on time, got %v", sent, book)
	}
	if table := checkResults(t, dir); table.Again != 0 {
		t.Errorf("without a kill nothing is written again, got %d", table.Again)
	}
	return book.String()
}

// breaks is a sink that stops working.
type breaks struct{ left int }

var errFull = errors.New("full")

func (b *breaks) Put(result) error {
	if b.left--; b.left < 0 {
		return errFull
	}
	return nil
}
func (b *breaks) Sync() error { return nil }

func TestJobErrors(t *testing.T) {
	log := slices.Values(clickLog())
	job, err := perHour(t.TempDir(), 7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.Run(log, &breaks{left: 3}); !errors.Is(err, errFull) {
		t.Errorf("error of the sink must be returned, got %v", err)
	}
	if _, err := job.Run(log, &breaks{left: 1000}); err != nil {
		t.Errorf("the job must go on when the sink works again, got %v", err)
	}
	if _, err := job.Run(slices.Values(clickLog()[:10]), &breaks{left: 1000}); err == nil {
		t.Error("a log that has lost events must be refused")
	}
	job.Windows.Lateness = time.Second
	if _, err := job.Run(log, &breaks{left: 1000}); err == nil {
		t.Error("a state of other windows must be refused")
	}
	job.Every = 0
	if _, err := job.Run(log, &breaks{}); err == nil {
		t.Error("a checkpoint after every 0 events must be refused")
	}
}

func TestResultsCutShort(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	for i := range 2 {
		sink, err := OpenResults[int, int](name)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(sink.Put(result{Key: i}), sink.Sync(), sink.Close()); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(`{"Key":`); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	table, err := ReadResults[int, int](name)
	if err != nil || table.Writes != 2 {
		t.Errorf("must read 2 whole results, got %d, %v", table.Writes, err)
	}
	if err := os.WriteFile(name, []byte("{}\nnonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadResults[int, int](name); err == nil {
		t.Error("a whole line of nonsense must be an error")
	}
}
