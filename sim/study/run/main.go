// Command run compares the ways of choosing a tolerance over many worlds and
// prints the tables of the lesson:
//
//	go run ./sim/study/run
//
// With -write it also stores the results from which the lesson prints them. It
// takes a few minutes; -worlds 3 takes seconds and says little.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tidemark/sim/hazard"
	"tidemark/sim/policy"
	"tidemark/sim/study"
)

func main() {
	costs := policy.Usual()
	worlds := flag.Int("worlds", 30, "worlds of each of the ten kinds")
	file := flag.String("write", "", "store the results in this `file`, that of the lesson is sim/study/worlds.txt")
	flag.Float64Var(&costs.Polluted, "polluted", costs.Polluted, "cost of a polluted cell")
	flag.Float64Var(&costs.State, "state", costs.State, "cost of a row that is kept for a period")
	flag.Float64Var(&costs.Waited, "waited", costs.Waited, "cost of a period that a cell is waited for")
	flag.Parse()
	if err := run(*worlds, costs, *file); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(worlds int, costs policy.Costs, file string) error {
	contestants, err := study.Contestants(costs, hazard.Logistic(), hazard.MLP())
	if err != nil {
		return err
	}
	results, err := study.Run(study.Kinds(), worlds, contestants, costs, newBar(os.Stderr).show)
	if err != nil {
		return err
	}
	if err := report(os.Stdout, results); err != nil {
		return err
	}
	return store(results, file)
}

// report prints the tables.
func report(w io.Writer, r study.Results) error {
	table, err := r.CostTable(study.ByArrived, study.ByKM, study.ByTied, study.ByRecent, study.ByLogistic, study.ByMLP, study.ByRefitted, study.ByTheTruth)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "cost per cell\n%s\n", table)
	table, err = r.DifferenceTable(study.Comparisons()...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "difference in cost per cell, ± its standard error (* more than two of them)\n%s", table)
	return err
}

// store writes the results into a file, if there is a name for one.
func store(r study.Results, file string) error {
	if file == "" {
		return nil
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("store the results: %w", err)
	}
	return nil
}

// A bar shows on a terminal how far the study is. Elsewhere it stays silent but
// for a line at each tenth.
type bar struct {
	out      *os.File
	terminal bool
	began    time.Time
}

func newBar(out *os.File) *bar {
	info, err := out.Stat()
	return &bar{out, err == nil && info.Mode()&os.ModeCharDevice != 0, time.Now()}
}

func (b *bar) show(n, of int) {
	left := time.Duration(float64(time.Since(b.began)) / float64(n) * float64(of-n)).Round(time.Second)
	line := fmt.Sprintf("%s %d of %d worlds, %v to go", strip(n, of), n, of, left)
	switch {
	case b.terminal && n == of:
		fmt.Fprintf(b.out, "\r\033[K")
	case b.terminal:
		fmt.Fprintf(b.out, "\r%s\033[K", line)
	case n*10/of > (n-1)*10/of:
		fmt.Fprintln(b.out, line)
	}
}

// strip draws the part that is done.
func strip(n, of int) string {
	const cells = 30
	done := cells * n / of
	return "[" + strings.Repeat("=", done) + strings.Repeat(" ", cells-done) + "]"
}
