package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tidemark/sim"
	"tidemark/sim/engine"
	"tidemark/sim/engine/flink"
)

// cost runs the same rows on each engine, each time in a process of its own, so that the memory at
// its peak is that of the run.
func cost(ctx context.Context, args []string, out io.Writer) error {
	rows, lib := "1200,12000,120000,1200000", ""
	if err := flags("cost", args, func(f *flag.FlagSet) {
		f.StringVar(&rows, "rows", rows, "rows, a multiple of 12 each")
		f.StringVar(&lib, "flink", lib, "directory of Flink's libraries")
	}); err != nil {
		return err
	}
	engines := []string{"sim", "Prism"}
	if lib != "" {
		engines = append(engines, "Flink")
	}
	fmt.Fprintf(out, "%-6s %9s %10s %9s %12s %9s\n", "engine", "rows", "start-up s", "run s", "rows/s", "peak MB")
	for _, on := range engines {
		for size := range strings.SplitSeq(rows, ",") {
			n, err := strconv.Atoi(size)
			if err != nil || n < 12 || n%12 != 0 {
				return fmt.Errorf("engine: cost: rows must be multiples of 12, got %q", size)
			}
			if on == "Prism" && n > patienceWithPrism {
				continue
			}
			s, err := spend(ctx, on, lib, n/12)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%-6s %9d %10.2f %9.4f %12.0f %9d\n", on, n, s.start.Seconds(), s.run.Seconds(), float64(n)/s.run.Seconds(), s.peak>>20)
		}
	}
	return nil
}

// patienceWithPrism is the most rows that Prism is given: more take minutes.
const patienceWithPrism = 200_000

// A spent is what a run took.
type spent struct {
	start time.Duration // from the start of the process until a run of 12 rows is done
	run   time.Duration // the run itself, after that
	peak  int64         // resident memory at its peak, in bytes
}

func spend(ctx context.Context, on, lib string, subscribers int) (spent, error) {
	self, err := os.Executable()
	if err != nil {
		return spent{}, err
	}
	begun := time.Now()
	c := exec.CommandContext(ctx, self, "cost-run", "-on", on, "-flink", lib, "-subscribers", strconv.Itoa(subscribers), "-begun", strconv.FormatInt(begun.UnixNano(), 10))
	var said bytes.Buffer
	c.Stderr = &said
	times, err := c.Output()
	if err != nil {
		return spent{}, errors.New(firstLine(said.String() + err.Error()))
	}
	var s spent
	if _, err := fmt.Sscan(string(times), (*int64)(&s.start), (*int64)(&s.run)); err != nil {
		return spent{}, fmt.Errorf("engine: cost: a run on %s printed %q", on, times)
	}
	s.peak = peak(c.ProcessState)
	return s, nil
}

// costRun is one run: it prints how long start-up and run took, in nanoseconds.
func costRun(ctx context.Context, args []string, out io.Writer) error {
	on, lib, subscribers, begun := "", "", 0, int64(0)
	if err := flags("cost-run", args, func(f *flag.FlagSet) {
		f.StringVar(&on, "on", on, "sim, Prism or Flink")
		f.StringVar(&lib, "flink", lib, "directory of Flink's libraries")
		f.IntVar(&subscribers, "subscribers", subscribers, "")
		f.Int64Var(&begun, "begun", begun, "when the process was started")
	}); err != nil {
		return err
	}
	do, stop, err := runner(ctx, on, lib)
	if err != nil {
		return err
	}
	defer stop()
	if err := do(1); err != nil {
		return err
	}
	ready := time.Now()
	if err := do(subscribers); err != nil {
		return err
	}
	fmt.Fprintln(out, ready.Sub(time.Unix(0, begun)).Nanoseconds(), time.Since(ready).Nanoseconds())
	return nil
}

// runner gives what runs the experiment with so many subscribers on an engine.
func runner(ctx context.Context, on, lib string) (do func(subscribers int) error, stop func(), err error) {
	switch on {
	case "sim":
		return func(n int) error { _, err := measured(n).Run(); return err }, func() {}, nil
	case "Prism":
		prism, err := engine.StartPrism()
		if err != nil {
			return nil, nil, err
		}
		return func(n int) error { _, err := prism.Run(ctx, engine.Job{Setup: measured(n)}); return err }, prism.Stop, nil
	case "Flink":
		f, err := flink.Start(ctx, lib, flink.Options{})
		if err != nil {
			return nil, nil, err
		}
		return func(n int) error { _, err := f.Run(ctx, engine.Job{Setup: measured(n)}); return err }, func() { f.Stop() }, nil
	}
	return nil, nil, fmt.Errorf("engine: cost-run: want sim, Prism or Flink, got %q", on)
}

// measured is the set-up whose cost is measured.
func measured(subscribers int) sim.Setup {
	return sim.Setup{
		Network:   sim.Network{Subscribers: subscribers, Periods: 12, Seed: sim.Default().Seed},
		Windowing: sim.Windowing{Tolerance: 1},
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
