package survival

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tidemark/sim"
	"tidemark/sim/lateness"
)

func world(t testing.TB, law lateness.Law, history, heldOut, subscribers int) *lateness.World {
	t.Helper()
	s := lateness.Default().Months(history, heldOut)
	s.Law, s.Network.Subscribers = law, subscribers
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

func fit(t testing.TB, m Method, h lateness.History) Estimate {
	t.Helper()
	e, err := m.Fit(h)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func late(t testing.TB, e Estimate, c lateness.Case) lateness.Curve {
	t.Helper()
	curve, err := e.Late(c)
	if err != nil {
		t.Fatal(err)
	}
	return curve
}

func near(t *testing.T, what string, got, want lateness.Curve, slack float64) {
	t.Helper()
	for k := range want {
		if math.Abs(got[k]-want[k]) > slack {
			t.Errorf("%s: curve is %.6f, want %.6f", what, got, want)
			return
		}
	}
}

func caseOf(r sim.Region, p sim.Period) lateness.Case {
	return lateness.Case{Group: lateness.Group{Region: r, Type: sim.Residential}, Period: p}
}

// byHand is ten readings of the north in each of three months, as known when
// the fourth begins, and three of the south. Of the north's:
//
//	2026-01: 5 on time, 2 one late, 1 two late, 2 not there after three months
//	2026-02: 6 on time, 3 one late, 1 not there after two
//	2026-03: 4 on time, 6 not there after one
func byHand() lateness.History {
	north, south := caseOf(sim.North, 1), caseOf(sim.South, 3)
	at := func(p sim.Period) lateness.Case { c := north; c.Period = p; return c }
	return lateness.History{From: 1, Now: 4, Lines: []lateness.Line{
		{Case: at(1), Delay: 0, Awaited: 10, Arrived: 5}, {Case: at(1), Delay: 1, Awaited: 5, Arrived: 2}, {Case: at(1), Delay: 2, Awaited: 3, Arrived: 1},
		{Case: at(2), Delay: 0, Awaited: 10, Arrived: 6}, {Case: at(2), Delay: 1, Awaited: 4, Arrived: 3},
		{Case: at(3), Delay: 0, Awaited: 10, Arrived: 4},
		{Case: south, Delay: 0, Awaited: 3, Arrived: 3},
	}}
}

// The product-limit estimate, worked out by hand:
//
//	delay 0: 15 of 30 awaited came, half are later
//	delay 1: 5 of 9, so 0.5 · 4/9 = 2/9 are later still
//	delay 2: 1 of 3, so 2/9 · 2/3 = 4/27
//
// and of those nothing is known any more.
func TestKaplanMeierByHand(t *testing.T) {
	rest := 4.0 / 27
	want := lateness.Curve{0.5, 2.0 / 9, rest, rest, rest, rest, rest, rest}
	e := fit(t, KaplanMeier{}, byHand())
	near(t, "north", late(t, e, caseOf(sim.North, 9)), want, 1e-15)
	near(t, "south", late(t, e, caseOf(sim.South, 9)), lateness.Curve{}, 0)

	rows, err := Worked(byHand(), sim.North)
	if err != nil {
		t.Fatal(err)
	}
	wantRows := "[{0 30 15 0.5 0.5} {1 9 5 0.5555555555555556 0.2222222222222222} {2 3 1 0.3333333333333333 0.14814814814814817}]"
	if got := fmt.Sprint(rows); got != wantRows {
		t.Errorf("table is %s, want %s", got, wantRows)
	}
}

// Tied from delay 1 on, 6 of 12 awaited came in each period; one reading with
// the pooled hazard ((6 + 0.5) / (12 + 1), again a half) changes nothing.
func TestKaplanMeierTied(t *testing.T) {
	want := lateness.Curve{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625}
	near(t, "tied", late(t, fit(t, KaplanMeier{TieFrom: 1}, byHand()), caseOf(sim.North, 9)), want, 1e-15)
	shrunk := late(t, fit(t, KaplanMeier{TieFrom: 1, Shrink: 1}, byHand()), caseOf(sim.North, 9))
	pooled := (18 + 0.5) / (33 + 1)
	first := 1 - (15+pooled)/31
	for k, v := range want {
		want[k] = v / 0.5 * first
	}
	near(t, "tied and shrunk", shrunk, want, 1e-15)
}

// Among the 21 of the north's readings that have arrived, 15 are on time, 5 one
// period late and 1 two: the plain estimate takes 6/21 to be late where half
// are.
func TestArrivedByHand(t *testing.T) {
	e := fit(t, Arrived{}, byHand())
	near(t, "north", late(t, e, caseOf(sim.North, 9)), lateness.Curve{6.0 / 21, 1.0 / 21}, 1e-15)
}

// On many readings the plain estimate is biased however many they are, and the
// Kaplan-Meier estimate is not.
func TestCensoringBias(t *testing.T) {
	w := world(t, lateness.Steady(), 6, 1, 200_000)
	h := fitting(t, w)
	for _, r := range sim.Regions() {
		truth := lateness.Pool(w.Truth(r, 1))
		km := late(t, fit(t, KaplanMeier{}, h), caseOf(r, 1))
		plain := late(t, fit(t, Arrived{}, h), caseOf(r, 1))
		for k := range 3 {
			if math.Abs(km[k]/truth[k]-1) > 0.12 {
				t.Errorf("%v: Kaplan-Meier takes %.5f to be later than %d, want %.5f", r, km[k], k, truth[k])
			}
			if plain[k] > 0.98*truth[k] {
				t.Errorf("%v: the arrived rows take %.5f to be later than %d, want clearly less than %.5f", r, plain[k], k, truth[k])
			}
		}
	}
}

// Newton's method finds the coefficients that the delays were drawn with.
func TestLogisticFindsLaw(t *testing.T) {
	law := lateness.Drifting()
	law.Noise = 0
	w := world(t, law, 36, 1, 50_000)
	got, err := Logistic{Sees: Monitor}.Weights(fitting(t, w))
	if err != nil {
		t.Fatal(err)
	}
	// The law's own sum, with east's effect in the delays'. The monitor shows the
	// quality of the reading's own month, so the late ones' hazard is only like it.
	want := []float64{2.6, 2, 2, -0.3, -1.3, -0.4, 0.1, 0.3, 0.8}
	for i, name := range Monitor.Names() {
		if math.Abs(got[i]-want[i]) > 0.12 {
			t.Errorf("weight of %q is %.3f, want about %.1f", name, got[i], want[i])
		}
	}
}

// At the fitted weights the penalised likelihood is stationary: its derivative,
// taken by finite differences from the likelihood itself, is zero.
func TestLogisticIsStationary(t *testing.T) {
	h := fitting(t, world(t, lateness.WrongForm(), 8, 1, 200))
	for _, l := range []Logistic{{}, {Sees: Monitor}, {Sees: Monitor | Month, Ridge: 4}} {
		w, err := l.Weights(h)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w {
			const d = 1e-4
			up, down := slices.Clone(w), slices.Clone(w)
			up[i] += d
			down[i] -= d
			if slope := (l.objective(up, h) - l.objective(down, h)) / (2 * d); math.Abs(slope) > 1e-3 {
				t.Errorf("ridge %v: slope in %q is %v, want 0", l.Ridge, l.Sees.Names()[i], slope)
			}
		}
	}
}

// objective is the penalised log-likelihood, line by line.
func (l Logistic) objective(w []float64, h lateness.History) float64 {
	sum := 0.0
	for _, line := range h.Lines {
		p := sigmoid(dot(w, l.Sees.Append(nil, line.Case, line.Delay)))
		sum += float64(line.Arrived)*math.Log(p) + float64(line.Awaited-line.Arrived)*math.Log(1-p)
	}
	for i := range w {
		sum -= l.penalty(i) * w[i] * w[i] / 2
	}
	return sum
}

// The loss at the fitted weights is that of any other weights at most, and of
// certain coin tosses log 2.
func TestLoss(t *testing.T) {
	h := fitting(t, world(t, lateness.Drifting(), 8, 1, 200))
	none, err := Logistic{}.Loss(h)
	if err != nil {
		t.Fatal(err)
	}
	sees, err := Logistic{Sees: Monitor}.Loss(h)
	if err != nil {
		t.Fatal(err)
	}
	if sees >= none {
		t.Errorf("loss is %.5f with the monitor and %.5f without, want less", sees, none)
	}
	coins := lateness.History{From: 1, Now: 2, Lines: []lateness.Line{{Case: caseOf(sim.East, 1), Awaited: 1000, Arrived: 500}}}
	if got, err := (Logistic{}).Loss(coins); err != nil || math.Abs(got-math.Ln2) > 1e-9 {
		t.Errorf("loss of coin tosses is %v (%v), want log 2", got, err)
	}
	if _, err := (Logistic{Ridge: -1}).Loss(h); err == nil {
		t.Error("a negative ridge is no error")
	}
}

// Histories with little in them still give an estimate with finite numbers.
func TestScantHistories(t *testing.T) {
	all := func(n, arrived int) lateness.History {
		return lateness.History{From: 1, Now: 2, Lines: []lateness.Line{{Case: caseOf(sim.West, 1), Awaited: n, Arrived: arrived}}}
	}
	for name, h := range map[string]lateness.History{
		"one reading": all(1, 1), "all on time": all(1000, 1000), "nearly all late": all(1000, 1),
		"one month": fitting(t, world(t, lateness.Drifting(), 1, 1, 200)),
		"few":       fitting(t, world(t, lateness.Drifting(), 3, 1, 7)),
	} {
		for _, m := range []Method{Arrived{}, KaplanMeier{}, KaplanMeier{TieFrom: 2, Shrink: 1}, Logistic{}, Logistic{Sees: Monitor | Month, Ridge: 4}} {
			c := h.Lines[0].Case
			curve := late(t, fit(t, m, h), c)
			previous := 1.0
			for k, v := range curve {
				if !(v >= -1e-12 && v <= previous+1e-12) {
					t.Errorf("%s, %T: curve at %d is %v after %v, want it to fall within 0 and 1", name, m, k, v, previous)
				}
				previous = v
			}
		}
	}
}

// A rolling fit is the fit to the months before, whichever month is asked for
// first.
func TestRolling(t *testing.T) {
	w := world(t, lateness.Drifting(), 12, 6, 200)
	e, err := Rolling(w, KaplanMeier{}, 6)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []sim.Period{18, 13, 15} {
		h, err := w.Known(p-6, p)
		if err != nil {
			t.Fatal(err)
		}
		near(t, p.String(), late(t, e, caseOf(sim.North, p)), late(t, fit(t, KaplanMeier{}, h), caseOf(sim.North, p)), 0)
	}
	once, err := Once(w, KaplanMeier{})
	if err != nil {
		t.Fatal(err)
	}
	everything, err := Rolling(w, KaplanMeier{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	c := caseOf(sim.North, w.First())
	near(t, "in the first held-out month", late(t, everything, c), late(t, once, c), 0)
}

// An estimate that is right is calibrated: nearly all of its bins lie within
// two standard errors. One that halves every chance is not.
func TestCalibrate(t *testing.T) {
	w := world(t, lateness.Drifting(), 12, 12, 20_000)
	right := curves(func(c lateness.Case) lateness.Curve { return trueCurve(w, c, 1) })
	bins, err := Calibrate(w, right, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	readings, off := 0, 0
	for _, b := range bins {
		readings += b.Readings
		if math.Abs(b.Observed-b.Expected) > 2*b.StdErr() {
			off++
		}
	}
	if len(bins) != 10 || readings != 12*20_000 || off > 2 {
		t.Errorf("%d bins with %d readings, %d of them off, want 10 with 240000, at most 2 off", len(bins), readings, off)
	}
	wrong, err := Calibrate(w, curves(func(c lateness.Case) lateness.Curve { return trueCurve(w, c, 0.5) }), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	if good, bad := CalibrationError(bins), CalibrationError(wrong); good > 0.005 || bad < 0.04 {
		t.Errorf("calibration errors are %.4f of the law and %.4f of half of it, want at most 0.005 and at least 0.04", good, bad)
	}
}

// curves is an estimate made of a function.
type curves func(c lateness.Case) lateness.Curve

func (f curves) Late(c lateness.Case) (lateness.Curve, error) { return f(c), nil }

// trueCurve returns the curve of the law, times a factor. The crowds of a cell
// are told apart by their size, which is that of their group.
func trueCurve(w *lateness.World, c lateness.Case, factor float64) lateness.Curve {
	for _, crowd := range w.Truth(c.Region, c.Period) {
		if crowd.Readings == w.Size(c.Group) {
			for k := range crowd.Late {
				crowd.Late[k] *= factor
			}
			return crowd.Late
		}
	}
	return lateness.Curve{}
}

// The names of the numbers say what a model is told, and nothing else does.
func TestCovariates(t *testing.T) {
	c := lateness.Case{Group: lateness.Group{Region: sim.South, Type: sim.Commercial}, Period: 7, Monitor: -0.3}
	for cv, want := range map[Covariates]string{
		0:               "[0 1 0 0 0 1 0 1]",
		Monitor:         "[0 1 0 0 0 1 0 1 -0.3]",
		Month:           "[0 1 0 0 0 1 0 1 0.5]",
		Monitor | Month: "[0 1 0 0 0 1 0 1 -0.3 0.5]",
	} {
		if got := fmt.Sprint(cv.Append(nil, c, 1)); got != want || len(cv.Append(nil, c, 1)) != cv.Len() {
			t.Errorf("%q are %s, want %s", cv.Names(), got, want)
		}
		if got, err := ParseCovariates(cv.Names()); got != cv || err != nil {
			t.Errorf("%q are the names of %v (%v), want %v", cv.Names(), got, err, cv)
		}
	}
	if cv, err := ParseCovariates([]string{"weekday"}); err == nil {
		t.Errorf("a weekday is %v, want an error", cv)
	}
}

func TestMerge(t *testing.T) {
	all := []Bin{{10, 0, 0}, {10, 0.5, 1}, {20, 0.75, 0.5}}
	if got, want := fmt.Sprint(merge(all, 2)), "[{20 0.25 0.5} {20 0.75 0.5}]"; got != want {
		t.Errorf("two bins are %s, want %s", got, want)
	}
	if got := merge(all, 9); len(got) != 3 {
		t.Errorf("nine bins of three are %v, want the three", got)
	}
}

func TestBadInput(t *testing.T) {
	w := world(t, lateness.Drifting(), 8, 2, 200)
	h := fitting(t, w)
	none := lateness.History{From: 1, Now: 2}
	allLate := lateness.History{From: 1, Now: 2, Lines: []lateness.Line{{Case: caseOf(sim.East, 1), Awaited: 200}}}
	ofFit := func(m Method, h lateness.History) error { _, err := m.Fit(h); return err }
	ofLate := func(m Method, h lateness.History, c lateness.Case) error {
		_, err := fit(t, m, h).Late(c)
		return err
	}
	unseen := byHand()
	nan := w.Case(lateness.Group{Region: sim.East, Type: sim.Commercial}, 1)
	nan.Monitor = math.NaN()
	_, window := Rolling(w, Arrived{}, 0)
	_, deep := Calibrate(w, fit(t, Arrived{}, h), lateness.Horizon, 1)
	_, binless := Calibrate(w, fit(t, Arrived{}, h), 0, 0)
	_, worked := Worked(unseen, sim.East)
	cases := []struct {
		err  error
		want string
	}{
		{ofFit(KaplanMeier{TieFrom: -1}, h), "survival: delay from which hazards are tied must be 0 to 7, got -1"},
		{ofFit(KaplanMeier{Shrink: math.NaN()}, h), "survival: readings added to each region must be 0 to 1e+12, got NaN"},
		{ofFit(Logistic{Ridge: -1}, h), "survival: ridge must be at least 0, got -1"},
		{ofLate(Logistic{}, h, nan), "survival: monitor must show a finite number, got NaN"},
		{window, "survival: months of a rolling fit must be at least 1, got 0"},
		{deep, "survival: delay to calibrate must be 0 to 7 periods, got 8"},
		{binless, "survival: bins must be at least 1, got 0"},
		{worked, "survival: region must be one that the history has, [north south], got east"},
	}
	for _, m := range []Method{Arrived{}, KaplanMeier{}, Logistic{}} {
		cases = append(cases, []struct {
			err  error
			want string
		}{
			{ofFit(m, none), "survival: history must have at least 1 reading, got 0"},
			{ofFit(m, allLate), "survival: history must have a reading that arrived, got 200 and all of them late"},
			{ofLate(m, unseen, caseOf(sim.East, 1)), "survival: region must be one that the history has, [north south], got east"},
		}...)
	}
	for _, c := range cases {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error is %v, want %s", c.err, c.want)
		}
	}
}

// A rolling fit says in which month it failed.
func TestRollingNamesMonth(t *testing.T) {
	w, err := lateness.Fixed(sim.Default(), 3, sim.Fault{Class: sim.LateArrival, Delay: 5})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Rolling(w, KaplanMeier{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Late(caseOf(sim.East, 4))
	if err == nil || !strings.HasPrefix(err.Error(), "fit in 2026-04: survival: history must have a reading that arrived") {
		t.Errorf("error is %v, want one that names 2026-04", err)
	}
}

func BenchmarkFit(b *testing.B) {
	h := fitting(b, world(b, lateness.Drifting(), 24, 1, 200))
	for _, m := range []Method{Arrived{}, KaplanMeier{TieFrom: 2, Shrink: 1}, Logistic{Sees: Monitor, Ridge: 4}} {
		b.Run(fmt.Sprintf("method=%T", m), func(b *testing.B) {
			for b.Loop() {
				fit(b, m, h)
			}
		})
	}
}
