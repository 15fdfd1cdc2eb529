package lessons

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tidemark/notebooks/internal/ipynb"
)

// An edit is what a reader does with a lesson: change a cell, run it again, look. The tests do it
// in the session that has just executed the whole lesson, one edit after the other; each starts
// from the cell as it is stored.
//
// To add one, take the id of the cell from the notebook (its "id"), text that stands in the cell
// exactly once, the text that takes its place, and what must then be found in the words of the
// outputs: printed tables, and of a figure its title and its alternative text.
type edit struct {
	lesson   string
	cell     string   // id of the cell that is changed
	old, new string   // the change
	then     []string // ids of the cells to run again after it, in order
	want     []string // patterns that must match the words of all these cells, in the mode (?m)
	oneLine  bool     // the words are a single line, an error, and nothing panicked
	number   int      // place in the table
}

var edits = []edit{
	{lesson: streamProcessing, cell: "river", old: "24*time.Hour", new: "time.Hour",
		want: []string{`The river has each result at once; the bucket keeps one waiting for 30\.7.minutes on average`}},
	{lesson: streamProcessing, cell: "timelines", old: "every := 24 * time.Hour", new: "every := 0 * time.Hour", oneLine: true,
		want: []string{`^event: size of a bucket must be at least 1ms, got 0s$`}},
	{lesson: streamProcessing, cell: "tumbling", old: "size := time.Minute", new: "size := 30 * time.Second",
		want: []string{`Every click is in one tumbling window: 24 counts for 24 clicks`}},
	{lesson: streamProcessing, cell: "tumbling", old: "size := time.Minute", new: "size := 0 * time.Minute", oneLine: true,
		want: []string{`^event: size must be at least 1ms, got 0s$`}},
	{lesson: streamProcessing, cell: "sliding", old: "size, slide := 5*time.Minute, time.Minute", new: "size, slide := 4*time.Minute, 2*time.Minute",
		want: []string{`Every click is in two sliding windows: 48 counts for 24 clicks`}},
	{lesson: streamProcessing, cell: "sliding", old: "size, slide := 5*time.Minute, time.Minute", new: "size, slide := 5*time.Minute, 6*time.Minute", oneLine: true,
		want: []string{`^event: slide must be at most the size 5m0s, got 6m0s$`}},
	{lesson: streamProcessing, cell: "session", old: "gap := time.Minute", new: "gap := -time.Minute", oneLine: true,
		want: []string{`^event: gap must be at least 1ms, got -1m0s$`}},
	{lesson: streamProcessing, cell: "late", old: "delay := 4 * time.Minute", new: "delay := 5 * time.Minute",
		want: []string{`A late tap is lost, or waited for, or put in by a correction`, `correct for 4 minutes: written as 3 at 12:02:10 and 4 at 12:06, with the late tap`}},
	{lesson: streamProcessing, cell: "late-numbers", old: "delay := 4 * time.Minute", new: "delay := 6 * time.Minute",
		want: []string{`^ +\d+ in = \d+ on time \+ 1 dropped \+ \d+ still open$`}},
	{lesson: streamProcessing, cell: "once", old: "commit, crash := 4, 6", new: "commit, crash := 0, 6", oneLine: true,
		want: []string{`^event: events between commits must be at least 1, got 0$`}},
	{lesson: streamProcessing, cell: "inventory", old: "pieces, every := 60, time.Hour", new: "pieces, every := -1, time.Hour", oneLine: true,
		want: []string{`^town: stock must not be negative, got -1 of P\d$`}},
	{lesson: streamProcessing, cell: "fraud-times", old: "measured := false", new: "measured := true",
		want: []string{`All 20,000 decisions fall in less than a second`}},
	{lesson: streamProcessing, cell: "live-windows", old: `"slide, minutes", 2`, new: `"slide, minutes", 5`,
		want: []string{`^24 clicks from 12:00:\d\d to .* in windows: sliding 5m0s by 5m0s$`}},
	{lesson: streamProcessing, cell: "live-windows", old: `"slide, minutes", 2`, new: `"slide, minutes", 6`, oneLine: true,
		want: []string{`^event: slide must be at most the size 5m0s, got 6m0s$`}},
	{lesson: streamProcessing, cell: "live-late", old: `"delay, minutes", 4`, new: `"delay, minutes", 6`,
		want: []string{`^late taps dropped: 1 written at once, 1 waited for, 1 corrected$`}},
	{lesson: streamProcessing, cell: "exercise-1", old: "predict := -1", new: "predict := 6", want: []string{`^Right, 6 sessions\. `}},
	{lesson: streamProcessing, cell: "exercise-2", old: "predict := -1", new: "predict := 240", want: []string{`^You predicted 240, and the run gives 310 seconds`}},
	{lesson: streamProcessing, cell: "exercise-3", old: "predict := -1", new: "predict := 3",
		want: []string{`^You predicted 3, and the run gives 4 payments that come again`, `^crash after the first to the sixth: \[1 2 3 4 1 2\]$`}},
	{lesson: streamProcessing, cell: "exercise-4", old: "predict := -1", new: "predict := 18102",
		want: []string{`^You predicted 18102, and the run gives 600 events`, `^18102 pairs$`}},
	{lesson: streamProcessing, cell: "exercise-5", old: "predict := -1", new: "predict := 3",
		want: []string{`^Right, 3 windows\. `, `map\[2:8 3:16\]$`}},

	{lesson: batchAndStream, cell: "detection", old: "sim.July", new: "sim.March",
		want: []string{`^late_arrival +40  distribution/2026-04/1 +distribution/2026-03/0$`, `^missing_partition +46  not caught +partition/2026-03/0$`}},
	{lesson: batchAndStream, cell: "detection", old: "sim.July", new: "sim.Period(13)", oneLine: true,
		want: []string{`^sim: faulty period must be 2026-01 to 2026-12, got 2027-01$`}},
	{lesson: batchAndStream, cell: "detection-figure", old: "sim.July", new: "sim.March",
		want: []string{`The stream finds all six faults in their own period; the batch finds five, one period later`}},
	{lesson: batchAndStream, cell: "hours", old: "6 * time.Hour", new: "0 * time.Hour",
		want: []string{`^found after 2026-07 ended: stream +0 h, batch +0 h$`}},
	{lesson: batchAndStream, cell: "repaired", old: "sim.PartitionByPeriod", new: "sim.Partition",
		want: []string{`^batch:  not caught$`, `^stream: partition/2026-07/0$`}},
	{lesson: batchAndStream, cell: "predict-alarms", old: "predict := -1", new: "predict := 1",
		want: []string{`^You predicted 1, and the run gives 40 sound years`}},
	{lesson: batchAndStream, cell: "predict-rows", old: "predict := -1", new: "predict := 2400",
		want: []string{`^You predicted 2400, and the run gives 13200 rows\.`}},
	{lesson: batchAndStream, cell: "keys", old: "{0, 1, 5}", new: "{-1, 2}", oneLine: true, want: []string{`arrival`}},
	{lesson: batchAndStream, cell: "operator", old: "sim.Steady(12, 0.4)", new: "sim.Steady(3, 0.35)",
		want: []string{`median of 3, 35 %$`}},
	{lesson: batchAndStream, cell: "operator", old: "sim.Steady(12, 0.4)", new: "sim.Steady(0, 0.4)", oneLine: true,
		want: []string{`^sim: periods to compare with must be at least 1, got 0$`}},
	{lesson: batchAndStream, cell: "live-detection", old: "sim.July, sim.January", new: "sim.December, sim.January",
		want: []string{`^caught in batch: not caught, in stream: not caught; polluted cells: 5 in batch, 5 in stream$`}},
	{lesson: batchAndStream, cell: "live-detection", old: "sim.July, sim.January", new: "sim.Period(13), sim.January", oneLine: true,
		want: []string{`^live: control "corrupted period" must start with one of its options, from 2026-01 to 2026-12, got 2027-01$`}},
	{lesson: batchAndStream, cell: "exercise-1", old: "predict := -1", new: "predict := 5",
		want: []string{`^You predicted 5, and the run gives 0 classes`, `^late_arrival +40  not caught`}},
	{lesson: batchAndStream, cell: "exercise-1b", old: "predict := -1", new: "predict := 5",
		want: []string{`^You predicted 5, and the run gives 4 classes`, `^late_arrival +40  not caught`}},
	{lesson: batchAndStream, cell: "exercise-2", old: "predict := -1", new: "predict := 5200", want: []string{`^Right, 5200 entries\. `}},
	{lesson: batchAndStream, cell: "exercise-3", old: "predict := -1", new: "predict := 2", want: []string{`^Right, 2 classes\. `, `^caught: \[schema_changed type_drift\]$`}},
	{lesson: batchAndStream, cell: "exercise-4", old: "predict := -1", new: "predict := 1",
		want: []string{`^You predicted 1, and the run gives 2 polluted cells`, `^\[north/2026-07 north/2026-08\] distribution/2026-07/0 served values moved: 0$`}},

	{lesson: windowTolerance, cell: "runner", old: "r.Period < watermark", new: "r.Period <= watermark", then: []string{"runner-nine"},
		want: []string{`^delay 0, tolerance 0: 2400 dropped, 0 carried, 0 cells;`, `^delay 1, tolerance 1: 40 dropped, `, `^delay 1, tolerance 2:  0 dropped, `}},
	{lesson: windowTolerance, cell: "predict-entries", old: "predict := -1", new: "predict := 600",
		want: []string{`^You predicted 600, and the run gives 800 entries`}},
	{lesson: windowTolerance, cell: "one", old: "delay, tolerance := 1, 0", new: "delay, tolerance := 3, 0",
		want: []string{`^ +3 period +0 +40 +400 +10 +2026-07 empty$`, `^2400 sent = 2360 on time \+ 0 late \+ 40 dropped .* 0 in transit$`}},
	{lesson: windowTolerance, cell: "one", old: "delay, tolerance := 1, 0", new: "delay, tolerance := 3, 3",
		want: []string{`^ +3 period +3 +0 +1000 +0 +2026-10 empty$`, `^2400 sent = 2360 on time \+ 40 late \+ 0 dropped .* 0 in transit$`}},
	{lesson: windowTolerance, cell: "one", old: "delay, tolerance := 1, 0", new: "delay, tolerance := 7, 0",
		want: []string{`^ +7 period +0 +0 +400 +10 +2026-07 empty$`, `^2400 sent = 2360 on time \+ 0 late \+ 0 dropped .* 40 in transit$`}},
	{lesson: windowTolerance, cell: "one", old: "delay, tolerance := 1, 0", new: "delay, tolerance := -1, 0", oneLine: true,
		want: []string{`^sim: delay must be at least 0 periods, got -1$`}},
	{lesson: windowTolerance, cell: "one", old: "delay, tolerance := 1, 0", new: "delay, tolerance := 1, -1", oneLine: true,
		want: []string{`^sim: tolerance must be at least 0 periods, got -1$`}},
	{lesson: windowTolerance, cell: "nine", old: "tolerances := []int{0, 1, 2}", new: "tolerances := []int{}", oneLine: true,
		want: []string{`^sim: a sweep must have at least 1 set-up, got 0$`}},
	{lesson: windowTolerance, cell: "timeline", old: "delay := 1", new: "delay := 3",
		want: []string{`A late row counts only while its window is open: tolerance 0, 1 or 2 is too short`}},
	{lesson: windowTolerance, cell: "tradeoff", old: "delays := []int{0, 1, 2}", new: "delays := []int{0, 7}",
		want: []string{`No tolerance saves rows that come after the stream has ended`}},
	{lesson: windowTolerance, cell: "growth", old: "delay := 1", new: "delay := 7", want: []string{`Peaks in entries: .* 10 at 2,360 and 11 at 2,360`}},
	{lesson: windowTolerance, cell: "cells-figure", old: "delay, tolerance := 1, 0", new: "delay, tolerance := 3, 3",
		want: []string{`^No cell differs from the baseline`}},
	{lesson: windowTolerance, cell: "cells-figure", old: "delay, tolerance := 1, 0", new: "delay, tolerance := -1, 0", oneLine: true,
		want: []string{`^sim: delay must be at least 0 periods, got -1$`}},
	{lesson: windowTolerance, cell: "live-cells", old: `"tolerance", 0`, new: `"tolerance", 1`,
		want: []string{`^No cell differs from the baseline`, `^0 rows dropped, 0 of 55 cells polluted, 600 entries carried, 2026-07 written in 2026-08$`}},
	{lesson: windowTolerance, cell: "live-state", old: "sim.August, 0", new: "sim.February, 0",
		want: []string{`^0 rows cannot be computed, 55 of 55 cells are there, 0 served values moved$`}},
	{lesson: windowTolerance, cell: "exercise-1", old: "predict := -1", new: "predict := 800",
		want: []string{`^You predicted 800, and the run gives 1000 entries`, `^ +3 period +3 +0 +1000 +0 +2026-10 empty$`}},
	{lesson: windowTolerance, cell: "exercise-2", old: "predict := -1", new: "predict := 1",
		want: []string{`^You predicted 1, and the run gives 2 polluted cells`, `polluted: \[central/2026-07 central/2026-08\]$`}},
	{lesson: windowTolerance, cell: "exercise-3", old: "predict := -1", new: "predict := 15", want: []string{`^Right, 15 polluted cells\. `}},
	{lesson: windowTolerance, cell: "exercise-4", old: "predict := -1", new: "predict := 0", want: []string{`^Right, 0 missing cells\. `}},
	{lesson: windowTolerance, cell: "exercise-4", old: "sim.February", new: "sim.March", want: []string{`^First your prediction`}},
	{lesson: windowTolerance, cell: "exercise-5", old: "predict := -1", new: "predict := 0",
		want: []string{`^You predicted 0, and the run gives 10 polluted cells`, ` 40 in transit$`}},
	{lesson: windowTolerance, cell: "losing", old: "sim.August", new: "sim.December",
		want: []string{`^lost +200 +50 +5$`}},

	{lesson: onAnEngine, cell: "short", old: "set(2, 1)", new: "set(2, 2)",
		want: []string{`^held back +0 rows dropped, +0 of 55 cells polluted$`, `^held open +0 rows dropped, +0 of 55 cells polluted$`}},
	{lesson: onAnEngine, cell: "own", old: "set(1, 0)", new: "set(3, 3)",
		want: []string{`^ +3 +3 \| +0 +1000 +0 +55 2026-10 \| .* \| nothing$`}},
	{lesson: onAnEngine, cell: "nine-predict", old: "predict := -1", new: "predict := 9",
		want: []string{`^You predicted 9, and the run gives 0 set-ups that differ\. Two programs`}},
	{lesson: onAnEngine, cell: "crash-predict", old: "predict := -1", new: "predict := 160",
		want: []string{`^Right, 160 rows that wait\.`}},
	{lesson: onAnEngine, cell: "exercise-3", old: "predict := -1", new: "predict := 30",
		want: []string{`^You predicted 30, and the run gives 25 cells\. Six months`, `^1200 rows, 200 cannot be computed$`}},
	{lesson: onAnEngine, cell: "ledger", old: "Flip: 50", new: "Flip: 1",
		want: []string{`^\+ 2400 undecodable$`, `^balance: <nil>$`, `^55 cells polluted$`}},
	{lesson: onAnEngine, cell: "ledger", old: "Flip: 50", new: "Flip: -1", oneLine: true,
		want: []string{`^engine: every how many rows a bit breaks must be at least 0, got -1$`}},
	{lesson: onAnEngine, cell: "live-engine", old: `"tolerance", 0`, new: `"tolerance", 1`,
		want: []string{`^No cell differs from the baseline`, `^0 rows dropped, 0 cells polluted, 600 entries carried, 55 writes; 0 differences from sim$`}},
	{lesson: onAnEngine, cell: "panes-predict", old: "set(2, 2)", new: "set(-1, 2)", oneLine: true,
		want: []string{`^sim: delay must be at least 0 periods, got -1$`}},
}

const (
	streamProcessing = "01-stream-processing.ipynb"
	batchAndStream   = "02-batch-and-stream.ipynb"
	windowTolerance  = "03-window-tolerance-state.ipynb"
	onAnEngine       = "05-on-an-engine.ipynb"
)

func (e edit) name() string { return e.cell + ": " + e.new }

// cells gives the ids of the cells to run, in order.
func (e edit) cells() []string { return append([]string{e.cell}, e.then...) }

// id names the copy of a cell that the edit runs.
func (e edit) id(cell string) string { return fmt.Sprintf("%s--edit-%d", cell, e.number) }

// editsOf gives the edits of a lesson, and fails if one does not fit the lesson.
func editsOf(t *testing.T, lesson string, nb *ipynb.Notebook) []edit {
	t.Helper()
	var found []edit
	for i, e := range edits {
		if e.lesson == lesson && !*update {
			e.number = i
			e.fits(t, nb)
			found = append(found, e)
		}
	}
	return found
}

func (e edit) fits(t *testing.T, nb *ipynb.Notebook) {
	t.Helper()
	for _, id := range e.cells() {
		if nb.Find(id) < 0 {
			t.Fatalf("edit %q: the lesson has no cell %s", e.name(), id)
		}
	}
	if n := strings.Count(string(nb.Cells[nb.Find(e.cell)].Source), e.old); n != 1 {
		t.Fatalf("edit %q: want %q once in the cell, got it %d times", e.name(), e.old, n)
	}
}

// with gives the notebook with the cells of the edits at its end.
func with(nb *ipynb.Notebook, edits []edit) *ipynb.Notebook {
	longer := *nb
	longer.Cells = slices.Clone(nb.Cells)
	for _, e := range edits {
		for _, id := range e.cells() {
			longer.Cells = append(longer.Cells, e.changed(nb.Cells[nb.Find(id)]))
		}
	}
	return &longer
}

// changed gives the copy of a cell that the edit runs.
func (e edit) changed(c ipynb.Cell) ipynb.Cell {
	if c.ID == e.cell {
		c.Source = ipynb.Text(strings.Replace(string(c.Source), e.old, e.new, 1))
	}
	if e.oneLine {
		c.Metadata = map[string]any{"tags": []any{ipynb.MayFail}}
	}
	c.ID = e.id(c.ID)
	return c
}

// check looks at the outputs of the changed cells.
func (e edit) check(t *testing.T, fresh *ipynb.Notebook) {
	var all strings.Builder
	for _, id := range e.cells() {
		for _, o := range fresh.Cells[fresh.Find(e.id(id))].Outputs {
			all.WriteString(o.Words())
		}
	}
	words := all.String()
	for _, pattern := range e.want {
		if !regexp.MustCompile(`(?m)` + pattern).MatchString(words) {
			t.Errorf("want %s, got\n%s", pattern, words)
		}
	}
	// A program that ends itself after its line leaves one more, which is the kernel's.
	if lines := strings.Count(strings.TrimSuffix(words, "exit status 1\n"), "\n"); e.oneLine && lines != 1 {
		t.Errorf("want one line, got %d:\n%s", lines, words)
	}
}
