package main

import (
	"tidemark/plots"
	"tidemark/sim/hazard"
	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// recipes returns the recipes of all figures of the lessons.
func recipes() []plots.Recipe {
	return append(plots.Recipes(), plots.Recipe{
		Name: "training", Lesson: "04-choosing-a-tolerance", Params: plots.WorldParams("drifting", "24"), Make: makeTraining,
		About: "loss of the logistic hazard and of a neural network while they are trained",
	})
}

// makeTraining trains the models on the history of a world.
func makeTraining(a *plots.Args) (*plots.Figure, error) {
	w, err := a.World(lateness.Default())
	if err != nil {
		return nil, err
	}
	h, err := w.Fitting()
	if err != nil {
		return nil, err
	}
	newton, err := survival.Logistic{Sees: survival.Monitor}.Loss(h)
	if err != nil {
		return nil, err
	}
	models := []plots.Descent{{Name: "logistic"}, {Name: "MLP"}}
	for i, n := range []hazard.Network{hazard.Logistic(), hazard.MLP()} {
		if models[i].Losses, err = n.Losses(h); err != nil {
			return nil, err
		}
	}
	return plots.Training(w, newton, models...)
}
