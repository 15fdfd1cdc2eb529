package event

import (
	"cmp"
	"fmt"
	"slices"
)

// sessions hold session windows. A session is open until the watermark reaches
// its end and it is written. Then it is kept for as long as it can still be
// corrected. After that only its end is remembered, until no event can touch
// it: one that would belongs to a window that is gone, and is dropped.
//
// An event is also dropped if the session that it would have alone is gone,
// even where it touches one that is open. Otherwise a chain of such events could
// reach back for ever, into sessions that nobody remembers.
type sessions[T any, K comparable, A any] struct {
	a    *Aggregator[T, K, A]
	keys map[K]*activity[K, A]
	due  heap[deadline[K, A]]
	made int // sessions so far
	kept int // sessions that are open or written
}

// An activity is what is known of one key.
type activity[K comparable, A any] struct {
	sessions []*session[K, A] // open and written ones, by start
	gone     *session[K, A]   // the last that is gone, nil if no event can touch it
}

type phase uint8

const (
	open phase = iota
	written
	gone
	done // absorbed by a longer session, or forgotten
)

type session[K comparable, A any] struct {
	Window
	key     K
	of      *activity[K, A]
	value   A
	phase   phase
	seq     int      // by first event seen
	waiting int      // events that wait for it to be written, in time
	late    int      // events that wait for it to be written again
	results []Window // windows written that it stands for now
	flushed []Window // windows that the end of the stream wrote, before it grew
	queued  Time     // when its deadline rings
}

// A deadline is when a session may pass to its next phase. A session that has
// grown since lets it ring and sets a new one: there is one in the heap for
// each session, not for each event.
type deadline[K comparable, A any] struct {
	at  Time
	seq int
	of  *session[K, A]
}

// A SessionState is a session in a [State].
type SessionState[K comparable, A any] struct {
	Key     K
	Window  Window
	Value   A
	Open    int
	Late    int      `json:",omitempty"` // late events that no result holds yet
	Results []Window // written so far, to be replaced by a correction
	Flushed []Window `json:",omitempty"` // written by the end of the stream so far, to be replaced likewise
	Gone    bool     // only the window is still known
}

func newSessions[T any, K comparable, A any](a *Aggregator[T, K, A]) *sessions[T, K, A] {
	s := &sessions[T, K, A]{a: a, keys: map[K]*activity[K, A]{}}
	s.due.before = func(x, y deadline[K, A]) bool {
		return x.at < y.at || x.at == y.at && x.seq < y.seq
	}
	return s
}

func (s *sessions[T, K, A]) add(k K, e Event[T]) fate {
	own := Window{e.Time, e.Time + s.a.grid.gap}
	act := s.keys[k]
	if act == nil {
		act = &activity[K, A]{}
	}
	mark := s.a.watermark
	if act.gone != nil && own.Start < act.gone.End || own.End+s.a.grid.lateness <= mark {
		return dropped
	}
	from, to := act.touching(own)
	closed := func(one *session[K, A]) bool { return one.End <= mark }
	is := waits
	if own.End <= mark || slices.ContainsFunc(act.sessions[from:to], closed) {
		is = late
	}
	if from == to {
		act.sessions = slices.Insert(act.sessions, from, s.begin(act, k, own))
		s.keys[k] = act
	} else {
		s.merge(act, from, to)
	}
	s.grow(act.sessions[from], own, e, is)
	return is
}

// touching returns the range of sessions that overlap w.
func (act *activity[K, A]) touching(w Window) (from, to int) {
	for to = len(act.sessions); to > 0 && act.sessions[to-1].Start >= w.End; to-- {
	}
	for from = to; from > 0 && act.sessions[from-1].End > w.Start; from-- {
	}
	return from, to
}

// begin makes a session that is not in the heap yet.
func (s *sessions[T, K, A]) begin(act *activity[K, A], k K, w Window) *session[K, A] {
	s.made++
	s.kept++
	return &session[K, A]{Window: w, key: k, of: act, seq: s.made, queued: endless}
}

// merge makes one session of those from from to to.
func (s *sessions[T, K, A]) merge(act *activity[K, A], from, to int) {
	one := act.sessions[from]
	for _, other := range act.sessions[from+1 : to] {
		s.a.fold.Merge(&one.value, other.value)
		one.End = other.End
		one.waiting += other.waiting
		one.late += other.late
		one.results = append(one.results, other.results...)
		one.flushed = append(one.flushed, other.flushed...)
		if other.seq < one.seq { // the deadline in the heap has the old number
			one.seq, one.queued = other.seq, endless
		}
		other.phase = done
		s.kept--
	}
	act.sessions = slices.Delete(act.sessions, from+1, to)
}

// grow adds e to a session that it belongs to.
func (s *sessions[T, K, A]) grow(one *session[K, A], own Window, e Event[T], is fate) {
	s.a.fold.Add(&one.value, e)
	one.Start, one.End = min(one.Start, own.Start), max(one.End, own.End)
	if is == late {
		one.late++
	} else {
		one.waiting++
	}
	one.phase = open
	if one.End <= s.a.watermark {
		s.write(one, Late)
	}
	if s.next(one) < one.queued {
		s.queue(one)
	}
}

// next returns when the session passes to its next phase.
func (s *sessions[T, K, A]) next(one *session[K, A]) Time {
	g := &s.a.grid
	switch one.phase {
	case open:
		return one.End
	case written:
		return one.End + g.lateness
	}
	return one.End + g.lateness + g.gap
}

func (s *sessions[T, K, A]) queue(one *session[K, A]) {
	one.queued = s.next(one)
	s.due.push(deadline[K, A]{one.queued, one.seq, one})
}

func (s *sessions[T, K, A]) advance() {
	for s.due.len() > 0 && s.due.items[0].at <= s.a.watermark {
		d := s.due.pop()
		one := d.of
		if one.phase == done || d.at != one.queued || d.seq != one.seq {
			continue
		}
		if s.next(one) > d.at || s.pass(one) {
			s.queue(one)
		}
	}
}

// pass takes a session to its next phase, and reports whether there is another.
func (s *sessions[T, K, A]) pass(one *session[K, A]) bool {
	switch act := one.of; one.phase {
	case open:
		s.a.book.OnTime += one.waiting
		one.waiting = 0
		s.write(one, OnTime)
		return s.a.grid.lateness > 0 || s.pass(one)
	case written:
		i := slices.Index(act.sessions, one)
		act.sessions = slices.Delete(act.sessions, i, i+1)
		act.gone = one
		one.phase, one.results = gone, nil
		one.value = *new(A)
		s.kept--
		return true
	case gone:
		if act.gone == one {
			act.gone = nil
		}
		if act.gone == nil && len(act.sessions) == 0 {
			delete(s.keys, one.key)
		}
	}
	return false
}

// announce notes of each open session that it is written as it is.
func (s *sessions[T, K, A]) announce() {
	for _, act := range s.keys {
		for _, one := range act.sessions {
			if one.phase == open && !slices.Contains(one.flushed, one.Window) {
				one.flushed = append(one.flushed, one.Window)
			}
		}
	}
}

// write writes a session, in place of the results that it stands for.
func (s *sessions[T, K, A]) write(one *session[K, A], timing Timing) {
	if len(one.results) > 0 {
		timing = Late
	}
	for _, old := range slices.Concat(one.results, one.flushed) {
		if old != one.Window {
			s.a.emit(Result[K, A]{Window: old, Key: one.key, Timing: Retracted, At: s.a.now})
		}
	}
	one.flushed = nil
	s.a.emit(Result[K, A]{one.Window, one.key, one.value, timing, s.a.now})
	s.a.book.Late += one.late
	one.late = 0
	one.results = append(one.results[:0], one.Window)
	one.phase = written
}

func (s *sessions[T, K, A]) open() int {
	n := 0
	for _, act := range s.keys {
		for _, one := range act.sessions {
			n += one.waiting + one.late
		}
	}
	return n
}

func (s *sessions[T, K, A]) held() int { return s.kept }

func (s *sessions[T, K, A]) save(to *State[K, A]) {
	var all []*session[K, A]
	for _, act := range s.keys {
		all = append(all, act.sessions...)
		if act.gone != nil {
			all = append(all, act.gone)
		}
	}
	slices.SortFunc(all, func(x, y *session[K, A]) int { return cmp.Compare(x.seq, y.seq) })
	for _, one := range all {
		to.Sessions = append(to.Sessions, SessionState[K, A]{
			one.key, one.Window, one.value, one.waiting, one.late, slices.Clone(one.results), slices.Clone(one.flushed), one.phase == gone,
		})
	}
}

func (s *sessions[T, K, A]) restore(from State[K, A]) error {
	for _, f := range from.Sessions {
		if w, gap := f.Window, s.a.grid.gap; f.Open < 0 || f.Late < 0 || w.Start < 1 || w.End > maxTime+gap || w.End-gap < w.Start {
			return fmt.Errorf("event: state must have sessions of at least %v, got %v with %d open events", s.a.windows.Gap, w, f.Open+f.Late)
		}
		act := s.keys[f.Key]
		if act == nil {
			act = &activity[K, A]{}
			s.keys[f.Key] = act
		}
		if !s.revive(act, f, from.Watermark) {
			return fmt.Errorf("event: state must have sessions of a key apart, got %v of %v twice", f.Window, f.Key)
		}
	}
	return nil
}

// revive adds a saved session, if there is room for it.
func (s *sessions[T, K, A]) revive(act *activity[K, A], f SessionState[K, A], watermark Time) bool {
	one := s.begin(act, f.Key, f.Window)
	one.value, one.waiting, one.late = f.Value, f.Open, f.Late
	one.results, one.flushed = slices.Clone(f.Results), slices.Clone(f.Flushed)
	if f.Gone {
		one.phase = gone
		s.kept--
		s.queue(one)
		was := act.gone
		act.gone = one
		return was == nil
	}
	if f.Window.End <= watermark {
		one.phase = written
	}
	s.queue(one)
	at, to := act.touching(f.Window)
	act.sessions = slices.Insert(act.sessions, at, one)
	return at == to
}
