package event

import (
	"cmp"
	"fmt"
	"slices"
)

// panes hold tumbling and sliding windows: each event is added up in its pane
// once, and a window is written by merging its panes.
type panes[T any, K comparable, A any] struct {
	a       *Aggregator[T, K, A]
	list    []*pane[K, A] // by start
	recent  *pane[K, A]   // where the last event went
	written Time          // all windows that end by then have been written
	next    Time          // when there is something to write or forget
	free    []*pane[K, A]
}

// A pane holds the values of the keys seen in one piece of time.
type pane[K comparable, A any] struct {
	start, end        Time
	firstEnd, lastEnd Time // ends of the first and last window that share it
	open              int  // events that wait for the last one
	index             map[K]int32
	rows              []Row[K, A] // in order of first event
}

// A Row is the value of a key in one pane.
type Row[K comparable, A any] struct {
	Key   K
	Value A
}

// A PaneState is a pane in a [State].
type PaneState[K comparable, A any] struct {
	Start Time
	Open  int
	Rows  []Row[K, A]
}

// of returns the value of key k, which begins as zero.
func (p *pane[K, A]) of(k K) *A {
	i, ok := p.index[k]
	if !ok {
		i = int32(len(p.rows))
		p.index[k] = i
		p.rows = append(p.rows, Row[K, A]{Key: k})
	}
	return &p.rows[i].Value
}

func (p *panes[T, K, A]) add(k K, e Event[T]) {
	in := p.recent
	if in == nil || e.Time < in.start || e.Time >= in.end {
		if in = p.at(e.Time); in == nil {
			p.a.book.Dropped++
			return
		}
		p.recent = in
	}
	p.a.fold.Add(in.of(k), e)
	if in.firstEnd > p.a.watermark {
		in.open++
	} else {
		p.a.book.Late++
		p.correct(k, in)
	}
}

// at returns the pane that t is in, nil if it is gone.
func (p *panes[T, K, A]) at(t Time) *pane[K, A] {
	g, mark := &p.a.grid, p.a.watermark
	if g.lastEnd(t)+g.lateness <= mark {
		return nil
	}
	start := g.pane(t)
	i, ok := p.search(start)
	if !ok {
		one := p.make(start)
		p.list = slices.Insert(p.list, i, one)
		p.written = mark
		p.plan()
	}
	return p.list[i]
}

func (p *panes[T, K, A]) search(start Time) (int, bool) {
	return slices.BinarySearchFunc(p.list, start, func(p *pane[K, A], t Time) int { return cmp.Compare(p.start, t) })
}

func (p *panes[T, K, A]) make(start Time) *pane[K, A] {
	one := &pane[K, A]{index: map[K]int32{}}
	if n := len(p.free); n > 0 {
		one, p.free = p.free[n-1], p.free[:n-1]
	}
	g := &p.a.grid
	one.start, one.end = start, g.paneEnd(start)
	one.firstEnd, one.lastEnd = g.firstEnd(start), g.lastEnd(start)
	return one
}

// correct writes anew the value of k in the windows over pane in that have
// been written and can still be corrected.
func (p *panes[T, K, A]) correct(k K, in *pane[K, A]) {
	g, mark := &p.a.grid, p.a.watermark
	first := max(in.firstEnd, g.firstEnd(mark-g.lateness))
	for end := first; end <= min(in.lastEnd, mark); end += g.slide {
		var value A
		for _, one := range p.in(end) {
			if i, ok := one.index[k]; ok {
				p.a.fold.Merge(&value, one.rows[i].Value)
			}
		}
		p.a.emit(Result[K, A]{p.window(end), k, value, Late, p.a.now})
	}
}

func (p *panes[T, K, A]) window(end Time) Window { return Window{end - p.a.grid.size, end} }

// in returns the panes of the window that ends at end.
func (p *panes[T, K, A]) in(end Time) []*pane[K, A] {
	from, _ := p.search(end - p.a.grid.size)
	to, _ := p.search(end)
	return p.list[from:to]
}

func (p *panes[T, K, A]) advance() {
	mark := p.a.watermark
	if mark < p.next {
		return
	}
	for end := p.nextEnd(); end <= mark; end = p.nextEnd() {
		p.write(end)
		p.written = end
	}
	p.written = mark
	p.forget()
	p.plan()
}

// nextEnd returns the end of the first window that is not written yet,
// endless if there is none.
func (p *panes[T, K, A]) nextEnd() Time {
	after := p.a.grid.firstEnd(p.written)
	for _, one := range p.list {
		if one.lastEnd >= after {
			return max(one.firstEnd, after)
		}
	}
	return endless
}

// plan notes when there is something to write or forget next.
func (p *panes[T, K, A]) plan() {
	p.next = p.nextEnd()
	if len(p.list) > 0 {
		p.next = min(p.next, p.list[0].lastEnd+p.a.grid.lateness)
	}
}

// write writes the window that ends at end.
func (p *panes[T, K, A]) write(end Time) {
	in := p.in(end)
	for _, one := range in {
		if one.lastEnd == end {
			p.a.book.OnTime += one.open
			one.open = 0
		}
	}
	all := in[0]
	if len(in) > 1 {
		all = p.merge(in)
		defer p.recycle(all)
	}
	for _, r := range all.rows {
		p.a.emit(Result[K, A]{p.window(end), r.Key, r.Value, OnTime, p.a.now})
	}
}

// merge adds up panes.
func (p *panes[T, K, A]) merge(in []*pane[K, A]) *pane[K, A] {
	all := p.make(0)
	for _, one := range in {
		for _, r := range one.rows {
			p.a.fold.Merge(all.of(r.Key), r.Value)
		}
	}
	return all
}

// forget drops the panes that no window can need any more.
func (p *panes[T, K, A]) forget() {
	n := 0
	for n < len(p.list) && p.list[n].lastEnd+p.a.grid.lateness <= p.a.watermark {
		p.recycle(p.list[n])
		n++
	}
	p.list, p.recent = slices.Delete(p.list, 0, n), nil
}

// spare panes are kept for reuse: one that the next slide needs, and one to
// merge in. More would hold on to the memory of a burst.
const spare = 2

func (p *panes[T, K, A]) recycle(one *pane[K, A]) {
	if len(p.free) >= spare {
		return
	}
	clear(one.index)
	clear(one.rows)
	one.rows, one.open = one.rows[:0], 0
	p.free = append(p.free, one)
}

func (p *panes[T, K, A]) open() int {
	n := 0
	for _, one := range p.list {
		n += one.open
	}
	return n
}

func (p *panes[T, K, A]) held() int {
	n := 0
	for _, one := range p.list {
		n += len(one.rows)
	}
	return n
}

func (p *panes[T, K, A]) save(s *State[K, A]) {
	for _, one := range p.list {
		s.Panes = append(s.Panes, PaneState[K, A]{one.start, one.open, slices.Clone(one.rows)})
	}
}

func (p *panes[T, K, A]) restore(s State[K, A]) error {
	defer p.plan()
	p.written = s.Watermark
	for _, from := range s.Panes {
		if from.Open < 0 || from.Start < 0 || from.Start > maxTime || from.Start != p.a.grid.pane(from.Start) ||
			len(p.list) > 0 && from.Start <= p.list[len(p.list)-1].start {
			return fmt.Errorf("event: state must have its panes in order, got one at %d ms with %d open events", int64(from.Start), from.Open)
		}
		one := p.make(from.Start)
		one.open, one.rows = from.Open, slices.Clone(from.Rows)
		for i, r := range one.rows {
			one.index[r.Key] = int32(i)
		}
		if len(one.index) != len(one.rows) {
			return fmt.Errorf("event: state must have each key once in the pane at %v, got %d keys in %d rows", from.Start, len(one.index), len(one.rows))
		}
		p.list = append(p.list, one)
	}
	return nil
}
