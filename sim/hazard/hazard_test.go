package hazard

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"

	"tidemark/sim"
	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/survival"
)

func world(t testing.TB, law lateness.Law, history int) *lateness.World {
	t.Helper()
	s := lateness.Default().Months(history, 6)
	s.Law = law
	w, err := lateness.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func fitting(t testing.TB, w *lateness.World) lateness.History {
	t.Helper()
	h, err := w.Fitting()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func trained(t testing.TB, n Network, h lateness.History) *Model {
	t.Helper()
	m, err := n.Train(h)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func late(t testing.TB, e survival.Estimate, c lateness.Case) lateness.Curve {
	t.Helper()
	curve, err := e.Late(c)
	if err != nil {
		t.Fatal(err)
	}
	return curve
}

// short is a network that trains in a moment, to weights that mean nothing.
func short(hidden int) Network {
	return Network{Sees: survival.Monitor, Hidden: hidden, Steps: 20, Rate: 0.05, Seed: 1}
}

// lossOf returns the loss of a history at the given weights, and its slope in
// each of them, as GoMLX works them out.
func lossOf(t *testing.T, n Network, weights []Weight, h lateness.History) (float64, []Weight) {
	t.Helper()
	backend, err := open()
	if err != nil {
		t.Fatal(err)
	}
	exec, err := context.NewExec(backend, withWeights(weights).Reuse(), func(ctx *context.Context, in []*graph.Node) []*graph.Node {
		l := loss(in[1:], []*graph.Node{n.logOdds(ctx, in[0])})
		at := make([]*graph.Node, len(weights))
		for i, w := range weights {
			cut := strings.LastIndex(w.Name, "/")
			at[i] = ctx.GetVariableByScopeAndName(w.Name[:cut], w.Name[cut+1:]).ValueGraph(l.Graph())
		}
		return append([]*graph.Node{l}, graph.Gradient(l, at...)...)
	})
	if err != nil {
		t.Fatal(err)
	}
	table := newTable(n.Sees, h)
	out, err := exec.Exec(table.features, table.counts)
	if err != nil {
		t.Fatal(err)
	}
	slopes := make([]Weight, len(weights))
	for i, w := range weights {
		slopes[i] = Weight{w.Name, w.Shape, tensors.MustCopyFlatData[float64](out[i+1])}
	}
	return tensors.ToScalar[float64](out[0]), slopes
}

// The slope of the loss in every weight of both models is that of finite
// differences.
func TestGradients(t *testing.T) {
	h := fitting(t, world(t, lateness.WrongForm(), 6))
	for _, n := range []Network{short(0), short(3)} {
		weights := trained(t, n, h).Weights()
		_, slopes := lossOf(t, n, weights, h)
		for i, w := range weights {
			for j := range w.Values {
				const d = 1e-5
				up, _ := lossOf(t, n, nudged(weights, i, j, d), h)
				down, _ := lossOf(t, n, nudged(weights, i, j, -d), h)
				if got, want := slopes[i].Values[j], (up-down)/(2*d); math.Abs(got-want) > 1e-8 {
					t.Errorf("%d hidden: slope in %s[%d] is %.10f, by differences %.10f", n.Hidden, w.Name, j, got, want)
				}
			}
		}
	}
}

// nudged returns the weights with one of them moved.
func nudged(weights []Weight, i, j int, by float64) []Weight {
	moved := slices.Clone(weights)
	moved[i].Values = slices.Clone(weights[i].Values)
	moved[i].Values[j] += by
	return moved
}

// The loss is minus the log-likelihood of the readings one by one: that of
// arriving with their delay for those that have arrived, of being later than
// their age for those that have not.
func TestCensoredLikelihood(t *testing.T) {
	w := world(t, lateness.Drifting(), 5)
	h := fitting(t, w)
	for _, n := range []Network{short(0), short(3)} {
		m := trained(t, n, h)
		got, _ := lossOf(t, n, m.Weights(), h)
		sum, censored := 0.0, 0
		for p := sim.January; p < w.First(); p++ {
			for s, typ := range attributes(t, w) {
				c := late(t, m, w.Case(typ, p))
				if k, age := w.Delay(s, p), int(w.First()-p)-1; k <= min(age, lateness.Horizon-1) {
					sum -= math.Log(c.Arriving(k))
				} else {
					sum -= math.Log(c[min(age, lateness.Horizon-1)])
					censored++
				}
			}
		}
		awaited := 0
		for _, l := range h.Lines {
			awaited += l.Awaited
		}
		if want := sum / float64(awaited); math.Abs(got-want) > 1e-12 || censored == 0 {
			t.Errorf("%d hidden: loss is %.15f, want %.15f, with %d censored readings", n.Hidden, got, want, censored)
		}
	}
}

// attributes returns the groups of the subscribers.
func attributes(t *testing.T, w *lateness.World) map[sim.Subscriber]lateness.Group {
	t.Helper()
	rows, err := w.Network.Source()
	if err != nil {
		t.Fatal(err)
	}
	groups := map[sim.Subscriber]lateness.Group{}
	for _, r := range rows {
		groups[r.Subscriber] = lateness.Group{Region: r.Region, Type: r.Type}
	}
	return groups
}

// Gradient descent finds the logistic hazard that Newton's method finds.
func TestAgreesWithNewton(t *testing.T) {
	for _, law := range lateness.Laws() {
		for _, months := range []int{8, 24} {
			w := world(t, law, months)
			h := fitting(t, w)
			m := trained(t, Logistic(), h)
			yardstick := survival.Logistic{Sees: survival.Monitor}
			newton, err := yardstick.Fit(h)
			if err != nil {
				t.Fatal(err)
			}
			if least, err := yardstick.Loss(h); err != nil || math.Abs(m.Loss-least) > 1e-6 {
				t.Errorf("%s, %d months: loss is %.8f, by Newton %.8f (%v)", law.Name, months, m.Loss, least, err)
			}
			for p := w.First(); p <= w.Network.Last(); p++ {
				for _, g := range lateness.Groups() {
					a, b := late(t, m, w.Case(g, p)), late(t, newton, w.Case(g, p))
					for k := range a {
						if math.Abs(a[k]-b[k]) > 1e-4 {
							t.Fatalf("%s, %d months: %v in %v later than %d: %.6f, by Newton %.6f", law.Name, months, g, p, k, a[k], b[k])
						}
					}
				}
			}
		}
	}
}

// The same seed gives the same weights to the last bit, another seed others.
func TestDeterministic(t *testing.T) {
	h := fitting(t, world(t, lateness.WrongForm(), 24))
	written := func(n Network) string {
		var b bytes.Buffer
		if err := trained(t, n, h).Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	n := MLP()
	if testing.Short() {
		n = short(16)
	}
	first := written(n)
	for range 2 {
		if written(n) != first {
			t.Fatal("the same seed gives other weights")
		}
	}
	n.Seed++
	if written(n) == first {
		t.Error("another seed gives the same weights")
	}
}

// Where the logistic form is wrong, the neural network comes nearer to the law
// than the sum can: of a large network with years of history its curves are
// closer to the truth.
func TestNetworkBends(t *testing.T) {
	s := lateness.Default().Months(48, 12)
	s.Law, s.Network.Subscribers = lateness.WrongForm(), 5000
	w, err := lateness.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	h := fitting(t, w)
	sum, net := distance(t, w, trained(t, Logistic(), h)), distance(t, w, trained(t, MLP(), h))
	if net > 0.8*sum {
		t.Errorf("mean distance to the law is %.4f of the neural network and %.4f of the sum, want clearly less", net, sum)
	}
}

// distance returns the mean distance of an estimate from the law, over cells
// and delays.
func distance(t *testing.T, w *lateness.World, e survival.Estimate) float64 {
	t.Helper()
	forecast := policy.By(w, e)
	sum, n := 0.0, 0.0
	for _, r := range w.Regions() {
		for p := w.First(); p <= w.Network.Last(); p++ {
			crowds, err := forecast(r, p)
			if err != nil {
				t.Fatal(err)
			}
			got, want := lateness.Pool(crowds), lateness.Pool(w.Truth(r, p))
			for k := range 3 {
				sum += math.Abs(got[k] - want[k])
				n++
			}
		}
	}
	return sum / n
}

// The losses of the lesson, to the digits that it prints.
func TestPinnedLoss(t *testing.T) {
	s := lateness.Default()
	w, err := lateness.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	h := fitting(t, w)
	for name, c := range map[string]struct {
		network Network
		want    string
	}{"logistic": {Logistic(), "0.4216"}, "mlp": {MLP(), "0.4227"}} {
		steps, last := 0, 0.0
		c.network.Watch = func(step int, loss float64) { steps, last = step, loss }
		m := trained(t, c.network, h)
		if got := fmt.Sprintf("%.4f", m.Loss); got != c.want || steps != c.network.Steps || last != m.Loss {
			t.Errorf("%s: loss %s after %d steps, %.4f watched, want %s after %d", name, got, steps, last, c.want, c.network.Steps)
		}
	}
}

// Losses are those of the steps, and a watch is still told.
func TestLosses(t *testing.T) {
	h := fitting(t, world(t, lateness.Steady(), 3))
	n := short(0)
	var watched []float64
	n.Watch = func(step int, loss float64) { watched = append(watched, loss) }
	losses, err := n.Losses(h)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(losses, watched) || len(losses) != n.Steps || losses[len(losses)-1] != trained(t, short(0), h).Loss {
		t.Errorf("%d losses and %d watched, want the same %d", len(losses), len(watched), n.Steps)
	}
	n.Steps = 0
	if _, err := n.Losses(h); err == nil {
		t.Error("no steps have losses, want an error")
	}
}

// A model that was saved and loaded is the same one.
func TestSaveAndLoad(t *testing.T) {
	w := world(t, lateness.Drifting(), 6)
	for _, n := range []Network{short(0), short(5)} {
		m := trained(t, n, fitting(t, w))
		path := filepath.Join(t.TempDir(), "models", "late.json")
		if err := m.Save(path); err != nil {
			t.Fatal(err)
		}
		again, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if again.Loss != m.Loss {
			t.Errorf("loss is %v, want %v", again.Loss, m.Loss)
		}
		for _, g := range lateness.Groups() {
			if a, b := late(t, again, w.Case(g, 8)), late(t, m, w.Case(g, 8)); a != b {
				t.Errorf("%v: the loaded model takes %v, want %v", g, a, b)
			}
		}
		files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
		if err != nil || len(files) != 1 {
			t.Errorf("folder has %v (%v), want the model alone", files, err)
		}
	}
}

// The shapes that a file must have are those that training gives.
func TestShapes(t *testing.T) {
	h := fitting(t, world(t, lateness.Steady(), 3))
	for _, hidden := range []int{0, 1, 7} {
		if err := fits(trained(t, short(hidden), h).Weights(), short(hidden).shapes()); err != nil {
			t.Errorf("%d hidden: %v", hidden, err)
		}
	}
}

// A file that is not a whole model of this version and shape is refused, with
// one line.
func TestBadFiles(t *testing.T) {
	var b bytes.Buffer
	if err := trained(t, short(2), fitting(t, world(t, lateness.Steady(), 3))).Write(&b); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	for _, c := range []struct{ old, new, want string }{
		{`"version": 1`, `"version": 2`, `hazard: file must be a tidemark hazard model of version 1, got "tidemark hazard model" of version 2`},
		{`tidemark hazard model`, `somebody's`, `hazard: file must be a tidemark hazard model of version 1, got "somebody's" of version 1`},
		{`"hidden": 2`, `"hidden": 3`, "hazard: weights must be /net/fnn_hidden_layer_0/biases of shape [3], got /net/fnn_hidden_layer_0/biases of shape [2] with 2 values"},
		{`"hidden": 2`, `"hidden": 0`, "hazard: model must have 1 tensors of weights, got 5"},
		{`"hidden": 2`, `"hidden": -1`, "hazard: hidden units must be 0 to 1024, got -1"},
		{`"hidden": 2`, `"hidden": "many"`, "hazard: read a model: json:"},
		{`"delay 1"`, `"day of the week"`, `hazard: model: survival: features must be ["delay 0"`},
		{`"east"`, `"atlantis"`, "hazard: model: sim: region must be one of"},
		{`/sum/dense/weights`, `/sum/dense/biases`, "hazard: weights must be /sum/dense/weights"},
		{good[len(good)/2:], "", "hazard: read a model: unexpected end of JSON input"},
		{good, "", "hazard: read a model: unexpected end of JSON input"},
		{good, "tidemark", "hazard: read a model: invalid character"},
		{good, good + "{}", "hazard: read a model: invalid character"},
	} {
		m, err := Read(strings.NewReader(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || m != nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("with %.30q for %.30q: %v, want %s", c.new, c.old, err, c.want)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); err == nil || !strings.HasPrefix(err.Error(), "hazard: load a model: ") {
		t.Errorf("error is %v, want one of a file that is not there", err)
	}
}

// A backend that is not linked is an error that says which are. The one in pure
// Go is never run in its parallel mode, whatever the environment says.
func TestBackend(t *testing.T) {
	h := fitting(t, world(t, lateness.Steady(), 3))
	t.Setenv(backends.ConfigEnvVar, "xla:cuda")
	_, err := short(0).Train(h)
	if want := `hazard: train: hazard: GOMLX_BACKEND must name a backend that is linked, go, got "xla:cuda"`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	t.Setenv(backends.ConfigEnvVar, "go:ops_parallel")
	trained(t, short(0), h)
	t.Setenv(backends.ConfigEnvVar, "go:nonsense")
	trained(t, short(0), h)
}

func TestBadInput(t *testing.T) {
	w := world(t, lateness.Steady(), 3)
	h := fitting(t, w)
	m := trained(t, short(0), h.Of(sim.North))
	_, unseen := m.Late(w.Case(lateness.Group{Region: sim.East, Type: sim.Commercial}, 4))
	nan := w.Case(lateness.Group{Region: sim.North, Type: sim.Commercial}, 4)
	nan.Monitor = math.NaN()
	_, unshown := m.Late(nan)
	of := func(n Network, h lateness.History) error { _, err := n.Fit(h); return err }
	allLate := lateness.History{From: 1, Now: 2, Lines: []lateness.Line{{Case: nan, Awaited: 40}}}
	steep := short(4)
	steep.Rate = 1e308
	for _, c := range []struct {
		err  error
		want string
	}{
		{of(short(0), lateness.History{}), "survival: history must have at least 1 reading, got 0"},
		{of(short(0), allLate), "survival: history must have a reading that arrived, got 40 and all of them late"},
		{unseen, "survival: region must be one that the history has, [north], got east"},
		{unshown, "survival: monitor must show a finite number, got NaN"},
		{of(short(-1), h), "hazard: hidden units must be 0 to 1024, got -1"},
		{of(Network{Rate: 1}, h), "hazard: steps must be at least 1, got 0"},
		{of(Network{Steps: 1}, h), "hazard: learning rate must be more than 0, got 0"},
		{of(Network{Steps: 1, Rate: 1, Decay: -1}, h), "hazard: weight decay must be at least 0, got -1"},
		{of(steep, h), "hazard: train: "},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) || strings.Contains(c.err.Error(), "\n") {
			t.Errorf("error is %v, want one line that begins with %s", c.err, c.want)
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	h := fitting(b, world(b, lateness.Drifting(), 24))
	for name, m := range map[string]survival.Method{"newton": survival.Logistic{Sees: survival.Monitor}, "logistic": Logistic(), "mlp": MLP()} {
		b.Run("model="+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Fit(h); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
