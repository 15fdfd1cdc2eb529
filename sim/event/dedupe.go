package event

import (
	"fmt"
	"slices"
	"time"
)

// A Memory remembers which events it has seen, to tell when one comes again.
// It need not remember for ever: events older than Keep, on the clock of the
// newest, are too old to be told.
type Memory struct {
	keep   Time
	newest Time
	seen   map[ID]struct{}
	order  heap[Seen]
}

// A Seen is what a [Memory] keeps of an event.
type Seen struct {
	ID   ID
	Time Time
}

// NewMemory returns a memory of keep.
func NewMemory(keep time.Duration) (*Memory, error) {
	k, err := span("memory", keep, time.Millisecond)
	if err != nil {
		return nil, err
	}
	m := &Memory{keep: k, seen: map[ID]struct{}{}}
	m.order.before = func(a, b Seen) bool { return a.Time < b.Time || a.Time == b.Time && a.ID < b.ID }
	return m, nil
}

// A Verdict is what a [Memory] says of an event.
type Verdict uint8

const (
	New    Verdict = iota // not seen before; remembered now
	Again                 // seen before
	TooOld                // older than the memory: nobody can tell
)

// Judge tells whether an event was seen before.
func (m *Memory) Judge(id ID, t Time) Verdict {
	if t < m.newest-m.keep {
		return TooOld
	}
	if _, ok := m.seen[id]; ok {
		return Again
	}
	m.seen[id] = struct{}{}
	m.order.push(Seen{id, t})
	m.newest = max(m.newest, t)
	for m.order.items[0].Time < m.newest-m.keep {
		delete(m.seen, m.order.pop().ID)
	}
	return New
}

// Held returns how many events are remembered.
func (m *Memory) Held() int { return len(m.seen) }

// MemoryState is what a [Memory] has to save.
type MemoryState struct {
	Newest Time
	Seen   []Seen
}

// State returns the state, which shares nothing with the memory.
func (m *Memory) State() MemoryState {
	return MemoryState{m.newest, slices.Clone(m.order.items)}
}

// Restore makes the memory remember what it did when the state was taken.
func (m *Memory) Restore(s MemoryState) error {
	fresh := &Memory{keep: m.keep, newest: s.Newest, seen: map[ID]struct{}{}, order: heap[Seen]{before: m.order.before}}
	for _, one := range s.Seen {
		if _, ok := fresh.seen[one.ID]; ok || one.Time > s.Newest {
			return fmt.Errorf("event: memory must hold each event once and none after %v, got event %d at %v", s.Newest, one.ID, one.Time)
		}
		fresh.seen[one.ID] = struct{}{}
		fresh.order.push(one)
	}
	*m = *fresh
	return nil
}

// Dedupe drops events whose ID has come before, with a [Memory] of keep, and
// those too old to be told. An event without an ID is rejected.
func Dedupe[T any](book *Ledger, in Stream[T], keep time.Duration) (Stream[T], error) {
	if _, err := NewMemory(keep); err != nil {
		return nil, err
	}
	return func(yield func(Event[T]) bool) {
		m, _ := NewMemory(keep)
		for e := range in {
			if m.Pass(book, e.ID, e.Time) && !yield(e) {
				return
			}
		}
	}, nil
}

// Pass judges an event and counts it in book unless it is new.
func (m *Memory) Pass(book *Ledger, id ID, t Time) bool {
	if id == 0 {
		book.Rejected++
		return false
	}
	switch m.Judge(id, t) {
	case Again:
		book.Duplicate++
	case TooOld:
		book.Dropped++
	default:
		return true
	}
	return false
}
