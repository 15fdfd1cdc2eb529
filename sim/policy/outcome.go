package policy

import (
	"math"

	"tidemark/sim/lateness"
)

// An Outcome is what a tolerance brings, for one cell or on the average of
// many.
type Outcome struct {
	Polluted float64 // cells, or the chance of one
	State    float64 // rows times the periods that they are kept
	Waited   float64 // periods that the cell was waited for
}

// mean returns the mean of outcomes that add up to o.
func (o Outcome) mean(n int) Outcome {
	return Outcome{o.Polluted / float64(n), o.State / float64(n), o.Waited / float64(n)}
}

// add adds an outcome.
func (o *Outcome) add(p Outcome) {
	o.Polluted += p.Polluted
	o.State += p.State
	o.Waited += p.Waited
}

// Expect returns what a tolerance of t periods is expected to bring for a cell
// whose readings are in crowds, if the cell before has the same ones.
func Expect(crowds []lateness.Crowd, t int) Outcome {
	clean := Complete(crowds, t)
	return Outcome{1 - clean*clean, rowPeriods(crowds, t), float64(t)}
}

// Complete returns the chance that all readings of a cell arrive in time, if
// they are late independently of each other.
func Complete(crowds []lateness.Crowd, t int) float64 {
	all := 1.0
	for _, c := range crowds {
		all *= math.Pow(1-c.Late[t], float64(c.Readings))
	}
	return all
}

// rowPeriods returns how many rows are expected in the window of a cell, each
// times the periods it is kept: a row that arrives k periods late is there from
// then on to the end of the window.
func rowPeriods(crowds []lateness.Crowd, t int) float64 {
	sum := 0.0
	for _, c := range crowds {
		for k := range t + 1 {
			sum += float64(c.Readings) * c.Late.Arriving(k) * float64(t-k+1)
		}
	}
	return sum
}
