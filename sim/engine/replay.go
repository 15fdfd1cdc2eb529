package engine

import (
	"fmt"
	"time"

	"tidemark/sim"
)

// A Replay is a job for a program of its own, which replays the rows to an engine with the watermark
// held back, and what was seen of its run. The program says what it does in the terms below; [Replay.Result]
// then puts it together.
type Replay struct {
	plan
	seen account
}

// Replay gives the job for such a program. A job that wants something else is an error.
func (j Job) Replay() (*Replay, error) {
	if j.Formulation != HeldBack || j.Source != (Source{}) || j.OnRow != nil {
		return nil, fmt.Errorf("engine: program must replay rows with the watermark held back, got %v, %+v", j.Formulation, j.Source)
	}
	p, err := j.plan()
	if err != nil {
		return nil, err
	}
	n := p.Setup.Network.Periods + 1
	return &Replay{p, account{
		counts: counts{}, cells: map[sim.Cell]int64{},
		written: make([]sim.Period, n), revised: make([]sim.Period, n),
	}}, nil
}

// Rows returns the rows as numbers, and the tick with which each period of arrival begins, in the order
// in which they are replayed.
func (r *Replay) Rows() []int64 { return r.rows.flat(r.From) }

// Wrote takes down that the cell with a key has been written in period now, in cubic metres.
func (r *Replay) Wrote(key, m3 int64, now sim.Period) {
	c := cellOf(key)
	if r.OnWrite != nil {
		r.OnWrite(c, m3)
	}
	if r.seen.written[c.Period] == 0 {
		r.seen.written[c.Period] = now
	}
	r.seen.revised[c.Period] = now
	r.seen.cells[c] = m3
	r.seen.writes++
}

// Counted takes down how many rows a counter of the program has counted.
func (r *Replay) Counted(name string, rows int) { r.seen.counts[counter(name)] = rows }

// Held takes down how many entries are held after what arrived in period now.
func (r *Replay) Held(now sim.Period, entries int) {
	r.seen.trace = append(r.seen.trace, sim.Step{Period: now, CarriedState: entries})
}

// Late returns how many rows the program has put out as late.
func (r *Replay) Late() int { return r.seen.counts[droppedLate] }

// Result returns what the program made of the job.
func (r *Replay) Result(elapsed time.Duration) Result { return r.result(r.seen, elapsed) }
