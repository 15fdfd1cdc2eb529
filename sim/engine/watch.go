package engine

import (
	"sync"
	"sync/atomic"

	"tidemark/sim"
)

// A watch sees what no engine reports: in which period of arrival something happens and how much is
// held at that moment. Functions of a pipeline cannot see the watermark, so the watch goes by the
// arrival of the rows that come in. That is right where the engine finishes one event of the stream
// before the next, and where the functions run in this process.
//
// It counts rows too. The engine's own counters would do, but Prism 2.77.0 loses some: of the bundles
// of a stage that end before it knows what the counters are called, it keeps those of the last.
type watch struct {
	onRow   func(sim.Reading)
	onWrite func(sim.Cell, int64)
	resetAt sim.Period

	mu      sync.Mutex
	now     sim.Period
	life    int            // how often the state was lost
	known   map[int64]bool // subscribers with a last index
	indexes []int          // how many they were when a period of arrival began
	arrived [][]int        // rows by period and period of arrival
	opened  []sim.Period   // when a window first gave out its rows, by period; zero is not yet
	cells   map[sim.Cell]int64
	added   map[sim.Cell]int64 // the sum of all writes of a cell
	written []sim.Period       // when the cells of a period were first written
	revised []sim.Period       // and when last
	writes  int
	dead    []Row
	counts  counts
}

// A counter names what is counted, here and in the program for Flink.
type counter string

const (
	undecodable   counter = "undecodable"
	withoutPeriod counter = "rows_without_period"
	beforeWindow  counter = "rows_before_window"
	afterWindow   counter = "rows_after_window"
	screened      counter = "screened"
	duplicates    counter = "duplicates"
	onTime        counter = "counted_on_time"
	late          counter = "counted_late"
	droppedLate   counter = "late" // counted where a rule of our own, or Flink, drops them
	uncomputable  counter = "uncomputable"
)

// counts are rows by counter.
type counts map[counter]int

// watches holds the watches of the runs under way by number: functions of a pipeline travel to where
// they run and find their watch there, if at all.
var (
	watches sync.Map
	lastRun atomic.Int64
)

func newWatch(j Job) (run int64, w *watch) {
	n := j.Setup.Network.Periods + 1
	w = &watch{
		onRow:   j.OnRow,
		onWrite: j.OnWrite,
		resetAt: j.Setup.Windowing.ResetAt,
		known:   map[int64]bool{},
		indexes: make([]int, n),
		arrived: make([][]int, n),
		opened:  make([]sim.Period, n),
		cells:   map[sim.Cell]int64{},
		added:   map[sim.Cell]int64{},
		counts:  counts{},
		written: make([]sim.Period, n),
		revised: make([]sim.Period, n),
	}
	for p := range w.arrived {
		w.arrived[p] = make([]int, n)
	}
	run = lastRun.Add(1)
	watches.Store(run, w)
	return run, w
}

// watchOf gives the watch of a run, nil if the run belongs to another process. All methods work on
// nil and do nothing then.
func watchOf(run int64) *watch {
	w, _ := watches.Load(run)
	found, _ := w.(*watch)
	return found
}

// lock locks the watch, and tells whether there is one.
func (w *watch) lock() bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	return true
}

// tick begins a period of arrival.
func (w *watch) tick(now sim.Period) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	w.now = max(w.now, now)
	if now == w.resetAt {
		w.life++
		clear(w.known)
	}
	w.indexes[now] = len(w.known)
}

// count counts n rows.
func (w *watch) count(c counter, n int) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	w.counts[c] += n
}

// arrive sees a row on its way to its window.
func (w *watch) arrive(r sim.Reading) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	if w.onRow != nil {
		w.onRow(r)
	}
	w.arrived[r.Period][r.Arrival]++
	w.counts[beforeWindow]++
}

// open sees the window of period p give out n rows.
func (w *watch) open(p sim.Period, n int) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	if w.opened[p] == 0 {
		w.opened[p] = w.now
	}
	w.counts[afterWindow] += n
}

// lives says how often the state was lost so far.
func (w *watch) lives() int {
	if !w.lock() {
		return 0
	}
	defer w.mu.Unlock()
	return w.life
}

// remember sees that a subscriber has a last index.
func (w *watch) remember(subscriber int64) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	w.known[subscriber] = true
}

// write sees a cell written; a later write takes the place of an earlier one.
func (w *watch) write(c sim.Cell, m3 int64) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	if w.onWrite != nil {
		w.onWrite(c, m3)
	}
	if w.written[c.Period] == 0 {
		w.written[c.Period] = w.now
	}
	w.revised[c.Period] = w.now
	w.cells[c] = m3
	w.added[c] += m3
	w.writes++
}

// bury sees a row that cannot be decoded.
func (w *watch) bury(x Row) {
	if !w.lock() {
		return
	}
	defer w.mu.Unlock()
	w.dead = append(w.dead, x)
}

// account gives what the watch has seen.
func (w *watch) account() account {
	w.mu.Lock()
	defer w.mu.Unlock()
	return account{w.cells, w.added, w.written, w.revised, w.writes, w.dead, w.counts, w.trace()}
}

// trace gives for each period of arrival the rows read so far and the entries held when its rows had
// arrived: the last indexes, and the rows in windows that had not given out theirs. A window that
// never gave any out had accepted none.
func (w *watch) trace() []sim.Step {
	var steps []sim.Step
	read := 0
	for now := sim.January; int(now) < len(w.indexes); now++ {
		held := w.indexes[now]
		for p := range w.arrived {
			read += w.arrived[p][now]
			if w.opened[p] >= now {
				held += total(w.arrived[p][:now+1])
			}
		}
		steps = append(steps, sim.Step{Period: now, RowsRead: read, CarriedState: held})
	}
	return steps
}

func total(counts []int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}
