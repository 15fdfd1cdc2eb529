package engine

import (
	"fmt"
	"strings"
	"time"

	"tidemark/sim"
)

// A Result is what an engine made of a job, in the terms of the simulation, so that the tables and
// figures of the lessons take it.
type Result struct {
	sim.Outcome
	Formulation Formulation
	DeadLetters []Row       // rows that could not be decoded, as they came
	Undecodable int         // how many they were
	Writes      int         // cells written, again included
	Added       sim.Summary // the sum of all writes of a cell: what a sink without keys makes of them
	Elapsed     time.Duration

	revised []sim.Period
}

// Revised returns the period in which the cells of period p were written last, zero if never.
func (r Result) Revised(p sim.Period) sim.Period {
	if p < 1 || int(p) >= len(r.revised) {
		return 0
	}
	return r.revised[p]
}

// Balance returns an error unless the ledger and the dead-letter output together hold every row sent.
func (r Result) Balance() error {
	l := r.Ledger
	l.Sent -= r.Undecodable
	return l.Balance()
}

// An account is what was seen of a run where its functions ran.
type account struct {
	cells   map[sim.Cell]int64
	added   map[sim.Cell]int64 // the sum of what was written
	written []sim.Period       // when the cells of a period were first written
	revised []sim.Period       // and when last
	writes  int
	dead    []Row
	counts  counts
	trace   []sim.Step
}

// Account returns the ledger in two lines, the second with the rows that could not be decoded.
func (r Result) Account() string {
	return fmt.Sprintf("%v\n+ %d undecodable", r.Ledger, r.Undecodable)
}

// result puts together what was seen and what the sender knows.
func (p plan) result(a account, elapsed time.Duration) Result {
	n := a.counts
	run := &sim.WindowResult{
		Cells:        p.summary(a.cells),
		RowsRead:     n[beforeWindow] + n[withoutPeriod] + n[undecodable],
		Uncomputable: n[uncomputable],
		Ledger:       p.ledger(n),
		Trace:        a.trace,
	}
	for _, step := range a.trace {
		run.CarriedState = max(run.CarriedState, step.CarriedState)
	}
	for q, now := range a.written {
		run.SetWritten(sim.Period(q), now)
	}
	return Result{
		Outcome:     sim.Outcome{Setup: p.Setup, Baseline: p.baseline, WindowResult: run},
		Formulation: p.Formulation,
		DeadLetters: a.dead,
		Undecodable: n[undecodable],
		Writes:      a.writes,
		Added:       p.summary(a.added),
		Elapsed:     elapsed,
		revised:     a.revised,
	}
}

// ledger fills the ledger of the run. Prism drops late rows without a word, so they are what went
// into the windows less what came out; only a rule of our own counts them where they are dropped.
func (p plan) ledger(n counts) sim.Ledger {
	dropped := n[beforeWindow] - n[afterWindow]
	if p.Formulation == OwnRule {
		dropped = n[droppedLate]
	}
	return sim.Ledger{
		Sent:        p.rows.rows(p.From) + p.sender.InTransit,
		OnTime:      n[onTime],
		Late:        n[late],
		LateDropped: dropped,
		Screened:    n[screened] + n[withoutPeriod],
		Duplicates:  n[duplicates],
		InTransit:   p.sender.InTransit,
	}
}

// summary gives the cells in the order of the baseline, which is that of the simulation.
func (p plan) summary(cells map[sim.Cell]int64) sim.Summary {
	var written []sim.Consumption
	for c := range p.baseline.All() {
		if m3, ok := cells[c]; ok {
			written = append(written, sim.Consumption{Region: c.Region, Period: c.Period, M3: m3})
		}
	}
	return sim.Summarize(written)
}

// Outcomes returns the outcomes of results, for the tables and figures of the simulation.
func Outcomes(results []Result) []sim.Outcome {
	var outcomes []sim.Outcome
	for _, r := range results {
		outcomes = append(outcomes, r.Outcome)
	}
	return outcomes
}

// Differences says in what a result differs from the outcome of the simulation: every cell, when each
// period was written, the state after each period of arrival, and the ledger. Nothing is that they
// are the same.
func (r Result) Differences(o sim.Outcome) []string {
	var d []string
	if n := len(r.Cells.Polluted(o.Cells)); n != 0 {
		d = append(d, fmt.Sprintf("%d cells", n))
	}
	if n := r.writtenElsewhere(o); n != 0 {
		d = append(d, fmt.Sprintf("time of writing of %d periods", n))
	}
	if n := r.heldElsewhere(o); n != 0 {
		d = append(d, fmt.Sprintf("state after %d periods", n))
	}
	for _, count := range []struct {
		name      string
		got, want int
	}{
		{"dropped", r.LateDropped, o.LateDropped},
		{"counted", r.Counted(), o.Counted()},
		{"counted late", r.Late, o.Late},
		{"screened out", r.Screened, o.Screened},
		{"duplicates", r.Duplicates, o.Duplicates},
		{"uncomputable", r.Uncomputable, o.Uncomputable},
		{"peak state", r.CarriedState, o.CarriedState},
	} {
		if count.got != count.want {
			d = append(d, fmt.Sprintf("%s %d, not %d", count.name, count.got, count.want))
		}
	}
	return d
}

func (r Result) writtenElsewhere(o sim.Outcome) int {
	n := 0
	for p := sim.January; p <= o.Setup.Network.Last(); p++ {
		if r.Written(p) != o.Written(p) {
			n++
		}
	}
	return n
}

func (r Result) heldElsewhere(o sim.Outcome) int {
	n := 0
	for i, step := range o.Trace {
		if i >= len(r.Trace) || r.Trace[i].CarriedState != step.CarriedState {
			n++
		}
	}
	return n
}

// Table prints for each result what one engine made of the set-up, beside what another did, such as the
// simulation. Results and outcomes are of the same set-ups, in the same order.
func Table(engine string, results []Result, other string, outcomes []sim.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%5s %4s | %-36s | %-36s |\n", "", "", engine, other)
	head := fmt.Sprintf("%7s %5s %8s %5s %7s", "dropped", "state", "polluted", "cells", "07 in")
	fmt.Fprintf(&b, "%5s %4s | %s | %s | %s\n", "delay", "tol.", head, head, "differ in")
	for i, r := range results[:min(len(results), len(outcomes))] {
		delay, _ := r.Setup.Delay()
		fmt.Fprintf(&b, "%5d %4d | %s | %s | %s\n", delay, r.Setup.Windowing.Tolerance, columns(r.Outcome),
			columns(outcomes[i]), inShort(r.Differences(outcomes[i])))
	}
	return b.String()
}

// inShort gives the first difference and says whether there are more.
func inShort(differences []string) string {
	switch len(differences) {
	case 0:
		return "nothing"
	case 1:
		return differences[0]
	}
	return differences[0] + ", …"
}

func columns(o sim.Outcome) string {
	return fmt.Sprintf("%7d %5d %8d %5d %7v", o.LateDropped, o.CarriedState, len(o.Polluted()), o.Cells.Len(), o.Written(sim.July))
}
