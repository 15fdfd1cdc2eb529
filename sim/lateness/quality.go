package lateness

import (
	"math"
	"math/rand/v2"
)

// A weather is the quality of a network month by month, and what the monitor
// shows of it.
type weather struct {
	quality []float64 // by month from 0, for Horizon months more than there are
	monitor []float64 // by month from 0
}

// newWeather draws the quality of a world. Its random numbers come from a
// stream of their own, so worlds of one seed have the same weather under every
// law, but for the trend and the break.
func newWeather(l *Law, history, months int, seed int64) weather {
	rnd := random(seed, weatherStream)
	w := weather{make([]float64, months+Horizon), make([]float64, months)}
	usual := rnd.NormFloat64()
	for m := range w.quality {
		usual = l.Memory*usual + math.Sqrt(1-l.Memory*l.Memory)*rnd.NormFloat64()
		shown := usual + l.trend(m-history, months-history)
		w.quality[m] = shown + l.rupture(m-history)
		if m < months {
			w.monitor[m] = shown + l.Noise*rnd.NormFloat64()
		}
	}
	return w
}

// trend returns the change of quality in the m-th of the held-out months,
// counted from 0 and negative in the history.
func (l *Law) trend(m, heldOut int) float64 {
	if m < 0 || heldOut < 1 {
		return 0
	}
	return l.Trend * float64(m) / float64(heldOut)
}

// rupture returns the change of quality that the monitor does not show.
func (l *Law) rupture(m int) float64 {
	if m < BreakAfter {
		return 0
	}
	return l.Break
}

// The streams of random numbers of a world.
const (
	weatherStream = iota
	delayStream
	interruptionStream
)

// random returns the random numbers of a stream. Do not change the generator:
// the numbers of the lesson come from it, and PCG gives the same ones in every
// version of Go.
func random(seed int64, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), stream))
}
