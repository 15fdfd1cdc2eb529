package sim

import "iter"

// Windows are tumbling windows of one period, kept as plainly as they can be
// said, for a loop written by hand; [Windowing] is the same machine made for
// millions of rows. The zero Windows have seen no row.
type Windows struct {
	Last         map[Subscriber]int64 // the last index of each subscriber: the keyed state
	Written      []Consumption        // in the order of the windows
	Dropped      int                  // late rows
	Screened     int                  // rows without a period, which belong to no window
	Uncomputable int                  // rows after the first period that had nothing to be subtracted from
	Carried      int                  // most entries held at once: rows that wait and last indexes
	Waited       int                  // how many of these were rows that wait

	open    map[Period][]Reading
	waiting int
}

// Take drops a row that is late and lets every other wait in its window.
func (w *Windows) Take(r Reading, late bool) {
	switch {
	case r.Period == 0:
		w.Screened++
	case late:
		w.Dropped++
	default:
		if w.open == nil {
			w.open = map[Period][]Reading{}
		}
		w.open[r.Period] = append(w.open[r.Period], r)
		w.waiting++
	}
}

// Close forgets the window of period p and returns the rows that waited in it,
// none where there is no such window. What is carried is counted before.
func (w *Windows) Close(p Period) []Reading {
	if held := w.waiting + len(w.Last); held > w.Carried {
		w.Carried, w.Waited = held, w.waiting
	}
	if w.Last == nil {
		w.Last = map[Subscriber]int64{}
	}
	rows := w.open[p]
	w.waiting -= len(rows)
	delete(w.open, p)
	return rows
}

// Write writes what [Subtract] returns.
func (w *Windows) Write(consumption []Consumption, uncomputable int) {
	w.Written = append(w.Written, consumption...)
	w.Uncomputable += uncomputable
}

// Usable returns the rows that pass [Screen] and then [Dedupe].
func Usable(rows []Reading) []Reading {
	kept, _ := Screen(rows)
	kept, _ = Dedupe(kept)
	return kept
}

// Arrivals returns the periods of the network in order, each with the rows that
// arrive in it, and then those periods without a row in which the windows still
// open close.
func (w Windowing) Arrivals(d *Delivery) iter.Seq2[Period, []Reading] {
	return func(yield func(Period, []Reading) bool) {
		for now, rows := range d.Arrivals() {
			if !yield(now, rows) {
				return
			}
		}
		last := d.network.Last()
		for p := max(w.Watermark(last)+1, January); p <= last; p++ {
			if !yield(p+Period(w.Tolerance), nil) {
				return
			}
		}
	}
}
