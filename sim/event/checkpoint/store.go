// Package checkpoint keeps the state of a stream job where a crash cannot take
// it.
//
// A [Store] writes whole states, each to a file of its own that appears under
// its name only when it is complete: a process killed at any moment leaves the
// checkpoint before. A [Job] runs windows over a log and saves, in one
// checkpoint, its place in the log together with everything that it
// remembers of the events before that place. Started again after a kill it goes
// on as if nothing had happened.
package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Files are called checkpoint-00000012, and checkpoint-00000012.tmp until they
// are complete.
const (
	prefix     = "checkpoint-"
	unfinished = ".tmp"
)

// header is the first line of a checkpoint. The rest is the state as JSON.
const header = "tidemark checkpoint, format 1, number %d, %d bytes, crc32c %08x\n"

// kept sound checkpoints stay: the newest, and the one before should the newest
// rot.
const kept = 2

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A Store keeps checkpoints in a directory of their own. One process at a time
// may write to it.
type Store struct {
	dir    string
	newest int
	saved  Saved
	step   func(string) // called before each step of Save; for tests
}

// Open opens the store in dir, which is made if it is not there, and clears
// away what a killed Save left unfinished.
func Open(dir string) (*Store, error) {
	s := &Store{dir: dir, step: func(string) {}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	numbers, err := s.numbers()
	if err != nil {
		return nil, err
	}
	if len(numbers) > 0 {
		s.newest = numbers[len(numbers)-1]
	}
	return s, s.sweep()
}

// sweep removes unfinished checkpoints.
func (s *Store) sweep() error {
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), unfinished); ok && s.number(name) > 0 {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir, e.Name())))
		}
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// numbers returns the numbers of the finished checkpoints, oldest first.
func (s *Store) numbers() ([]int, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	var numbers []int
	for _, e := range entries {
		if n := s.number(e.Name()); n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers) // their names are no longer in order beyond eight digits
	return numbers, nil
}

// number returns the number of the checkpoint that a file's name says, 0 for
// any other file.
func (s *Store) number(name string) int {
	var n int
	if _, err := fmt.Sscanf(name, prefix+"%d", &n); err != nil || n < 1 || name != filepath.Base(s.file(n)) {
		return 0
	}
	return n
}

func (s *Store) file(number int) string {
	return filepath.Join(s.dir, fmt.Sprintf("%s%08d", prefix, number))
}

// Save writes a state, and returns once it would survive a power cut. If it
// returns an error, or never returns, the checkpoint before is still there.
func (s *Store) Save(state any) error {
	payload, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if s.newest == math.MaxInt {
		return fmt.Errorf("checkpoint: number of a checkpoint must be below %d to have a next one", s.newest)
	}
	name := s.file(s.newest + 1)
	head := fmt.Sprintf(header, s.newest+1, len(payload), crc32.Checksum(payload, castagnoli))
	if err := s.publish(name, head, payload); err != nil {
		return errors.Join(fmt.Errorf("checkpoint: %w", err), s.sweep())
	}
	s.newest++
	s.saved.Checkpoints++
	s.saved.Bytes += len(head) + len(payload)
	s.step("prune")
	return s.prune()
}

// Saved is what has been written to a store since it was opened.
type Saved struct{ Checkpoints, Bytes int }

// Saved returns what has been written since the store was opened: the price of
// being able to go on.
func (s *Store) Saved() Saved { return s.saved }

// publish makes a file appear under its name at once and whole.
func (s *Store) publish(name, head string, payload []byte) error {
	if err := s.write(name+unfinished, head, payload); err != nil {
		return err
	}
	s.step("rename")
	if err := os.Rename(name+unfinished, name); err != nil {
		return err
	}
	s.step("sync directory")
	return syncFile(s.dir)
}

// write writes one file, down to the disk.
func (s *Store) write(name, head string, payload []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	s.step("write")
	if _, err := f.WriteString(head); err != nil {
		return err
	}
	for rest := payload; len(rest) > 0; {
		block := rest[:min(len(rest), 1<<16)]
		s.step("write on")
		if _, err := f.Write(block); err != nil {
			return err
		}
		rest = rest[len(block):]
	}
	s.step("sync file")
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// prune removes the checkpoints that are older than the sound ones that are
// kept. Damaged ones between those stay: they are evidence, and do not count.
func (s *Store) prune() error {
	numbers, err := s.numbers()
	sound := 0
	for _, n := range slices.Backward(numbers) {
		if sound == kept {
			if e := os.Remove(s.file(n)); e != nil {
				err = errors.Join(err, fmt.Errorf("checkpoint: %w", e))
			}
		} else if _, e := s.read(n); e == nil {
			sound++
		}
	}
	return err
}

// Found is what [Store.Load] found.
type Found struct {
	Number  int     // of the checkpoint that was loaded, from 1; 0 if there is none yet
	Damaged []error // newer checkpoints that could not be read
}

// Load reads the newest sound checkpoint into state, a pointer. It is an error
// if there are checkpoints and none is sound: to begin anew would be to lose
// what they held.
func (s *Store) Load(state any) (Found, error) {
	var found Found
	numbers, err := s.numbers()
	if err != nil {
		return found, err
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		payload, err := s.read(numbers[i])
		if err != nil {
			found.Damaged = append(found.Damaged, err)
			continue
		}
		found.Number = numbers[i]
		return found, decode(payload, state)
	}
	return found, errors.Join(found.Damaged...)
}

// read returns the payload of a checkpoint if it is whole.
func (s *Store) read(number int) ([]byte, error) {
	content, err := os.ReadFile(s.file(number))
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	head, payload, _ := bytes.Cut(content, []byte("\n"))
	want := fmt.Sprintf(header, number, len(payload), crc32.Checksum(payload, castagnoli))
	if string(head)+"\n" != want {
		return nil, fmt.Errorf("checkpoint: number %d %w", number, damage(content, want))
	}
	return payload, nil
}

// damage says what is wrong with a file that does not begin with the line that
// its name and its state want.
func damage(content []byte, want string) error {
	head, payload, line := bytes.Cut(content, []byte("\n"))
	if !line && strings.HasPrefix(header, string(head[:min(len(head), introduced)])) && len(head) < len(want) {
		return fmt.Errorf("is cut short: it ends in its first line, after %s", bytesOf(len(content)))
	}
	var number, size int
	var sum uint32
	_, err := fmt.Sscanf(string(head)+"\n", header, &number, &size, &sum)
	switch have := len(payload); {
	case err == nil && have < size:
		return fmt.Errorf("is cut short: its state must have %s, got %d", bytesOf(size), have)
	case err == nil && have > size:
		return fmt.Errorf("must end after %s of state, got %d", bytesOf(size), have)
	}
	return fmt.Errorf("must begin with %q, got %.90q", strings.TrimSpace(want), head)
}

// introduced is how much of the header is the same in every checkpoint.
var introduced = strings.IndexByte(header, '%')

func bytesOf(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// decode reads a state. A field that the state's type lacks is an error: the
// checkpoint is of another program, or of another version of this one.
func decode(payload []byte, state any) error {
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(state); err != nil {
		return fmt.Errorf("checkpoint: state must be a %T: %w", state, err)
	}
	return nil
}
