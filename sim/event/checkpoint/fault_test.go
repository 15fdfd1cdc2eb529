package checkpoint

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A folder is a store whose checkpoints are damaged now and then, and what is
// sound in it, oldest first.
type folder struct {
	t     *testing.T
	store *Store
	sound []int
	saves int
}

func newFolder(t *testing.T, first int) *folder {
	t.Helper()
	f := &folder{t: t, store: &Store{dir: filepath.Join(t.TempDir(), "[a-c]*?\\{x}")}}
	f.reopen()
	f.store.newest = first
	return f
}

func (f *folder) reopen() {
	f.t.Helper()
	was := f.store.newest
	s, err := Open(f.store.dir)
	if err != nil {
		f.t.Fatal(err)
	}
	if f.store = s; s.newest == 0 {
		s.newest = was
	}
	if left, _ := os.ReadDir(s.dir); strings.Contains(join(left), unfinished) {
		f.t.Fatalf("unfinished checkpoints must be cleared away, got %s", join(left))
	}
}

func join(entries []os.DirEntry) string {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// save saves, and dies before the given step if there is one.
func (f *folder) save(dies string) {
	f.t.Helper()
	number := f.store.newest + 1
	complete := dies == "" || dies == "sync directory" || dies == "prune"
	f.store.step = func(step string) {
		if step == dies {
			panic(f)
		}
	}
	defer func() {
		if r := recover(); r != nil && r != f {
			panic(r)
		}
		if complete {
			f.sound = append(f.sound, number)
			f.sound = f.sound[max(0, len(f.sound)-kept):]
		}
		if f.store.step = func(string) {}; dies != "" {
			f.reopen()
		}
	}()
	f.saves++
	if err := f.store.Save(payload{Number: number}); err != nil {
		f.t.Fatal(err)
	}
}

// damage damages the i-th sound checkpoint from the end: cuts it short, changes
// a byte or makes it longer.
func (f *folder) damage(i, how int) {
	f.t.Helper()
	if len(f.sound) == 0 {
		return
	}
	i = len(f.sound) - 1 - i%len(f.sound)
	number := f.sound[i]
	f.sound = slices.Delete(f.sound, i, i+1)
	content, err := os.ReadFile(f.store.file(number))
	if err != nil {
		f.t.Fatal(err)
	}
	switch at := how % max(len(content), 1); {
	case how%3 == 0 || len(content) == 0:
		content = content[:min(at, len(content))]
	case how%3 == 1:
		content[at] ^= 4
	default:
		content = append(content, content...)
	}
	if err := os.WriteFile(f.store.file(number), content, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// check checks that the newest sound checkpoint is loaded.
func (f *folder) check() {
	f.t.Helper()
	var got payload
	found, err := f.store.Load(&got)
	switch {
	case len(f.sound) > 0:
		if want := f.sound[len(f.sound)-1]; err != nil || found.Number != want || got.Number != want {
			f.t.Fatalf("must load number %d of the sound %d, got %d, state %d, %v", want, f.sound, found.Number, got.Number, err)
		}
	case f.saves == 0 && err != nil, found.Number != got.Number: // an older one may be left by a kill
		f.t.Fatalf("must have nothing to load, got %d, state %d, %v", found.Number, got.Number, err)
	}
}

// FuzzFaults checks the law of the store: after any fault and any save the
// newest sound checkpoint that was ever complete can be loaded.
func FuzzFaults(f *testing.F) {
	steps := [...]string{"write", "write on", "sync file", "rename", "sync directory", "prune"}
	f.Add(0, []byte("save, damage and kill"))
	f.Add(0, []byte{0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0})
	f.Add(99_999_997, []byte{0, 0, 0, 1, 0, 0, 2, 3, 0, 0, 1, 9})
	f.Add(math.MaxInt-300, []byte{0, 0, 0, 1, 0, 0, 2, 3, 0, 0, 1, 9})
	f.Fuzz(func(t *testing.T, first int, ops []byte) {
		folder := newFolder(t, max(first, 0)%(math.MaxInt-200))
		for i, op := range ops[:min(len(ops), 60)] {
			switch op % 4 {
			case 0:
				folder.save("")
			case 1:
				folder.damage(int(op/4)%3, int(op)*7+i)
			case 2:
				folder.save(steps[int(op/4)%len(steps)])
			case 3:
				folder.reopen()
			}
			folder.check()
		}
	})
}

// TestDamagedNewest saves after the newest checkpoint was damaged, which must
// not cost the sound one before it.
func TestDamagedNewest(t *testing.T) {
	f := newFolder(t, 0)
	for _, step := range []func(){
		func() { f.save("") }, func() { f.save("") }, func() { f.damage(0, 1) }, f.reopen,
		func() { f.save("") }, func() { f.damage(0, 2) },
	} {
		step()
		f.check()
	}
	if len(f.sound) != 1 || f.sound[0] != 1 {
		t.Errorf("number 1 must be the only sound one, got %v", f.sound)
	}
}

// TestLastNumber fills the store up to the last number there is.
func TestLastNumber(t *testing.T) {
	f := newFolder(t, math.MaxInt-2)
	f.save("")
	f.save("")
	if err := f.store.Save(payload{}); err == nil || !strings.Contains(err.Error(), "9223372036854775807") {
		t.Errorf("there is no number after the last, got %v", err)
	}
	f.check()
	for _, name := range []string{"checkpoint-00000000", "checkpoint--0000001", "checkpoint-99999999999999999999999", "checkpoint-+0000009.tmp"} {
		if err := os.WriteFile(filepath.Join(f.store.dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f.check()
}

// TestCutShort cuts a checkpoint at every place: the message says so.
func TestCutShort(t *testing.T) {
	f := newFolder(t, 0)
	f.save("")
	whole, err := os.ReadFile(f.store.file(1))
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(f.store.file(1), whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := f.store.Load(new(payload)); err == nil || !strings.Contains(err.Error(), "number 1 is cut short") {
			t.Errorf("%q must be told to be cut short, got %v", whole[:n], err)
		}
	}
	for _, other := range [][]byte{[]byte("hello"), []byte("PK\x03\x04\n"), bytes.Replace(whole, []byte("1,"), []byte("2,"), 1), append(whole, 'x')} {
		if err := os.WriteFile(f.store.file(1), other, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := f.store.Load(new(payload)); err == nil || strings.Contains(err.Error(), "cut short") {
			t.Errorf("%q must be told to be something else, got %v", other, err)
		}
	}
}

// FuzzFile puts any bytes in the place of a checkpoint: they are loaded if they
// are what was written, and told to be damaged in one line if they are not.
func FuzzFile(f *testing.F) {
	const sound = "tidemark checkpoint, format 1, number 1, 22 bytes, crc32c a4be950a\n{\"Number\":1,\"Body\":\"\"}"
	for _, s := range []string{sound, "", "\n", sound[:40], strings.Replace(sound, "22", "99999999999", 1), strings.Replace(sound, "22", "-1", 1)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.file(1), content, 0o644); err != nil {
			t.Fatal(err)
		}
		var got payload
		found, err := s.Load(&got)
		switch {
		case err == nil && found.Number != 1, err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("must be loaded or told in a line, got %d, %v", found.Number, err)
		case string(content) == sound && err != nil:
			t.Errorf("sound file must be loaded, got %v", err)
		}
	})
}
