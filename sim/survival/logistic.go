package survival

import (
	"errors"
	"fmt"
	"math"

	"tidemark/sim/delay"
)

// Logistic models the log-odds of the hazard as a weighted sum of the
// [Features] of a case and a delay, which makes the table of awaited and
// arrived readings a logistic regression (D. R. Cox, "Regression models and
// life-tables", Journal of the Royal Statistical Society B 34, 1972;
// Singer and Willett, "It's about time", Journal of Educational Statistics 18,
// 1993). It is fitted by Newton's method in a few milliseconds.
type Logistic struct {
	// Ridge is half the penalty on each squared weight, those of the delays left
	// out: it draws the effects of the covariates towards none.
	Ridge float64
}

// Weights are the weights of the features.
type Weights [Features]float64

// LogOdds returns the log-odds of the hazard of a case and a delay.
func (w Weights) LogOdds(c delay.Case, k int) float64 {
	sum := 0.0
	for i, x := range FeaturesOf(c, k) {
		sum += w[i] * x
	}
	return sum
}

// Fit implements [Method].
func (l Logistic) Fit(h delay.History) (Estimate, error) {
	w, err := l.Weights(h)
	if err != nil {
		return nil, err
	}
	return weighted{w, SeenIn(h)}, nil
}

type weighted struct {
	weights Weights
	seen    Seen
}

func (e weighted) Late(c delay.Case) (delay.Curve, error) {
	return FromLogOdds(c, e.seen, func(k int) float64 { return e.weights.LogOdds(c, k) })
}

// FromLogOdds returns the curve of a case whose hazards have the given
// log-odds, if its region was seen and its monitor shows a number.
func FromLogOdds(c delay.Case, seen Seen, logOdds func(k int) float64) (delay.Curve, error) {
	if err := seen.Check(c.Region); err != nil {
		return delay.Curve{}, err
	}
	if math.IsNaN(c.Monitor) || math.IsInf(c.Monitor, 0) {
		return delay.Curve{}, fmt.Errorf("survival: monitor must show a finite number, got %v", c.Monitor)
	}
	var h delay.Hazards
	for k := range h {
		h[k] = sigmoid(logOdds(k))
	}
	return h.Curve(), nil
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// tiny is the penalty on the weights that no ridge is meant for. It keeps a
// weight finite that the history says nothing about.
const tiny = 1e-4

// Weights returns the weights that maximise the likelihood less the penalty.
func (l Logistic) Weights(h delay.History) (Weights, error) {
	if !(l.Ridge >= 0) || math.IsInf(l.Ridge, 0) {
		return Weights{}, fmt.Errorf("survival: ridge must be at least 0, got %v", l.Ridge)
	}
	if err := Usable(h); err != nil {
		return Weights{}, err
	}
	const steps, close = 50, 1e-8
	var w Weights
	for range steps {
		curvature, slope := l.derivatives(w, h)
		step, err := solve(curvature, slope)
		if err != nil {
			return Weights{}, err
		}
		if moved := w.move(step); moved < close {
			return w, nil
		}
	}
	return Weights{}, fmt.Errorf("survival: fit must settle within %d steps, got none that did", steps)
}

// penalty returns the penalty on the i-th weight.
func (l Logistic) penalty(i int) float64 {
	if i <= TieFrom {
		return tiny
	}
	return max(l.Ridge, tiny)
}

// derivatives returns minus the second derivative and the first derivative of
// the penalised log-likelihood.
func (l Logistic) derivatives(w Weights, h delay.History) (curvature [Features][Features]float64, slope Weights) {
	for i := range slope {
		curvature[i][i] = l.penalty(i)
		slope[i] = -l.penalty(i) * w[i]
	}
	for _, line := range h.Lines {
		x := FeaturesOf(line.Case, line.Delay)
		hazard := sigmoid(w.LogOdds(line.Case, line.Delay))
		awaited, arrived := float64(line.Awaited), float64(line.Arrived)
		for i := range x {
			slope[i] += x[i] * (arrived - awaited*hazard)
			for j := range x {
				curvature[i][j] += x[i] * x[j] * awaited * hazard * (1 - hazard)
			}
		}
	}
	return curvature, slope
}

// move adds a step, shortened where it is longer than logistic weights ever
// need, and returns how far it went.
func (w *Weights) move(step Weights) float64 {
	const longest = 5
	most := 0.0
	for _, s := range step {
		most = max(most, math.Abs(s))
	}
	scale := min(1, longest/max(most, longest))
	for i, s := range step {
		w[i] += scale * s
	}
	return most
}

// solve returns x of a·x = b for a symmetric positive definite a, by Cholesky's
// decomposition.
func solve(a [Features][Features]float64, b Weights) (Weights, error) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			switch {
			case i != j:
				a[i][j] = sum / a[j][j]
			case sum > 0:
				a[i][i] = math.Sqrt(sum)
			default:
				return Weights{}, errors.New("survival: history must tell the features apart, got one that does not")
			}
		}
	}
	return substitute(a, b), nil
}

// substitute solves l·lᵀ·x = b for a lower triangular l.
func substitute(l [Features][Features]float64, b Weights) Weights {
	for i := range b {
		for k := range i {
			b[i] -= l[i][k] * b[k]
		}
		b[i] /= l[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= l[k][i] * b[k]
		}
		b[i] /= l[i][i]
	}
	return b
}
