package hazard

import (
	"fmt"
	"math"

	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// A Network is a model and the way it is trained. Its weights are trained on
// the whole history in each step, by Adam with a rate that falls to zero along
// a cosine. The same network and the same history give the same weights on
// every run.
type Network struct {
	Sees   survival.Covariates
	Hidden int     // units of the neural network beside the weighted sum; 0 is the sum alone
	Decay  float64 // of the neural network's weights, a penalty on their squares
	Steps  int     // at least 1
	Rate   float64 // of learning, in the first step
	Seed   int64   // of the first weights

	// Watch, if it is not nil, is told the loss of each step.
	Watch func(step int, loss float64)
}

// Logistic returns the network that is a weighted sum alone: the logistic
// hazard.
func Logistic() Network {
	return Network{Sees: survival.Monitor, Steps: 600, Rate: 0.3, Seed: 20260218}
}

// MLP returns the network with 16 hidden units beside the weighted sum.
func MLP() Network {
	return Network{Sees: survival.Monitor, Hidden: 16, Decay: 1e-3, Steps: 600, Rate: 0.02, Seed: 20260218}
}

// maxHidden is the largest neural network that a few hundred lines of history
// could possibly need.
const maxHidden = 1024

func (n Network) validate() error {
	switch {
	case n.Hidden < 0 || n.Hidden > maxHidden:
		return fmt.Errorf("hazard: hidden units must be 0 to %d, got %d", maxHidden, n.Hidden)
	case n.Steps < 1:
		return fmt.Errorf("hazard: steps must be at least 1, got %d", n.Steps)
	case !(n.Rate > 0) || math.IsInf(n.Rate, 0):
		return fmt.Errorf("hazard: learning rate must be more than 0, got %v", n.Rate)
	case !(n.Decay >= 0) || math.IsInf(n.Decay, 0):
		return fmt.Errorf("hazard: weight decay must be at least 0, got %v", n.Decay)
	}
	return nil
}

// Fit implements [survival.Method].
func (n Network) Fit(h lateness.History) (survival.Estimate, error) { return n.Train(h) }

// Losses trains the network on a history and returns the loss of each step.
func (n Network) Losses(h lateness.History) ([]float64, error) {
	var losses []float64
	watch := n.Watch
	n.Watch = func(step int, loss float64) {
		losses = append(losses, loss)
		if watch != nil {
			watch(step, loss)
		}
	}
	_, err := n.Train(h)
	return losses, err
}

// Train trains the network on a history.
func (n Network) Train(h lateness.History) (*Model, error) {
	if err := n.validate(); err != nil {
		return nil, err
	}
	if err := survival.Usable(h); err != nil {
		return nil, err
	}
	watch := n.Watch
	if watch == nil {
		watch = func(int, float64) {}
	}
	ctx, loss, err := n.descend(h, watch)
	if err != nil {
		return nil, fmt.Errorf("hazard: train: %w", err)
	}
	return newModel(n, weightsOf(ctx), loss, survival.SeenIn(h))
}
