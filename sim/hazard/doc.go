// Package hazard learns how late readings will be with GoMLX.
//
// It models what survival.Logistic models, the log-odds that an awaited reading
// arrives, from the same numbers and with the same likelihood, by gradient
// descent. What it buys is not speed, for Newton's method does the logistic
// model in a few milliseconds, but that the model can be another one: nobody
// has to work out a gradient. The second model here is a small neural network
// beside the weighted sum, and it is one more line.
//
// All of the project's GoMLX is in this package, and all that depends on its
// version in the files backend.go and graph.go.
package hazard
