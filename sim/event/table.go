package event

import (
	"cmp"
	"iter"
	"slices"
)

// A Table keeps the newest result of each window and key. Putting a result
// twice is the same as putting it once (an idempotent write), so what is
// written again after a crash does no harm. The zero Table is empty.
type Table[K comparable, A any] struct {
	rows   map[place[K]]int
	list   []Result[K, A]
	Writes int // results put
	Again  int // of these, the ones that replaced or removed another
}

type place[K comparable] struct {
	window Window
	key    K
}

// Put writes a result. A retracted one removes what is in its place.
func (t *Table[K, A]) Put(r Result[K, A]) {
	if t.rows == nil {
		t.rows = map[place[K]]int{}
	}
	t.Writes++
	at := place[K]{r.Window, r.Key}
	i, ok := t.rows[at]
	switch {
	case ok:
		t.Again++
		t.list[i] = r
	case r.Timing != Retracted:
		t.rows[at] = len(t.list)
		t.list = append(t.list, r)
	}
}

// Len returns how many results there are.
func (t *Table[K, A]) Len() int {
	n := 0
	for range t.All() {
		n++
	}
	return n
}

// All gives the results by end of window, then by start, then in the order in
// which they were first put.
func (t *Table[K, A]) All() iter.Seq[Result[K, A]] {
	return func(yield func(Result[K, A]) bool) {
		sorted := slices.Clone(t.list)
		slices.SortStableFunc(sorted, func(a, b Result[K, A]) int {
			return cmp.Or(cmp.Compare(a.Window.End, b.Window.End), cmp.Compare(a.Window.Start, b.Window.Start))
		})
		for _, r := range sorted {
			if r.Timing != Retracted && !yield(r) {
				return
			}
		}
	}
}

// Get returns the value of a key in a window.
func (t *Table[K, A]) Get(w Window, k K) (value A, ok bool) {
	i, ok := t.rows[place[K]{w, k}]
	if !ok || t.list[i].Timing == Retracted {
		return value, false
	}
	return t.list[i].Value, true
}
