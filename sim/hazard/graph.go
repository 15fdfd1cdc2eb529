package hazard

import (
	"slices"
	"strings"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/gomlx/pkg/ml/layers"
	"github.com/gomlx/gomlx/pkg/ml/layers/activations"
	"github.com/gomlx/gomlx/pkg/ml/layers/fnn"
	"github.com/gomlx/gomlx/pkg/ml/layers/regularizers"
	"github.com/gomlx/gomlx/pkg/ml/train"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers/cosineschedule"

	"tidemark/sim/lateness"
	"tidemark/sim/survival"
)

// logOdds is the model: the log-odds of the hazard, shape [lines, 1], of
// features, shape [lines, n.Sees.Len()]. It is a weighted sum, with
// a small neural network beside it where there are hidden units.
func (n Network) logOdds(ctx *context.Context, features *graph.Node) *graph.Node {
	odds := layers.Dense(ctx.In("sum"), features, false, 1)
	if n.Hidden > 0 {
		net := ctx.In("net")
		net.SetParam(regularizers.ParamL2, n.Decay)
		odds = graph.Add(odds, fnn.New(net, features, 1).NumHiddenLayers(1, n.Hidden).Activation(activations.TypeTanh).Done())
	}
	return odds
}

// loss is minus the log-likelihood for each awaited reading. Where a of n
// awaited readings arrived with the hazard h, that is -a·log h - (n-a)·log(1-h),
// which is n·softplus(e) - a·e for the log-odds e. A reading that has not
// arrived is in n for as long as it has been watched, and in a never: that is
// all there is to censoring.
func loss(counts, predictions []*graph.Node) *graph.Node {
	awaited := graph.Slice(counts[0], graph.AxisRange(), graph.AxisRange(0, 1))
	arrived := graph.Slice(counts[0], graph.AxisRange(), graph.AxisRange(1, 2))
	odds := predictions[0]
	each := graph.Sub(graph.Mul(awaited, graph.Softplus(odds)), graph.Mul(arrived, odds))
	return graph.Div(graph.ReduceAllSum(each), graph.ReduceAllSum(awaited))
}

// A table is a history as tensors, all of it in each step.
type table struct {
	features *tensors.Tensor // [lines, covariates]
	counts   *tensors.Tensor // [lines, 2]: awaited, arrived
}

func newTable(cv survival.Covariates, h lateness.History) *table {
	var features, counts []float64
	for _, l := range h.Lines {
		features = cv.Append(features, l.Case, l.Delay)
		counts = append(counts, float64(l.Awaited), float64(l.Arrived))
	}
	return &table{
		tensors.FromFlatDataAndDimensions(features, len(h.Lines), cv.Len()),
		tensors.FromFlatDataAndDimensions(counts, len(h.Lines), 2),
	}
}

// Name, Reset and Yield implement [train.Dataset].
func (t *table) Name() string { return "history" }
func (t *table) Reset()       {}
func (t *table) Yield() (spec any, inputs, labels []*tensors.Tensor, err error) {
	return nil, []*tensors.Tensor{t.features}, []*tensors.Tensor{t.counts}, nil
}

// IsOwnershipTransferred tells GoMLX that the tensors are used again in the
// next step.
func (t *table) IsOwnershipTransferred() bool { return false }

// descend trains the weights of a new context. It hands the loss of each step
// to watch, and returns that after the last one.
func (n Network) descend(h lateness.History, watch func(step int, loss float64)) (*context.Context, float64, error) {
	backend, err := open()
	if err != nil {
		return nil, 0, err
	}
	ctx := context.New()
	ctx.SetParams(map[string]any{optimizers.ParamLearningRate: n.Rate, cosineschedule.ParamCycles: 1})
	if err := ctx.SetRNGStateFromSeed(n.Seed); err != nil {
		return nil, 0, err
	}
	model := func(ctx *context.Context, _ any, inputs []*graph.Node) []*graph.Node {
		cosineschedule.New(ctx, inputs[0].Graph(), inputs[0].DType()).FromContext().Done()
		return []*graph.Node{n.logOdds(ctx, inputs[0])}
	}
	loop := train.NewLoop(train.NewTrainer(backend, ctx, model, loss, optimizers.Adam().FromContext(ctx).Done(), nil, nil))
	loop.OnStep("watch", 0, func(l *train.Loop, metrics []*tensors.Tensor) error {
		watch(l.LoopStep+1, tensors.ToScalar[float64](metrics[0]))
		return nil
	})
	metrics, err := loop.RunSteps(newTable(n.Sees, h), n.Steps)
	if err != nil {
		return nil, 0, err
	}
	return ctx, tensors.ToScalar[float64](metrics[0]), nil
}

// A predictor computes the log-odds of lines with trained weights.
type predictor struct {
	sees survival.Covariates
	exec *context.Exec
}

func (n Network) predictor(ctx *context.Context) (*predictor, error) {
	backend, err := open()
	if err != nil {
		return nil, err
	}
	exec, err := context.NewExec(backend, ctx.Reuse(), n.logOdds)
	if err != nil {
		return nil, err
	}
	return &predictor{n.Sees, exec}, nil
}

// logOdds returns the log-odds of a case for each delay.
func (p *predictor) logOdds(c lateness.Case) ([]float64, error) {
	var features []float64
	for k := range lateness.Horizon {
		features = p.sees.Append(features, c, k)
	}
	odds, err := p.exec.Exec1(tensors.FromFlatDataAndDimensions(features, lateness.Horizon, p.sees.Len()))
	if err != nil {
		return nil, err
	}
	defer odds.MustFinalizeAll()
	return tensors.MustCopyFlatData[float64](odds), nil
}

// weightsOf returns the trained weights of a context, in order of their names.
func weightsOf(ctx *context.Context) []Weight {
	var weights []Weight
	for v := range ctx.IterVariables() {
		if v.Trainable {
			weights = append(weights, Weight{v.ScopeAndName(), v.Shape().Dimensions, tensors.MustCopyFlatData[float64](v.MustValue())})
		}
	}
	slices.SortFunc(weights, func(a, b Weight) int { return strings.Compare(a.Name, b.Name) })
	return weights
}

// withWeights returns a context with the given weights.
func withWeights(weights []Weight) *context.Context {
	ctx := context.New()
	for _, w := range weights {
		at := strings.LastIndex(w.Name, "/")
		ctx.InAbsPath(w.Name[:at]).VariableWithValue(w.Name[at+1:], tensors.FromFlatDataAndDimensions(w.Values, w.Shape...))
	}
	return ctx
}

// shapes returns the weights that the model has, without values, in order of
// their names.
func (n Network) shapes() []Weight {
	shapes := []Weight{{Name: "/sum/dense/weights", Shape: []int{n.Sees.Len(), 1}}}
	if n.Hidden > 0 {
		shapes = append([]Weight{
			{Name: "/net/fnn_hidden_layer_0/biases", Shape: []int{n.Hidden}},
			{Name: "/net/fnn_hidden_layer_0/weights", Shape: []int{n.Sees.Len(), n.Hidden}},
			{Name: "/net/fnn_output_layer/biases", Shape: []int{1}},
			{Name: "/net/fnn_output_layer/weights", Shape: []int{n.Hidden, 1}},
		}, shapes...)
	}
	return shapes
}
