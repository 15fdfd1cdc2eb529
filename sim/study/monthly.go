package study

import (
	"fmt"

	"tidemark/sim"
	"tidemark/sim/policy"
)

// Monthly is how contestants did in each held-out month, on the mean of worlds
// of one kind.
type Monthly struct {
	Kind     Kind
	Worlds   int
	First    sim.Period // the first held-out month
	Names    []string
	Polluted [][]float64 // share of cells, by contestant and month
}

// ByMonth lets the contestants decide in worlds of a kind, with the seeds 1 to
// worlds, and returns how they did month by month.
func ByMonth(k Kind, worlds int, cs []Contestant) (Monthly, error) {
	if worlds < 1 || len(cs) == 0 {
		return Monthly{}, fmt.Errorf("study: worlds and contestants must be at least 1, got %d and %d", worlds, len(cs))
	}
	m := Monthly{Kind: k, Worlds: worlds, First: sim.Period(k.Months + 1), Names: names(cs)}
	for range cs {
		m.Polluted = append(m.Polluted, make([]float64, heldOut))
	}
	for seed := range int64(worlds) {
		err := k.each(seed+1, cs, func(i int, decisions []policy.Decision) {
			cells := float64(worlds*len(decisions)) / heldOut
			for _, d := range decisions {
				m.Polluted[i][d.Period-m.First] += d.Expected.Polluted / cells
			}
		})
		if err != nil {
			return Monthly{}, err
		}
	}
	return m, nil
}
