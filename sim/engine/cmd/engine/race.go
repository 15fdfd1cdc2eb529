package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"tidemark/sim"
	"tidemark/sim/engine"
)

// race runs delay 2 and tolerance 1, in which the forty late rows must be dropped, many times from
// sources that wait for the engine, or do not.
func race(ctx context.Context, args []string, out io.Writer) error {
	runs := 40
	if err := flags("race", args, func(f *flag.FlagSet) { f.IntVar(&runs, "runs", runs, "runs of each source") }); err != nil {
		return err
	}
	if runs < 1 {
		return fmt.Errorf("engine: race: runs must be at least 1, got %d", runs)
	}
	prism, err := engine.StartPrism()
	if err != nil {
		return err
	}
	defer prism.Stop()
	fmt.Fprintf(out, "%-34s %5s %17s %17s\n", "source", "runs", "dropped 40 rows", "dropped fewer")
	for _, s := range []struct {
		name   string
		source engine.Source
	}{
		{"replayed, one event at a time", engine.Source{}},
		{"live, 50 ms between two periods", engine.Source{Live: true, Pause: 50 * time.Millisecond}},
		{"live, no pause", engine.Source{Live: true}},
		{"live, all periods at once", engine.Source{Live: true, Together: true}},
	} {
		right, err := droppedAll(ctx, prism, s.source, runs)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%-34s %5d %17d %17d\n", s.name, runs, right, runs-right)
	}
	return nil
}

// droppedAll counts the runs in which every late row was dropped.
func droppedAll(ctx context.Context, prism *engine.Server, source engine.Source, runs int) (int, error) {
	setup := sim.Setup{Network: sim.Default(), Faults: []sim.Fault{sim.Late(2)}, Windowing: sim.Windowing{Tolerance: 1}}
	want, err := setup.Run()
	if err != nil {
		return 0, err
	}
	right := 0
	for range runs {
		results, err := prism.Run(ctx, engine.Job{Setup: setup, Source: source})
		if err != nil {
			return 0, err
		}
		if results[0].LateDropped == want.LateDropped {
			right++
		}
	}
	return right, nil
}
