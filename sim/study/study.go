// Package study compares ways of choosing a tolerance over many worlds.
//
// One world proves little: whoever is lucky in its held-out months looks good.
// So every [Contestant] decides for the same held-out months of 30 worlds of
// each [Kind], and what is compared is the cost in one and the same world,
// averaged, with its standard error.
//
// What the lesson quotes is part of the package, see [Stored]. The command in the
// folder run makes it again, in minutes:
//
//	go run ./sim/study/run
package study

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"tidemark/sim/lateness"
	"tidemark/sim/policy"
)

// A Kind is worlds of one law with one length of history.
type Kind struct {
	Law    lateness.Law
	Months int // of history
}

// heldOut is the number of months that contestants are judged in.
const heldOut = 12

// Kinds returns the ten kinds of the study: the five laws with 8 and with 24
// months of history.
func Kinds() []Kind {
	var kinds []Kind
	for _, law := range lateness.Laws() {
		kinds = append(kinds, Kind{law, 8}, Kind{law, 24})
	}
	return kinds
}

// draw returns the world of the kind with the given seed.
func (k Kind) draw(seed int64) (*lateness.World, error) {
	s := lateness.Default().Months(k.Months, heldOut)
	s.Law, s.Seed = k.Law, seed
	return lateness.Draw(s)
}

// A Result is how the contestants did in one world.
type Result struct {
	Law    string
	Months int // of history
	Seed   int64
	Scores []Score // by contestant
}

// A Score is what the choices of one contestant are expected to bring, under
// the law of the world, on the mean of all cells of the held-out months.
type Score struct {
	Cost     float64
	Polluted float64 // share of the cells
}

// Run lets the contestants decide in worlds of each kind, with the seeds 1 to
// worlds, on all cores. It tells done after each world how many there are now
// and in all. The same contestants give the same results on every run.
func Run(kinds []Kind, worlds int, cs []Contestant, costs policy.Costs, done func(n, of int)) (Results, error) {
	if worlds < 1 || len(kinds) == 0 || len(cs) == 0 {
		return Results{}, fmt.Errorf("study: kinds, worlds and contestants must be at least 1, got %d, %d and %d", len(kinds), worlds, len(cs))
	}
	results := make([]Result, len(kinds)*worlds)
	errs := make([]error, len(results))
	var next, ready atomic.Int64
	var telling sync.Mutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(results)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(results); i = int(next.Add(1)) - 1 {
				results[i], errs[i] = judge(kinds[i/worlds], int64(i%worlds+1), cs, costs)
				telling.Lock()
				done(int(ready.Add(1)), len(results))
				telling.Unlock()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return Results{}, err
	}
	return Results{names(cs), results}, nil
}

func names(cs []Contestant) []string {
	var names []string
	for _, c := range cs {
		names = append(names, c.Name)
	}
	return names
}

// judge lets the contestants decide in one world.
func judge(k Kind, seed int64, cs []Contestant, costs policy.Costs) (Result, error) {
	result := Result{Law: k.Law.Name, Months: k.Months, Seed: seed}
	err := k.each(seed, cs, func(_ int, decisions []policy.Decision) {
		expected, _ := policy.Mean(decisions)
		result.Scores = append(result.Scores, Score{costs.Of(expected), expected.Polluted})
	})
	return result, err
}

// each lets the contestants decide in one world and hands on their decisions.
func (k Kind) each(seed int64, cs []Contestant, visit func(contestant int, decisions []policy.Decision)) error {
	w, err := k.draw(seed)
	if err != nil {
		return err
	}
	for i, c := range cs {
		decisions, err := c.decide(w)
		if err != nil {
			return fmt.Errorf("study: %s, %d months, seed %d: %s: %w", k.Law.Name, k.Months, seed, c.Name, err)
		}
		visit(i, decisions)
	}
	return nil
}

// A Mean is a mean over worlds with its standard error.
type Mean struct {
	Value, StdErr float64
	Worlds        int
}

// MeanOf returns the mean of numbers, one for each world.
func MeanOf(xs []float64) Mean {
	m := Mean{Worlds: len(xs)}
	n := float64(len(xs))
	for _, x := range xs {
		m.Value += x / n
	}
	if len(xs) > 1 {
		for _, x := range xs {
			m.StdErr += (x - m.Value) * (x - m.Value) / (n - 1) / n
		}
	}
	m.StdErr = math.Sqrt(m.StdErr)
	return m
}

// Clear reports whether the mean is further from zero than twice its standard
// error.
func (m Mean) Clear() bool { return m.Worlds > 1 && math.Abs(m.Value) > 2*m.StdErr }
