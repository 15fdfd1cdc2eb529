// Command engine runs the window experiment of the lessons on stream processors.
//
//	engine table               the nine set-ups and the lost state on Prism, beside the simulation
//	engine table -server H:P   the same on another engine whose Beam job server listens there
//	engine flink -lib DIR      the same on Flink, beside Prism; fetches Flink into DIR
//	engine serve               Prism as a job server for other processes, until standard input ends
//	engine race                how often a late row is late when the engine reads a live source
//	engine crash               kill the process and start it again, from three places of the log
//	engine crash -flink DIR    and from a checkpoint of the Flink in DIR
//	engine cost                rows a second, memory and start-up of sim and Prism
//	engine cost -flink DIR     and of the Flink in DIR
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"tidemark/sim"
	"tidemark/sim/engine"
)

// A command writes its table to out.
type command func(ctx context.Context, args []string, out io.Writer) error

var commands = map[string]command{
	"table": table,
	"flink": onFlink,
	"serve": serve,
	"race":  race,
	"crash": crash,
	"cost":  cost,

	// What crash and cost start again in processes of their own.
	"crash-run": crashRun,
	"cost-run":  costRun,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("engine: want table, flink, serve, race, crash or cost; see go doc ./cmd/engine")
	}
	do, ok := commands[args[0]]
	if !ok {
		return fmt.Errorf("engine: want table, flink, serve, race, crash or cost, got %q", args[0])
	}
	return do(ctx, args[1:], out)
}

// flags parses the flags of a command.
func flags(name string, args []string, define func(*flag.FlagSet)) error {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	define(f)
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("engine: %s: %w", name, err)
	}
	if f.NArg() != 0 {
		return fmt.Errorf("engine: %s: got an argument too many, %q", name, f.Arg(0))
	}
	return nil
}

// lesson are the set-ups of the window lesson: nine, and the one that loses its state.
func lesson() []sim.Setup {
	return append(sim.Grid(sim.Default(), []int{0, 1, 2}, []int{0, 1, 2}), sim.Setup{
		Network:   sim.Default(),
		Faults:    []sim.Fault{sim.Late(1)},
		Windowing: sim.Windowing{Tolerance: 1, ResetAt: sim.August},
	})
}

func table(ctx context.Context, args []string, out io.Writer) error {
	var address string
	if err := flags("table", args, func(f *flag.FlagSet) { f.StringVar(&address, "server", "", "host:port of a job server") }); err != nil {
		return err
	}
	server, err := connect(address)
	if err != nil {
		return err
	}
	defer server.Stop()
	setups := lesson()
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		return err
	}
	results, err := server.Run(ctx, engine.Jobs(engine.HeldBack, setups)...)
	if err != nil {
		return err
	}
	fmt.Fprint(out, engine.Table(server.String(), results, "sim", outcomes))
	fmt.Fprintln(out, lastLine)
	return same(server.String(), results, outcomes)
}

const lastLine = "The last line loses its state at the start of 2026-08."

func connect(address string) (*engine.Server, error) {
	if address == "" {
		return engine.StartPrism()
	}
	return engine.Connect("job server", address)
}

// same returns an error unless the results are those of the simulation and no row is missing.
func same(name string, results []engine.Result, outcomes []sim.Outcome) error {
	for i, r := range results {
		if err := r.Balance(); err != nil {
			return err
		}
		if d := r.Differences(outcomes[i]); len(d) != 0 {
			return fmt.Errorf("engine: %s differs from the simulation in set-up %d of %d", name, i+1, len(results))
		}
	}
	return nil
}

func serve(ctx context.Context, args []string, out io.Writer) error {
	if err := flags("serve", args, func(*flag.FlagSet) {}); err != nil {
		return err
	}
	server, err := engine.StartPrism()
	if err != nil {
		return err
	}
	defer server.Stop()
	fmt.Fprintln(out, server.Address())
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}
