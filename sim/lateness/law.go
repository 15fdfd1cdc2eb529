package lateness

import (
	"math"

	"tidemark/sim"
)

// A Group is what readings have in common that matters for their delay and
// does not change: the region and the type of their subscriber.
type Group struct {
	Region sim.Region
	Type   sim.Type
}

// types of subscribers.
const types = 2

// slot numbers the groups from 0.
func (g Group) slot() int { return types*int(g.Region-sim.East) + int(g.Type-sim.Residential) }

// Groups returns all groups, by region and then by type.
func Groups() []Group {
	var all []Group
	for _, r := range sim.Regions() {
		all = append(all, Group{r, sim.Residential}, Group{r, sim.Commercial})
	}
	return all
}

// String returns the group as in "north, commercial".
func (g Group) String() string { return g.Region.String() + ", " + g.Type.String() }

// A Law is a distribution of delays. The log-odds that an awaited reading
// arrives are a sum of the fields: OnTime or Later, then the region's, the
// commercial subscribers' and the effect of the network's quality in that
// period.
//
// The quality is a stationary autoregressive process of first order with mean
// 0 and standard deviation 1; 0 is the usual, less is worse. The monitor shows
// it with an error whose standard deviation is Noise.
type Law struct {
	Name string

	OnTime     float64                // in the reading's own period
	Later      float64                // in each later period
	Region     map[sim.Region]float64 // zero where there is none
	Commercial float64
	Effect     func(g Group, quality float64) float64 // nil is none

	Memory float64 // share of this month's quality that is left in the next one
	Noise  float64
	Trend  float64 // by how much the quality changes over the held-out months; the monitor shows it
	Break  float64 // by how much it changes at once, see BreakAfter; the monitor does not show it
}

// BreakAfter is the number of held-out months before the break of a [Law].
const BreakAfter = 3

// Steady returns a law in which quality has no effect: delays of a month are
// like those of any other.
func Steady() Law {
	return Law{
		Name:   "steady",
		OnTime: 2.2, Later: 1.6,
		Region:     map[sim.Region]float64{sim.East: 0.4, sim.West: 0.1, sim.North: -0.9, sim.Central: 0.5},
		Commercial: 0.3,
		Memory:     0.9,
		Noise:      0.3,
	}
}

// Drifting returns a law in which all readings are later when the quality is
// worse: 0.8 of log-odds for each standard deviation.
func Drifting() Law {
	l := Steady()
	l.Name = "drifting"
	l.Effect = func(_ Group, quality float64) float64 { return 0.8 * quality }
	return l
}

// WrongForm returns a law that is no sum of effects, as an estimate may take
// it to be: only north and south suffer, only where quality is worse than
// usual, and commercial subscribers more.
func WrongForm() Law {
	l := Steady()
	l.Name = "wrong form"
	l.Effect = func(g Group, quality float64) float64 {
		slope := 0.0
		if g.Region == sim.North || g.Region == sim.South {
			slope = 1.2
			if g.Type == sim.Commercial {
				slope = 2
			}
		}
		return slope * min(quality, 0)
	}
	return l
}

// Worsening returns the drifting law with a quality that also falls steadily
// over the held-out months, by one and a half standard deviations in all. The
// monitor shows it.
func Worsening() Law {
	l := Drifting()
	l.Name = "worsening"
	l.Trend = -1.5
	return l
}

// Unannounced returns the drifting law with a quality that falls by one and a
// half standard deviations after the third held-out month and stays there.
// Nothing that can be seen shows it but the delays themselves.
func Unannounced() Law {
	l := Drifting()
	l.Name = "unannounced break"
	l.Break = -1.5
	return l
}

// Laws returns the five laws.
func Laws() []Law { return []Law{Steady(), Drifting(), WrongForm(), Worsening(), Unannounced()} }

// hazard returns the chance that a reading of g that is at least k periods late
// arrives k periods late, in a month of the given quality.
func (l *Law) hazard(g Group, k int, quality float64) float64 {
	logOdds := l.Later
	if k == 0 {
		logOdds = l.OnTime
	}
	logOdds += l.Region[g.Region]
	if g.Type == sim.Commercial {
		logOdds += l.Commercial
	}
	if l.Effect != nil {
		logOdds += l.Effect(g, quality)
	}
	return 1 / (1 + math.Exp(-logOdds))
}
