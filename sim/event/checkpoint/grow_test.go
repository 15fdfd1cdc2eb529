package checkpoint

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"tidemark/sim/event"
)

// A ledge is a sink that a kill may take what was not synced from.
type ledge struct {
	safe, put []result
	left      int // results until it is killed
}

func (l *ledge) Put(r result) error {
	if l.left--; l.left < 0 {
		return errFull
	}
	l.put = append(l.put, r)
	return nil
}

func (l *ledge) Sync() error {
	l.safe, l.put = append(l.safe, l.put...), nil
	return nil
}

// kill ends a run; what was put and not synced is kept or lost.
func (l *ledge) kill(lost bool) {
	if lost {
		l.put = nil
	}
	l.Sync()
}

func (l *ledge) table() map[event.Window]map[int]int {
	var t event.Table[int, int]
	for _, r := range append(slices.Clone(l.safe), l.put...) {
		t.Put(r)
	}
	cells := map[event.Window]map[int]int{}
	for r := range t.All() {
		if cells[r.Window] == nil {
			cells[r.Window] = map[int]int{}
		}
		cells[r.Window][r.Key] = r.Value
	}
	return cells
}

// growing makes a job out of small numbers, and its log: each byte moves event
// time a little back or on.
func growing(dir string, kind, size, tolerance, lateness, every uint8, data []byte) (Job[int, int, int], []click, error) {
	length := time.Duration(1+size%30) * time.Millisecond
	w := []event.Windows{event.Tumbling(length), event.Sliding(length, (length+1)/2/1e6*1e6+1e6), event.Session(length)}[kind%3]
	w.Slide = min(w.Slide, w.Size)
	w.Tolerance, w.Lateness, w.Flush = time.Duration(tolerance%20)*1e6, time.Duration(lateness%20)*1e6, true
	var log []click
	now := event.At(12, 0, 0)
	for i, b := range data[:min(len(data), 30)] {
		now += event.Time(b%24) - 6
		log = append(log, click{ID: event.ID(i + 1), Time: now, Value: int(b) / 24 % 2})
	}
	store, err := Open(dir)
	return Job[int, int, int]{
		Store: store, Every: 3 + int(every%16), Windows: w,
		Key: func(user int) int { return user }, Fold: event.Count[int](),
	}, log, err
}

// FuzzGrowingLog checks that a log that grows while its job is flushed or killed
// loses nothing: in the end all is as if the job had read the whole log at once.
// Each byte of runs is a run over a bit more of the log that ends by itself or
// is killed at some result.
func FuzzGrowingLog(f *testing.F) {
	for kind := range uint8(3) {
		f.Add(kind, uint8(9), uint8(3), uint8(0), uint8(2), []byte("the quick brown fox jumps over the lazy dog"), []byte{0, 0, 0, 0, 0})
		f.Add(kind, uint8(20), uint8(0), uint8(12), uint8(4), []byte{30, 6, 6, 12, 40, 6, 40, 20, 12, 1, 13, 23, 23, 6, 30}, []byte{0, 9, 0, 129, 3, 7})
	}
	f.Fuzz(func(t *testing.T, kind, size, tolerance, lateness, every uint8, data, runs []byte) {
		const never = 1 << 30
		dir := t.TempDir()
		whole, log, err := growing(dir+"/whole", kind, size, tolerance, lateness, every, data)
		if err != nil {
			t.Fatal(err)
		}
		want := ledge{left: never}
		wantBook, err := whole.Run(slices.Values(log), &want)
		if err != nil {
			t.Fatal(err)
		}
		var got ledge
		var book event.Ledger
		runs = append(slices.Clone(runs[:min(len(runs), 5)]), 0)
		for i, end := range runs {
			job, _, err := growing(dir+"/grown", kind, size, tolerance, lateness, every, data)
			if err != nil {
				t.Fatal(err)
			}
			if got.left = never; end%2 == 1 {
				got.left = int(end / 2 % 32)
			}
			if book, err = job.Run(slices.Values(log[:len(log)*(i+1)/len(runs)]), &got); err != nil && !errors.Is(err, errFull) {
				t.Fatal(err)
			}
			if err != nil {
				got.kill(end >= 128)
			}
		}
		if a, b := got.table(), want.table(); !reflect.DeepEqual(a, b) || book != wantBook {
			t.Errorf("%v, every %d, %d events, runs %v:\nmust be %v %v\n    got %v %v", whole.Windows, whole.Every, len(log), runs, b, wantBook, a, book)
		}
	})
}
