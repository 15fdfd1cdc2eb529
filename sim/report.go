package sim

import (
	"fmt"
	"slices"
	"strings"
)

// The tables have the columns, the words and the values of the source lessons.
// Their "dirty" is this package's polluted.

// BaselineLines prints what every run of the window lesson is compared with:
// the consumption rows, the cells and the served values of sound readings.
func BaselineLines(n Network) (string, error) {
	rows, err := n.Source()
	if err != nil {
		return "", err
	}
	rows, _ = Screen(rows)
	rows, _ = Dedupe(rows)
	consumption, _ := Consume(rows)
	cells := Summarize(consumption)
	return fmt.Sprintf("baseline: consumption rows %d , summary cells %d\nbaseline serving %v\n",
		len(consumption), cells.Len(), cells.Serve()), nil
}

// WindowTable prints one line for each outcome: the delay, the tolerance and
// what they lead to.
func WindowTable(outcomes []Outcome) string {
	var b strings.Builder
	cells, month := headings(outcomes)
	fmt.Fprintf(&b, "%17s %9s %7s %6s %9s %10s %s\n", lateRows(outcomes)+" delay", "tolerance", "dropped", "state",
		"dirty/"+cells, month+" written", "serving diff")
	for _, o := range outcomes {
		delay, _ := o.Setup.Delay()
		fmt.Fprintf(&b, "%10d period %9d %7d %6d %9d %10v %v\n", delay, o.Setup.Windowing.Tolerance,
			o.LateDropped, o.CarriedState, len(o.Polluted()), o.Written(latePeriod(o)), o.ServingDiff())
	}
	return b.String()
}

// ToleranceTable prints one named line for each outcome: what keeping the window
// open buys and what it costs.
func ToleranceTable(names []string, outcomes []Outcome) string {
	var b strings.Builder
	cells, month := headings(outcomes)
	fmt.Fprintf(&b, "%-18s %9s %6s %8s %9s %10s\n", "window", "tolerance", "state", "dropped", "dirty/"+cells, month+" written")
	for i, o := range outcomes {
		fmt.Fprintf(&b, "%-18s %9d %6d %8d %9d %10v\n", nameAt(names, i), o.Setup.Windowing.Tolerance,
			o.CarriedState, o.LateDropped, len(o.Polluted()), o.Written(latePeriod(o)))
	}
	return b.String()
}

// StateTable prints two lines for each outcome: the cells, and the values that
// are served from them.
func StateTable(names []string, outcomes []Outcome) string {
	var b strings.Builder
	cells, _ := headings(outcomes)
	fmt.Fprintf(&b, "%-14s %13s %6s %9s\n", "state", "uncomputable", "cells", "dirty/"+cells)
	for i, o := range outcomes {
		fmt.Fprintf(&b, "%-14s %13d %6d %9d\n", nameAt(names, i), o.Uncomputable, o.Cells.Len(), len(o.Polluted()))
		fmt.Fprintf(&b, " serving %v\n", o.Cells.Serve())
	}
	return b.String()
}

// CostTable prints what each mode costs on a sound delivery.
func CostTable(c Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "baseline summary %d cells , serving %v\n", c.Baseline.Len(), c.Baseline.Serve())
	fmt.Fprintf(&b, "mode   stages     rows read  carried state  detector\n")
	line := func(name string, stages []string, r *Result) {
		detector := "None"
		if r.Detection.Caught() {
			detector = r.Detection.Check
		}
		fmt.Fprintf(&b, "%-6s %6d %13d %14d  %s\n", name, len(stages), r.RowsRead, r.CarriedState, detector)
	}
	line("batch", BatchStages(), c.Batch)
	line("stream", StreamStages(), c.Stream)
	return b.String()
}

// CorruptionTable prints for each class, as [Corruption.In] has it in period p,
// how many readings it hits, the first of these, and the rows that it leaves of
// this one.
func CorruptionTable(n Network, p Period) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-18s %4s %-7s %-6s %-8s %-8s %-8s %10s unit\n", "corruption", "hits", "", "who", "period", "arrival", "region", "index")
	line := func(when string, r Reading) {
		fmt.Fprintf(&b, "%-7s %-6v %-8v %-8v %-8v %10v %v\n", when, r.Subscriber, r.Period, r.Arrival, r.Region, r.Index, r.Unit)
	}
	for _, c := range Corruptions() {
		before, hits, err := n.firstHit(c.In(p))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%-18v %4d ", c, hits)
		if hits == 0 {
			b.WriteString("no row\n")
			continue
		}
		line("before", before)
		after := c.In(p).Leaves(before)
		for _, r := range after {
			b.WriteString(strings.Repeat(" ", 24))
			line("after", r)
		}
		if len(after) == 0 {
			fmt.Fprintf(&b, "%24s%-7s no row\n", "", "after")
		}
	}
	return b.String(), nil
}

// firstHit returns the first sound reading that the fault hits, the zero Reading
// where it hits none, and how many it hits.
func (n Network) firstHit(f Fault) (first Reading, hits int, err error) {
	d, err := n.Deliver(f)
	if err != nil {
		return Reading{}, 0, err
	}
	sound, err := n.Deliver()
	if err != nil {
		return Reading{}, 0, err
	}
	for r := range sound.All() {
		if f.hits(&r) {
			return r, d.Corrupted(), nil
		}
	}
	return Reading{}, 0, nil
}

// CheckTable prints for each check the stage at which it stands and its rule.
func CheckTable(checks ...Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s %-14s fails when\n", "check", "stage")
	for _, c := range checks {
		fmt.Fprintf(&b, "%-20s %d, %-11v %s\n", c.Name, c.Stage(), c.Stage(), c.Rule)
	}
	return b.String()
}

// DetectionTable prints for each class when which check caught it in each mode.
func DetectionTable(all []Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "corruption         corrupted  batch: check/period/lag      stream: check/period/lag\n")
	for _, c := range all {
		fmt.Fprintf(&b, "%-18v %9d  %-28s %s\n", c.Class, c.Corrupted, c.Batch.Detection.Label(c.Period), c.Stream.Detection.Label(c.Period))
	}
	return b.String()
}

// PollutionTable prints for each class what it leaves in the cells and in the
// served values of each mode.
func PollutionTable(all []Comparison) string {
	var b strings.Builder
	cells := "0"
	if len(all) > 0 {
		cells = fmt.Sprint(all[0].Baseline.Len())
	}
	fmt.Fprintf(&b, "corruption          dirty cells/%s serving changed    in stream\n", cells)
	fmt.Fprintf(&b, "                     batch  stream    batch stream dropped rows\n")
	for _, c := range all {
		fmt.Fprintf(&b, "%-18v %7d %7d %8s%7s %12d\n", c.Class,
			len(c.Batch.Cells.Polluted(c.Baseline)), len(c.Stream.Cells.Polluted(c.Baseline)),
			c.changed(c.Batch), c.changed(c.Stream), c.Stream.LateDropped)
	}
	return b.String()
}

// changed says whether the values served after a run are other than the
// baseline's.
func (c Comparison) changed(r *Result) string {
	if len(r.Cells.Serve().Diff(c.Baseline.Serve())) == 0 {
		return "no"
	}
	return "yes"
}

// headings returns what the headings of a table need: the number of cells of the
// baseline and the month of the late readings.
func headings(outcomes []Outcome) (cells, month string) {
	if len(outcomes) == 0 {
		return "0", July.Month()
	}
	return fmt.Sprint(outcomes[0].Baseline.Len()), latePeriod(outcomes[0]).Month()
}

// latePeriod returns the event time of an outcome's late readings, 2026-07
// where none are late.
func latePeriod(o Outcome) Period {
	if _, p := o.Setup.Delay(); p != 0 {
		return p
	}
	return July
}

// lateRows returns how many rows are late, as in "40-row"; it looks for an
// outcome with a delay, since without one no row is hit.
func lateRows(outcomes []Outcome) string {
	i := slices.IndexFunc(outcomes, func(o Outcome) bool { delay, _ := o.Setup.Delay(); return delay > 0 })
	if i < 0 {
		return "row"
	}
	d := Delivery{network: outcomes[i].Setup.Network, faults: outcomes[i].Setup.Faults}
	return fmt.Sprintf("%d-row", d.Corrupted())
}

func nameAt(names []string, i int) string {
	if i >= len(names) {
		return ""
	}
	return names[i]
}
