package lateness

import (
	"fmt"
	"math"

	"tidemark/sim"
)

// A Setting is what a [World] is drawn from.
type Setting struct {
	Network sim.Network // its periods are those of the history and the held-out ones
	History int         // months before the fit, at least 1
	Law     Law
	Seed    int64 // of the weather and the delays; the network has its own
}

// Default returns the setting of the lesson: the 200 subscribers of all
// lessons under the drifting law, 24 months of history and 12 held out.
func Default() Setting {
	return Setting{Network: sim.Default(), Law: Drifting(), Seed: 1}.Months(24, 12)
}

// Months returns the setting with so many months of history and held out.
func (s Setting) Months(history, heldOut int) Setting {
	s.History, s.Network.Periods = history, history+heldOut
	return s
}

// maxReadings is the largest number of readings whose delays are drawn, a byte
// each.
const maxReadings = 1 << 30

func (s Setting) validate() error {
	if _, err := s.Network.Deliver(); err != nil {
		return err
	}
	if n := s.Network; int64(n.Subscribers)*int64(n.Periods) > maxReadings {
		return fmt.Errorf("lateness: readings must be at most %d, got %d subscribers in %d periods", maxReadings, n.Subscribers, n.Periods)
	}
	if s.History < 1 || s.History > s.Network.Periods {
		return fmt.Errorf("lateness: history must be 1 to %d months, got %d", s.Network.Periods, s.History)
	}
	return s.Law.validate()
}

func (l *Law) validate() error {
	if !(l.Memory >= 0 && l.Memory <= 1) {
		return fmt.Errorf("lateness: memory of the quality must be 0 to 1, got %v", l.Memory)
	}
	if !(l.Noise >= 0) || math.IsInf(l.Noise, 0) {
		return fmt.Errorf("lateness: noise of the monitor must be at least 0, got %v", l.Noise)
	}
	odds := []float64{l.OnTime, l.Later, l.Commercial, l.Trend, l.Break}
	for _, r := range sim.Regions() {
		odds = append(odds, l.Region[r])
	}
	for _, v := range odds {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("lateness: log-odds of a law must be finite, got %v", v)
		}
	}
	return nil
}
