package survival

import (
	"errors"
	"fmt"
	"math"

	"tidemark/sim/lateness"
)

// Logistic models the log-odds of the hazard as a weighted sum of what it is
// told of a case and a delay, which makes the table of awaited and arrived
// readings a logistic regression (D. R. Cox, "Regression models and
// life-tables", Journal of the Royal Statistical Society B 34, 1972; Singer and
// Willett, "It's about time", Journal of Educational Statistics 18, 1993). It is
// fitted by Newton's method, in about a millisecond.
type Logistic struct {
	Sees Covariates
	// Ridge is twice the penalty on the squares of the weights, those of the
	// delays left out: it draws the effects of the covariates towards none.
	Ridge float64
}

// Fit implements [Method].
func (l Logistic) Fit(h lateness.History) (Estimate, error) {
	weights, err := l.Weights(h)
	if err != nil {
		return nil, err
	}
	return weighted{l.Sees, weights, SeenIn(h)}, nil
}

type weighted struct {
	sees    Covariates
	weights []float64
	seen    Seen
}

func (e weighted) Late(c lateness.Case) (lateness.Curve, error) {
	return FromLogOdds(c, e.seen, func(k int) float64 { return dot(e.weights, e.sees.Append(nil, c, k)) })
}

func dot(w, x []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += w[i] * x[i]
	}
	return sum
}

// FromLogOdds returns the curve of a case whose hazards have the given
// log-odds, if its region was seen and its monitor shows a number.
func FromLogOdds(c lateness.Case, seen Seen, logOdds func(k int) float64) (lateness.Curve, error) {
	if err := seen.Check(c.Region); err != nil {
		return lateness.Curve{}, err
	}
	if math.IsNaN(c.Monitor) || math.IsInf(c.Monitor, 0) {
		return lateness.Curve{}, fmt.Errorf("survival: monitor must show a finite number, got %v", c.Monitor)
	}
	var h lateness.Hazards
	for k := range h {
		h[k] = sigmoid(logOdds(k))
	}
	return h.Curve(), nil
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// tiny is the penalty on the weights that no ridge is meant for. It keeps a
// weight finite that the history says nothing about.
const tiny = 1e-4

// Weights returns the weights that maximise the likelihood less the penalty, in
// the order of [Covariates.Names].
func (l Logistic) Weights(h lateness.History) ([]float64, error) {
	if !(l.Ridge >= 0) || math.IsInf(l.Ridge, 0) {
		return nil, fmt.Errorf("survival: ridge must be at least 0, got %v", l.Ridge)
	}
	if err := Usable(h); err != nil {
		return nil, err
	}
	const steps, close = 50, 1e-8
	w := make([]float64, l.Sees.Len())
	for range steps {
		step, err := solve(l.derivatives(w, h))
		if err != nil {
			return nil, err
		}
		if moved := move(w, step); moved < close {
			return w, nil
		}
	}
	return nil, fmt.Errorf("survival: fit must settle within %d steps, got none that did", steps)
}

// Loss returns minus the log-likelihood at the fitted weights, for each awaited
// reading of the history: what a training by gradient descent comes down to.
func (l Logistic) Loss(h lateness.History) (float64, error) {
	w, err := l.Weights(h)
	if err != nil {
		return 0, err
	}
	sum, awaited := 0.0, 0.0
	for _, line := range h.Lines {
		odds := dot(w, l.Sees.Append(nil, line.Case, line.Delay))
		sum += float64(line.Awaited)*softplus(odds) - float64(line.Arrived)*odds
		awaited += float64(line.Awaited)
	}
	return sum / awaited, nil
}

// softplus returns log(1 + exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// penalty returns twice the penalty on the square of the i-th weight.
func (l Logistic) penalty(i int) float64 {
	if i <= TieFrom {
		return tiny
	}
	return max(l.Ridge, tiny)
}

// derivatives returns minus the second derivative and the first derivative of
// the penalised log-likelihood.
func (l Logistic) derivatives(w []float64, h lateness.History) (curvature [][]float64, slope []float64) {
	slope = make([]float64, len(w))
	for i := range w {
		curvature = append(curvature, make([]float64, len(w)))
		curvature[i][i] = l.penalty(i)
		slope[i] = -l.penalty(i) * w[i]
	}
	var x []float64
	for _, line := range h.Lines {
		x = l.Sees.Append(x[:0], line.Case, line.Delay)
		hazard := sigmoid(dot(w, x))
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
func move(w, step []float64) float64 {
	const longest = 5
	most := 0.0
	for _, s := range step {
		most = max(most, math.Abs(s))
	}
	for i, s := range step {
		w[i] += s * longest / max(most, longest)
	}
	return most
}

// solve returns x of a·x = b for a symmetric positive definite a, by Cholesky's
// decomposition, in the place of b.
func solve(a [][]float64, b []float64) ([]float64, error) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j] - dot(a[i][:j], a[j][:j])
			switch {
			case i != j:
				a[i][j] = sum / a[j][j]
			case sum > 0:
				a[i][i] = math.Sqrt(sum)
			default:
				return nil, errors.New("survival: history must tell the features apart, got one that does not")
			}
		}
	}
	substitute(a, b)
	return b, nil
}

// substitute solves l·lᵀ·x = b for a lower triangular l.
func substitute(l [][]float64, b []float64) {
	for i := range b {
		b[i] = (b[i] - dot(l[i][:i], b[:i])) / l[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= l[k][i] * b[k]
		}
		b[i] /= l[i][i]
	}
}
