package lateness

// Horizon is the number of delays that are told apart, 0 to Horizon-1 periods.
// A reading that is later than that is as good as lost.
const Horizon = 8

// A Curve says how late readings are: entry k is the chance that one arrives
// more than k periods after its own. The field calls it a survival function.
type Curve [Horizon]float64

// Hazards says the same period by period: entry k is the chance that a reading
// which is at least k periods late arrives k periods late.
type Hazards [Horizon]float64

// Curve returns the product of what the hazards leave.
func (h Hazards) Curve() Curve {
	var c Curve
	left := 1.0
	for k := range h {
		left *= 1 - h[k]
		c[k] = left
	}
	return c
}

// Arriving returns the chance of a delay of exactly k periods.
func (c Curve) Arriving(k int) float64 {
	if k == 0 {
		return 1 - c[0]
	}
	return c[k-1] - c[k]
}

// A Crowd is readings of one region and period that are alike: how many they
// are and how late each of them is.
type Crowd struct {
	Readings int
	Late     Curve
}

// Pool returns the curve of a reading drawn from the crowds, zero if they are
// empty.
func Pool(crowds []Crowd) Curve {
	var pool Curve
	n := 0
	for _, c := range crowds {
		n += c.Readings
	}
	for _, c := range crowds {
		for k := range pool {
			pool[k] += c.Late[k] * float64(c.Readings) / float64(n)
		}
	}
	return pool
}
