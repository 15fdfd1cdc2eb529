package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"tidemark/sim"
	"tidemark/sim/engine"
	"tidemark/sim/engine/flink"
)

// onFlink runs the lesson on Flink and on Prism.
func onFlink(ctx context.Context, args []string, out io.Writer) error {
	lib := ""
	if err := flags("flink", args, func(f *flag.FlagSet) { f.StringVar(&lib, "lib", lib, "directory for Flink's libraries") }); err != nil {
		return err
	}
	if lib == "" {
		return errors.New("engine: flink: want -lib, a directory for Flink's libraries")
	}
	if err := flink.Fetch(ctx, lib); err != nil {
		return err
	}
	setups := lesson()
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		return err
	}
	fromFlink, err := runFlink(ctx, lib, setups)
	if err != nil {
		return err
	}
	fromPrism, err := engine.OnPrism(engine.HeldBack, setups)
	if err != nil {
		return err
	}
	fmt.Fprint(out, engine.Table("Flink", fromFlink, "Prism", engine.Outcomes(fromPrism)))
	fmt.Fprintln(out, lastLine)
	return errors.Join(same("Flink", fromFlink, outcomes), same("Prism", fromPrism, outcomes))
}

func runFlink(ctx context.Context, lib string, setups []sim.Setup) (results []engine.Result, err error) {
	f, err := flink.Start(ctx, lib, flink.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Stop()) }()
	return f.Run(ctx, engine.Jobs(engine.HeldBack, setups)...)
}

// surviveOnFlink lets a Flink with checkpoints be killed, and another start from the last checkpoint.
func surviveOnFlink(ctx context.Context, lib string) (*survivor, error) {
	dir, err := os.MkdirTemp("", "tidemark-checkpoints-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := newSurvivor()
	if err != nil {
		return nil, err
	}
	o := flink.Options{Checkpoints: dir, KillAt: killedAt, Pause: 200 * time.Millisecond}
	switch _, err := s.flink(ctx, lib, o); {
	case err == nil:
		return nil, errNotKilled
	case !errors.Is(err, flink.ErrEnded):
		return nil, err
	}
	o = flink.Options{}
	if o.Restore, err = flink.LastCheckpoint(dir); err != nil {
		return nil, err
	}
	s.uncomputable, err = s.flink(ctx, lib, o)
	return s, err
}

// flink runs one Flink and takes down what it writes.
func (s *survivor) flink(ctx context.Context, lib string, o flink.Options) (uncomputable int, err error) {
	f, err := flink.Start(ctx, lib, o)
	if err != nil {
		return 0, err
	}
	defer f.Stop() // its exit status is that of the kill
	results, err := f.Run(ctx, engine.Job{Setup: crashed, OnWrite: s.write})
	if err != nil {
		return 0, err
	}
	return results[0].Uncomputable, nil
}
