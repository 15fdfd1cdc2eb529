package sim

import "fmt"

// A Check looks at what a run has in front of it and says whether it looks
// wrong. It has one of three functions: Rows looks at the rows as they arrive, at
// stage 0; Cells looks at the cells that the run has just summed up, at stage 4,
// beside those of the baseline; Written looks at these and all that were written
// before, also at stage 4.
//
// What is in front of a check depends on the mode. A batch run shows it
// everything that has arrived so far, a stream run the window of one period.
type Check struct {
	Name    string
	Rule    string // when it fails, in a few words: "fails when …"
	Rows    func(n Network, rows []Reading) bool
	Cells   func(got, baseline Summary) bool
	Written func(written Summary) bool
}

// The checks of the lessons, and one that they recommend.
var (
	// Schema fails on a row with a missing field.
	Schema = Check{
		Name: "schema",
		Rule: "a row lacks its subscriber, period, region, unit or index",
		Rows: anyIncomplete,
	}
	// Typed fails on an index that is not a number.
	Typed = Check{
		Name: "type",
		Rule: "the index of a row is not a number",
		Rows: anyNonNumber,
	}
	// Uniqueness fails on two rows of the same subscriber and period.
	Uniqueness = Check{
		Name: "uniqueness",
		Rule: "two rows have the same subscriber and period",
		Rows: anyRepeated,
	}
	// Partition fails when a region of the network is missing. It is flawed on
	// purpose: it sees the set of regions and not the period, so a region that is
	// missing from one period of a longer history escapes it.
	Partition = Check{
		Name: "partition",
		Rule: "a region of the network has no row, whatever the period",
		Rows: regionMissing,
	}
	// PartitionByPeriod is its repair: it fails when a region is missing from any
	// period between the first and the last one that have rows.
	PartitionByPeriod = Check{
		Name: "partition by period",
		Rule: "a region has no row in a period from the first to the last that have any",
		Rows: regionMissingFromPeriod,
	}
	// Distribution fails when a cell is more than a quarter off its baseline, the
	// sound run of the same readings, which no operator has; [Steady] needs none.
	Distribution = Check{
		Name:  "distribution",
		Rule:  fmt.Sprintf("a cell is more than %g %% off its baseline", 100*shiftLimit),
		Cells: anyShifted,
	}
)

// Checks returns the five checks of the lessons, in the order in which they
// stand. The first to fail is the detector.
func Checks() []Check { return []Check{Schema, Typed, Uniqueness, Partition, Distribution} }

// Stage returns the stage at which the check stands.
func (c Check) Stage() Stage {
	if c.Rows != nil {
		return Arrived
	}
	return Summarized
}

func (c Check) validate() error {
	looks := 0
	for _, is := range []bool{c.Rows != nil, c.Cells != nil, c.Written != nil} {
		if is {
			looks++
		}
	}
	if looks != 1 {
		return fmt.Errorf("sim: check %q must look at rows, at cells or at all that is written, got %d of them", c.Name, looks)
	}
	return nil
}

func anyIncomplete(_ Network, rows []Reading) bool {
	for _, r := range rows {
		if !r.complete() {
			return true
		}
	}
	return false
}

func anyNonNumber(_ Network, rows []Reading) bool {
	for _, r := range rows {
		if !r.Index.IsNumber() {
			return true
		}
	}
	return false
}

func anyRepeated(_ Network, rows []Reading) bool {
	_, dropped := Dedupe(rows)
	return dropped > 0
}

func regionMissing(n Network, rows []Reading) bool {
	var seen [regionCount + 1]bool
	for _, r := range rows {
		seen[r.Region] = true
	}
	return lacks(seen, n.regions())
}

func regionMissingFromPeriod(n Network, rows []Reading) bool {
	seen := make([][regionCount + 1]bool, n.Periods+1)
	oldest, newest := n.Last(), January
	for _, r := range rows {
		if r.Period < 0 || r.Period > n.Last() {
			continue // no run delivers it
		}
		seen[r.Period][r.Region] = true
		oldest, newest = min(oldest, r.Period), max(newest, r.Period)
	}
	want := n.regions()
	for p := max(oldest, January); p <= newest; p++ {
		if lacks(seen[p], want) {
			return true
		}
	}
	return false
}

// lacks reports whether a wanted region is not among those seen.
func lacks(seen, want [regionCount + 1]bool) bool {
	for r := range want {
		if want[r] && !seen[r] {
			return true
		}
	}
	return false
}

// shiftLimit is the part of its baseline by which a cell may differ.
const shiftLimit = 0.25

func anyShifted(got, baseline Summary) bool {
	for c, m3 := range got.All() {
		if want, _ := baseline.At(c); isOff(float64(m3), float64(want), shiftLimit) {
			return true
		}
	}
	return false
}

// A Detection is the first check that failed in a run: which one, at which
// stage, and in which period of the run (processing time). The zero Detection
// is that none did.
type Detection struct {
	Check  string
	Stage  Stage
	Period Period
}

// Caught reports whether a check failed.
func (d Detection) Caught() bool { return d.Period != 0 }

// Lag returns the periods from the corrupted one to the detection. It means
// nothing unless the corruption was caught.
func (d Detection) Lag(corrupted Period) int { return int(d.Period - corrupted) }

// Label returns check, period and lag as in "schema/2026-08/1", or "not caught".
func (d Detection) Label(corrupted Period) string {
	if !d.Caught() {
		return "not caught"
	}
	return fmt.Sprintf("%s/%v/%d", d.Check, d.Period, d.Lag(corrupted))
}

// An inspector runs the checks of one run until the first fails.
type inspector struct {
	network  Network
	baseline Summary
	checks   []Check
	found    Detection
}

// newInspector returns an inspector for the checks, or for those of the lessons
// where there are none.
func newInspector(n Network, baseline Summary, checks []Check) (*inspector, error) {
	if len(checks) == 0 {
		checks = Checks()
	}
	for _, c := range checks {
		if err := c.validate(); err != nil {
			return nil, err
		}
	}
	return &inspector{network: n, baseline: baseline, checks: checks}, nil
}

// rows shows the checks of stage 0 what arrived.
func (in *inspector) rows(now Period, rows []Reading) {
	if len(rows) > 0 {
		in.try(now, func(c Check) bool { return c.Rows != nil && c.Rows(in.network, rows) })
	}
}

// cells shows the checks of stage 4 what was summed up, and with it all that is
// written.
func (in *inspector) cells(now Period, cells, written Summary) {
	if cells.Len() > 0 {
		in.try(now, func(c Check) bool {
			return c.Cells != nil && c.Cells(cells, in.baseline) || c.Written != nil && c.Written(written)
		})
	}
}

func (in *inspector) try(now Period, fails func(Check) bool) {
	for _, c := range in.checks {
		if in.found.Caught() {
			return
		}
		if fails(c) {
			in.found = Detection{c.Name, c.Stage(), now}
		}
	}
}
