package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"

	"tidemark/sim"
	"tidemark/sim/engine"
)

// crashed is the set-up of the crash: delay 1, tolerance 1, killed at the first row of 2026-08.
var crashed = sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(1)}, Windowing: sim.Windowing{Tolerance: 1}}

const killedAt = sim.August

var errNotKilled = errors.New("engine: crash: the first process was to be killed and was not")

// crash runs the experiment in processes of their own. The cells that they write outlive them, as
// those in a database would.
func crash(ctx context.Context, args []string, out io.Writer) error {
	lib := ""
	if err := flags("crash", args, func(f *flag.FlagSet) { f.StringVar(&lib, "flink", lib, "directory of Flink's libraries") }); err != nil {
		return err
	}
	fmt.Fprintf(out, "%-44s %12s %5s %11s %6s\n", "start again", "uncomputable", "cells", "polluted/55", "writes")
	for _, again := range []struct {
		name string
		from sim.Period // zero is that nothing crashes
	}{
		{"no crash", 0},
		{"at the committed offset, 2026-08", sim.August},
		{"at the oldest open window, 2026-07", sim.July},
		{"from the beginning of the log", sim.January},
	} {
		s, err := survive(ctx, again.from)
		if err != nil {
			return err
		}
		fmt.Fprint(out, s.line(again.name))
	}
	if lib == "" {
		return nil
	}
	s, err := surviveOnFlink(ctx, lib)
	if err == nil {
		fmt.Fprint(out, s.line("Flink, from its last checkpoint"))
	}
	return err
}

// A survivor is what stands written after the last process.
type survivor struct {
	written      map[sim.Cell]int64
	writes       int
	uncomputable int // of the last process
	baseline     sim.Summary
}

func newSurvivor() (*survivor, error) {
	baseline, err := crashed.Network.Baseline()
	return &survivor{written: map[sim.Cell]int64{}, baseline: baseline}, err
}

func (s *survivor) write(c sim.Cell, m3 int64) {
	s.written[c] = m3
	s.writes++
}

// line prints what stands written.
func (s *survivor) line(name string) string {
	cells := inOrder(s.written, s.baseline)
	return fmt.Sprintf("%-44s %12d %5d %11d %6d\n", name, s.uncomputable, cells.Len(), len(cells.Polluted(s.baseline)), s.writes)
}

// survive lets a process be killed and another start from a period of the log, or with the zero
// period one process run to its end.
func survive(ctx context.Context, from sim.Period) (*survivor, error) {
	s, err := newSurvivor()
	if err != nil {
		return nil, err
	}
	if from != 0 {
		var died *exec.ExitError
		switch err := s.process(ctx, "-kill"); {
		case err == nil:
			return nil, errNotKilled
		case !errors.As(err, &died) || died.Exited():
			return nil, err
		}
	}
	return s, s.process(ctx, "-from", max(from, sim.January).String())
}

// process runs one process and takes down what it writes.
func (s *survivor) process(ctx context.Context, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, append([]string{"crash-run"}, args...)...)
	var said bytes.Buffer
	c.Stderr = &said
	written, err := c.Output()
	s.take(written)
	if err != nil && said.Len() > 0 {
		return errors.New(firstLine(said.String()))
	}
	return err
}

// take reads lines such as "cell 3 7 123", north in 2026-07, and "uncomputable 200".
func (s *survivor) take(written []byte) {
	for lines := bufio.NewScanner(bytes.NewReader(written)); lines.Scan(); {
		var region, period, m3 int64
		if n, _ := fmt.Sscanf(lines.Text(), "cell %d %d %d", &region, &period, &m3); n == 3 {
			s.write(sim.Cell{Region: sim.Region(region), Period: sim.Period(period)}, m3)
		}
		fmt.Sscanf(lines.Text(), "uncomputable %d", &s.uncomputable)
	}
}

func inOrder(written map[sim.Cell]int64, order sim.Summary) sim.Summary {
	var cells []sim.Consumption
	for c := range order.All() {
		if m3, ok := written[c]; ok {
			cells = append(cells, sim.Consumption{Region: c.Region, Period: c.Period, M3: m3})
		}
	}
	return sim.Summarize(cells)
}

// crashRun is one process of the experiment. It prints each cell when it is written.
func crashRun(ctx context.Context, args []string, out io.Writer) error {
	from, kill := sim.January.String(), false
	if err := flags("crash-run", args, func(f *flag.FlagSet) {
		f.StringVar(&from, "from", from, "period of arrival to start with")
		f.BoolVar(&kill, "kill", kill, "die at the first row of 2026-08")
	}); err != nil {
		return err
	}
	start, err := sim.ParsePeriod(from)
	if err != nil {
		return err
	}
	prism, err := engine.StartPrism()
	if err != nil {
		return err
	}
	defer prism.Stop()
	job := engine.Job{Setup: crashed, From: start, OnWrite: func(c sim.Cell, m3 int64) {
		fmt.Fprintln(out, "cell", int(c.Region), int(c.Period), m3)
	}}
	if kill {
		job.OnRow = killAt
	}
	results, err := prism.Run(ctx, job)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "uncomputable", results[0].Uncomputable)
	return nil
}

// killAt ends this process at once, as a power cut would.
func killAt(r sim.Reading) {
	if r.Arrival < killedAt {
		return
	}
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		self.Kill()
	}
	select {} // until the signal is there
}
