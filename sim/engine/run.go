package engine

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/teststream"

	"tidemark/sim"
)

// A Job is one experiment for an engine: a set-up of the window lesson, how its tolerance is said,
// and how its rows come in.
type Job struct {
	Setup       sim.Setup
	Formulation Formulation
	Panes       Panes // what a late pane holds, with LatePanes
	Source      Source
	From        sim.Period // the log is read from the rows that arrive in this period; zero is from its start
	Flip        int        // of every Flip-th row a bit is broken on the way; zero is of none

	OnRow   func(sim.Reading)     // called for each row before its window, where the functions run in this process
	OnWrite func(sim.Cell, int64) // called for each cell written, where they do
}

// A Source is how the rows come in. The zero Source replays them: the engine lets each event take its
// full effect before the next, so a late row is late in every run.
type Source struct {
	Live     bool          // the engine reads the rows itself, while it works on earlier ones
	Pause    time.Duration // between two periods of arrival of a live source
	Together bool          // a live source hands over all its rows at once
}

// Jobs returns a job for each set-up.
func Jobs(f Formulation, setups []sim.Setup) []Job {
	var jobs []Job
	for _, s := range setups {
		jobs = append(jobs, Job{Setup: s, Formulation: f})
	}
	return jobs
}

// Run runs jobs one after the other and returns their results in order. The first job that makes no
// sense is the error, and nothing runs.
func (s *Server) Run(ctx context.Context, jobs ...Job) ([]Result, error) {
	plans, err := Each(jobs, Job.plan)
	if err != nil {
		return nil, err
	}
	return Each(plans, func(p plan) (Result, error) { return p.run(ctx, s) })
}

// Each gives what do makes of jobs, one after the other. The first error ends it, and names its job
// where there are several.
func Each[J, R any](jobs []J, do func(J) (R, error)) ([]R, error) {
	results := make([]R, len(jobs))
	for i, j := range jobs {
		r, err := do(j)
		if err != nil {
			return nil, nameJob(i, len(jobs), err)
		}
		results[i] = r
	}
	return results, nil
}

// OnPrism runs the set-ups on a Prism of this process, one after the other.
func OnPrism(f Formulation, setups []sim.Setup) ([]Result, error) {
	prism, err := StartPrism()
	if err != nil {
		return nil, err
	}
	defer prism.Stop()
	return prism.Run(context.Background(), Jobs(f, setups)...)
}

func nameJob(i, n int, err error) error {
	if n == 1 {
		return err
	}
	return fmt.Errorf("job %d of %d: %w", i+1, n, err)
}

// A plan is a job that makes sense, with what it is judged by and the rows that it sends.
type plan struct {
	Job
	rows     rowLog
	sender   sim.Ledger // what only the sender knows: rows sent, and still on their way at the end
	baseline sim.Summary
}

func (j Job) plan() (plan, error) {
	if err := j.validate(); err != nil {
		return plan{}, err
	}
	d, err := j.Setup.Network.Deliver(j.Setup.Faults...)
	if err != nil {
		return plan{}, err
	}
	run, err := j.Setup.Windowing.Run(d)
	if err != nil {
		return plan{}, err
	}
	rows, err := newLog(d, j.Flip)
	if err != nil {
		return plan{}, err
	}
	baseline, err := j.Setup.Network.Baseline()
	j.From = max(j.From, sim.January)
	return plan{j, rows, run.Ledger, baseline}, err
}

func (j Job) validate() error {
	if err := cmp.Or(j.Formulation.validate(), j.Panes.validate()); err != nil {
		return err
	}
	if j.From < 0 || j.From > j.Setup.Network.Last() {
		return fmt.Errorf("engine: log must be read from %v to %v, got %v", sim.January, j.Setup.Network.Last(), j.From)
	}
	if j.Source.Pause < 0 {
		return fmt.Errorf("engine: pause must be at least 0, got %v", j.Source.Pause)
	}
	return nil
}

// panes is the mode of the job, where its formulation writes a cell again.
func (j Job) panes() Panes {
	if j.Formulation != LatePanes {
		return Accumulating
	}
	return j.Panes
}

// run runs the plan on a server.
func (p plan) run(ctx context.Context, s *Server) (Result, error) {
	run, w := newWatch(p.Job)
	defer watches.Delete(run)
	pipeline, scope := beam.NewPipelineWithRoot()
	rows, err := p.source(scope)
	if err != nil {
		return Result{}, err
	}
	p.Formulation.build(scope, rows, run, p.Setup, p.panes())
	begun := time.Now()
	if err := s.submit(ctx, pipeline); err != nil {
		return Result{}, err
	}
	return p.result(w.account(), time.Since(begun)), nil
}

// source adds the source to a pipeline.
func (p plan) source(s beam.Scope) (beam.PCollection, error) {
	lag := p.Formulation.lag(p.Setup.Windowing)
	if !p.Source.Live {
		events, err := p.rows.replay(p.From, lag)
		if err != nil {
			return beam.PCollection{}, err
		}
		return teststream.Create(s, events), nil
	}
	return beam.ParDo(s, &live{
		Delivery: p.Setup, Flip: p.Flip, From: p.From, Lag: lag, Pause: p.Source.Pause, Together: p.Source.Together,
	}, beam.Impulse(s)), nil
}
