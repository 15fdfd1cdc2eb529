package event

import (
	"cmp"
	"fmt"
	"slices"
)

// slicing holds tumbling and sliding windows: each event is added up in its slice
// once, and a window is written by merging its slices.
type slicing[T any, K comparable, A any] struct {
	a       *Aggregator[T, K, A]
	list    []*slice[K, A] // by start
	recent  *slice[K, A]   // where the last event went
	written Time           // all windows that end by then have been written
	next    Time           // when there is something to write or forget
	free    []*slice[K, A]
}

// A slice holds the values of the keys seen in one piece of time. The
// literature says slice or bucket; a pane is something else, the results of
// one window over time.
type slice[K comparable, A any] struct {
	start, end        Time
	firstEnd, lastEnd Time // ends of the first and last window that share it
	open              int  // events that wait for the last one
	late              int  // late events that wait for the next one
	index             map[K]int32
	rows              []Row[K, A] // in order of first event
}

// A Row is the value of a key in one slice.
type Row[K comparable, A any] struct {
	Key   K
	Value A
}

// A SliceState is a slice in a [State].
type SliceState[K comparable, A any] struct {
	Start Time
	Open  int
	Late  int `json:",omitempty"` // late events that no result holds yet
	Rows  []Row[K, A]
}

// of returns the value of key k, which begins as zero.
func (s *slice[K, A]) of(k K) *A {
	i, ok := s.index[k]
	if !ok {
		i = int32(len(s.rows))
		s.index[k] = i
		s.rows = append(s.rows, Row[K, A]{Key: k})
	}
	return &s.rows[i].Value
}

func (s *slicing[T, K, A]) add(k K, e Event[T]) fate {
	in := s.recent
	if in == nil || e.Time < in.start || e.Time >= in.end {
		if in = s.at(e.Time); in == nil {
			return dropped
		}
		s.recent = in
	}
	s.a.fold.Add(in.of(k), e)
	if in.firstEnd > s.a.watermark {
		in.open++
		return waits
	}
	if s.correct(k, in) {
		s.a.book.Late++
	} else {
		in.late++
	}
	return late
}

// at returns the slice that t is in, nil if it is gone.
func (s *slicing[T, K, A]) at(t Time) *slice[K, A] {
	g, mark := &s.a.grid, s.a.watermark
	if g.lastEnd(t)+g.lateness <= mark {
		return nil
	}
	start := g.slice(t)
	i, ok := s.search(start)
	if !ok {
		one := s.make(start)
		s.list = slices.Insert(s.list, i, one)
		s.written = mark
		s.plan()
	}
	return s.list[i]
}

func (s *slicing[T, K, A]) search(start Time) (int, bool) {
	return slices.BinarySearchFunc(s.list, start, func(one *slice[K, A], t Time) int { return cmp.Compare(one.start, t) })
}

func (s *slicing[T, K, A]) make(start Time) *slice[K, A] {
	one := &slice[K, A]{index: map[K]int32{}}
	if n := len(s.free); n > 0 {
		one, s.free = s.free[n-1], s.free[:n-1]
	}
	g := &s.a.grid
	one.start, one.end = start, g.sliceEnd(start)
	one.firstEnd, one.lastEnd = g.firstEnd(start), g.lastEnd(start)
	return one
}

// correct writes anew the value of k in the windows over slice in that have
// been written and can still be corrected, and reports whether there are any.
func (s *slicing[T, K, A]) correct(k K, in *slice[K, A]) bool {
	g, mark := &s.a.grid, s.a.watermark
	first := max(in.firstEnd, g.firstEnd(mark-g.lateness))
	for end := first; end <= min(in.lastEnd, mark); end += g.slide {
		var value A
		for _, one := range s.in(end) {
			if i, ok := one.index[k]; ok {
				s.a.fold.Merge(&value, one.rows[i].Value)
			}
		}
		s.a.emit(Result[K, A]{s.window(end), k, value, Late, s.a.now})
	}
	return first <= min(in.lastEnd, mark)
}

func (s *slicing[T, K, A]) window(end Time) Window { return Window{end - s.a.grid.size, end} }

// in returns the slices of the window that ends at end.
func (s *slicing[T, K, A]) in(end Time) []*slice[K, A] {
	from, _ := s.search(end - s.a.grid.size)
	to, _ := s.search(end)
	return s.list[from:to]
}

func (s *slicing[T, K, A]) advance() {
	mark := s.a.watermark
	if mark < s.next {
		return
	}
	for end := s.nextEnd(); end <= mark; end = s.nextEnd() {
		s.write(end)
		s.written = end
	}
	s.written = mark
	s.forget()
	s.plan()
}

// nextEnd returns the end of the first window that is not written yet,
// endless if there is none.
func (s *slicing[T, K, A]) nextEnd() Time {
	after := s.a.grid.firstEnd(s.written)
	for _, one := range s.list {
		if one.lastEnd >= after {
			return max(one.firstEnd, after)
		}
	}
	return endless
}

// plan notes when there is something to write or forget next.
func (s *slicing[T, K, A]) plan() {
	s.next = s.nextEnd()
	if len(s.list) > 0 {
		s.next = min(s.next, s.list[0].lastEnd+s.a.grid.lateness)
	}
}

// write writes the window that ends at end.
func (s *slicing[T, K, A]) write(end Time) {
	in := s.in(end)
	for _, one := range in {
		s.a.book.Late += one.late
		one.late = 0
		if one.lastEnd == end {
			s.a.book.OnTime += one.open
			one.open = 0
		}
	}
	all := in[0]
	if len(in) > 1 {
		all = s.merge(in)
		defer s.recycle(all)
	}
	for _, r := range all.rows {
		s.a.emit(Result[K, A]{s.window(end), r.Key, r.Value, OnTime, s.a.now})
	}
}

// merge adds up slices.
func (s *slicing[T, K, A]) merge(in []*slice[K, A]) *slice[K, A] {
	all := s.make(0)
	for _, one := range in {
		for _, r := range one.rows {
			s.a.fold.Merge(all.of(r.Key), r.Value)
		}
	}
	return all
}

// forget drops the slices that no window can need any more.
func (s *slicing[T, K, A]) forget() {
	n := 0
	for n < len(s.list) && s.list[n].lastEnd+s.a.grid.lateness <= s.a.watermark {
		s.recycle(s.list[n])
		n++
	}
	s.list, s.recent = slices.Delete(s.list, 0, n), nil
}

// spare slices are kept for reuse: one that the next slide needs, and one to
// merge in. More would hold on to the memory of a burst.
const spare = 2

func (s *slicing[T, K, A]) recycle(one *slice[K, A]) {
	if len(s.free) >= spare {
		return
	}
	clear(one.index)
	clear(one.rows)
	one.rows, one.open, one.late = one.rows[:0], 0, 0
	s.free = append(s.free, one)
}

// announce has nothing to note: a window stays what it is, and is written over.
func (s *slicing[T, K, A]) announce() {}

func (s *slicing[T, K, A]) open() int {
	n := 0
	for _, one := range s.list {
		n += one.open + one.late
	}
	return n
}

func (s *slicing[T, K, A]) held() int {
	n := 0
	for _, one := range s.list {
		n += len(one.rows)
	}
	return n
}

func (s *slicing[T, K, A]) save(state *State[K, A]) {
	for _, one := range s.list {
		state.Slices = append(state.Slices, SliceState[K, A]{one.start, one.open, one.late, slices.Clone(one.rows)})
	}
}

func (s *slicing[T, K, A]) restore(state State[K, A]) error {
	defer s.plan()
	s.written = state.Watermark
	for _, from := range state.Slices {
		if from.Open < 0 || from.Late < 0 || from.Start < 0 || from.Start > maxTime || from.Start != s.a.grid.slice(from.Start) ||
			len(s.list) > 0 && from.Start <= s.list[len(s.list)-1].start {
			return fmt.Errorf("event: state must have its slices in order, got one at %d ms with %d open events", int64(from.Start), from.Open+from.Late)
		}
		one := s.make(from.Start)
		one.open, one.late, one.rows = from.Open, from.Late, slices.Clone(from.Rows)
		for i, r := range one.rows {
			one.index[r.Key] = int32(i)
		}
		if len(one.index) != len(one.rows) {
			return fmt.Errorf("event: state must have each key once in the slice at %v, got %d keys in %d rows", from.Start, len(one.index), len(one.rows))
		}
		s.list = append(s.list, one)
	}
	return nil
}
