// Package restart chooses how often a run that is interrupted now and then
// writes a checkpoint.
//
// Writing one takes time, and so does all the work since the last one, which
// an interruption loses. The two pull the interval between checkpoints in
// opposite directions, and there is a best one in between: Young's formula
// ([Plan.Young]) finds it to first order, Daly's ([Plan.Daly]) to a higher one,
// [Plan.Best] exactly under their assumption, which is that interruptions come
// at random at a constant rate. [Plan.Simulate] runs a job with interruptions
// and measures.
package restart

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// A Plan says what checkpoints and interruptions cost. All of it is in one unit
// of time, or of money: where a lost period of work costs 1, Write is what a
// checkpoint costs beside it.
type Plan struct {
	Write   float64 // writing a checkpoint, greater than 0
	Restart float64 // getting the run up again after an interruption, at least 0
	Between float64 // mean time between interruptions, greater than 0
}

func (p Plan) validate() error {
	switch {
	case !positive(p.Write):
		return fmt.Errorf("restart: writing a checkpoint must take more than 0, got %v", p.Write)
	case p.Restart != 0 && !positive(p.Restart):
		return fmt.Errorf("restart: restart must take at least 0, got %v", p.Restart)
	case !positive(p.Between):
		return fmt.Errorf("restart: mean time between interruptions must be more than 0, got %v", p.Between)
	}
	return nil
}

func positive(x float64) bool { return x > 0 && !math.IsInf(x, 0) }

// Young returns the best interval to first order, the square root of twice the
// time of a checkpoint times the mean time between interruptions (J. W. Young,
// "A first order approximation to the optimum checkpoint interval",
// Communications of the ACM 17, 1974, pages 530 and 531).
func (p Plan) Young() (float64, error) {
	if err := p.validate(); err != nil {
		return 0, err
	}
	return math.Sqrt(2 * p.Write * p.Between), nil
}

// Daly returns the best interval to a higher order (J. T. Daly, "A higher order
// estimate of the optimum checkpoint interval for restart dumps", Future
// Generation Computer Systems 22, 2006, pages 303 to 312).
func (p Plan) Daly() (float64, error) {
	if err := p.validate(); err != nil {
		return 0, err
	}
	if p.Write >= 2*p.Between {
		return p.Between, nil
	}
	ratio := p.Write / (2 * p.Between)
	return math.Sqrt(2*p.Write*p.Between)*(1+math.Sqrt(ratio)/3+ratio/9) - p.Write, nil
}

// Slowdown returns how much longer a long job takes with checkpoints at the
// given interval and with interruptions than it would without either: 1.05 is
// five per cent. It is Daly's complete model, in which the restart and the
// writing can be interrupted, too.
func (p Plan) Slowdown(interval float64) (float64, error) {
	if err := p.validate(); err != nil {
		return 0, err
	}
	if !positive(interval) {
		return 0, fmt.Errorf("restart: interval must be more than 0, got %v", interval)
	}
	return p.slowdown(interval), nil
}

func (p Plan) slowdown(interval float64) float64 {
	return p.Between * math.Exp(p.Restart/p.Between) * math.Expm1((interval+p.Write)/p.Between) / interval
}

// Best returns the interval of the least slowdown. It is where the derivative
// is zero, (1 - x)·exp(x) = exp(-Write/Between) for x = interval/Between; the
// left side falls from 1 to 0 as x goes from 0 to 1.
func (p Plan) Best() (float64, error) {
	if err := p.validate(); err != nil {
		return 0, err
	}
	low, high := 0.0, 1.0
	for range 200 {
		x := (low + high) / 2
		if (1-x)*math.Exp(x) > math.Exp(-p.Write/p.Between) {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2 * p.Between, nil
}

// A Run is what a simulated job took.
type Run struct {
	Slowdown      float64 // time taken by time of work
	StdErr        float64 // of the slowdown
	Interruptions int
}

// Simulate runs jobs of the given number of intervals, with a checkpoint after
// each and with interruptions at random, and measures the slowdown. The same
// seed gives the same run.
func (p Plan) Simulate(interval float64, intervals int, seed int64) (Run, error) {
	expected, err := p.Slowdown(interval)
	if err != nil {
		return Run{}, err
	}
	if intervals < 2 {
		return Run{}, fmt.Errorf("restart: job must have at least 2 intervals, got %d", intervals)
	}
	const longest = 1e9 // interruptions, more than anybody waits for
	if lost := expected * interval / p.Between * float64(intervals); lost > longest {
		return Run{}, errors.New("restart: job must be interrupted less than a thousand million times, got an interval that never gets through")
	}
	clock := rand.New(rand.NewPCG(uint64(seed), 0))
	var run Run
	var sum, squares float64
	for range intervals {
		took, interruptions := p.interval(interval, clock)
		run.Interruptions += interruptions
		sum += took / interval
		squares += took / interval * took / interval
	}
	n := float64(intervals)
	run.Slowdown = sum / n
	run.StdErr = math.Sqrt(max(squares/n-run.Slowdown*run.Slowdown, 0) / (n - 1))
	return run, nil
}

// interval returns the time until an interval of work and its checkpoint are
// done.
func (p Plan) interval(interval float64, clock *rand.Rand) (took float64, interruptions int) {
	left := interval + p.Write
	for {
		until := clock.ExpFloat64() * p.Between
		if until >= left {
			return took + left, interruptions
		}
		took += until
		interruptions++
		left = p.Restart + interval + p.Write
	}
}
