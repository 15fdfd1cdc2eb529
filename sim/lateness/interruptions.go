package lateness

import (
	"fmt"

	"tidemark/sim"
)

// Interruptions draws the periods at whose beginning a run over the network is
// interrupted and loses the state that it has in memory. Each period is one of
// them with the given chance, independently of the others.
func Interruptions(n sim.Network, chance float64, seed int64) ([]sim.Period, error) {
	if _, err := n.Deliver(); err != nil {
		return nil, err
	}
	if !(chance >= 0 && chance <= 1) {
		return nil, fmt.Errorf("lateness: chance of an interruption must be 0 to 1 a period, got %v", chance)
	}
	rnd := random(seed, interruptionStream)
	var periods []sim.Period
	for p := sim.January; p <= n.Last(); p++ {
		if rnd.Float64() < chance {
			periods = append(periods, p)
		}
	}
	return periods, nil
}
