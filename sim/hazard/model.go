package hazard

import (
	"fmt"

	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// A Model is a trained [Network], an estimate of how late readings are.
type Model struct {
	Loss float64 // of the last step of the training

	network   Network
	weights   []Weight
	seen      survival.Seen
	predictor *predictor
}

// A Weight is a tensor of trained weights, row by row.
type Weight struct {
	Name   string    `json:"name"`
	Shape  []int     `json:"shape"`
	Values []float64 `json:"values"`
}

// Weights returns the trained weights, in order of their names.
func (m *Model) Weights() []Weight { return m.weights }

// newModel returns the model that the weights make of a network.
func newModel(n Network, weights []Weight, loss float64, seen survival.Seen) (*Model, error) {
	p, err := n.predictor(withWeights(weights))
	if err != nil {
		return nil, fmt.Errorf("hazard: set up the model: %w", err)
	}
	return &Model{Loss: loss, network: n, weights: weights, seen: seen, predictor: p}, nil
}

// Late implements [survival.Estimate].
func (m *Model) Late(c lateness.Case) (lateness.Curve, error) {
	odds, err := m.predictor.logOdds(c)
	if err != nil {
		return lateness.Curve{}, fmt.Errorf("hazard: predict: %w", err)
	}
	return survival.FromLogOdds(c, m.seen, func(k int) float64 { return odds[k] })
}
