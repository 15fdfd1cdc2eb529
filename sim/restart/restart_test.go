package restart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

var plans = []Plan{
	{Write: 0.01, Restart: 0, Between: 10},
	{Write: 0.05, Restart: 0.1, Between: 5},
	{Write: 0.5, Restart: 0.5, Between: 20},
	{Write: 1, Restart: 2, Between: 10},
}

// The measured slowdown is the expected one within four standard errors, which
// are at most a half per cent.
func TestSimulationAgrees(t *testing.T) {
	for _, p := range plans {
		best, err := p.Best()
		if err != nil {
			t.Fatal(err)
		}
		for _, interval := range []float64{best / 3, best, 3 * best} {
			want, err := p.Slowdown(interval)
			if err != nil {
				t.Fatal(err)
			}
			run, err := p.Simulate(interval, 200_000, 1)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(run.Slowdown-want) > 4*run.StdErr || run.StdErr > 0.005*want {
				t.Errorf("%+v at interval %.3f: slowdown %.5f ± %.5f, want %.5f", p, interval, run.Slowdown, run.StdErr, want)
			}
		}
	}
}

// In a simulation of its own intervals Daly's formula is as good as the best
// interval found by search, within two standard errors of the difference, and
// Young's nearly so while a checkpoint is short beside the time between
// interruptions.
func TestFormulasAgainstSimulation(t *testing.T) {
	for _, p := range plans {
		young, _ := p.Young()
		daly, _ := p.Daly()
		least, at := Run{Slowdown: math.Inf(1)}, 0.0
		for f := 0.4; f < 2.5; f *= 1.15 {
			run, err := p.Simulate(daly*f, 100_000, 2)
			if err != nil {
				t.Fatal(err)
			}
			if run.Slowdown < least.Slowdown {
				least, at = run, daly*f
			}
		}
		for name, interval := range map[string]float64{"Daly": daly, "Young": young} {
			run, err := p.Simulate(interval, 100_000, 3)
			if err != nil {
				t.Fatal(err)
			}
			slack := 2*math.Hypot(run.StdErr, least.StdErr) + 0.002*least.Slowdown
			if run.Slowdown > least.Slowdown+slack {
				t.Errorf("%+v: %s's interval %.3f slows down to %.5f, that found by search, %.3f, to %.5f", p, name, interval, run.Slowdown, at, least.Slowdown)
			}
		}
	}
}

// Best is where the slowdown is least; Daly's interval is within one per cent
// of it, Young's within a third of the time of a checkpoint.
func TestBest(t *testing.T) {
	for _, p := range plans {
		best, err := p.Best()
		if err != nil {
			t.Fatal(err)
		}
		at := p.slowdown(best)
		for _, f := range []float64{0.9, 0.99, 0.999, 1.001, 1.01, 1.1} {
			if p.slowdown(best*f) < at {
				t.Errorf("%+v: slowdown at %v times the best interval is less than at it", p, f)
			}
		}
		daly, _ := p.Daly()
		young, _ := p.Young()
		if math.Abs(daly-best) > 0.01*best {
			t.Errorf("%+v: Daly's interval is %.4f, the best %.4f", p, daly, best)
		}
		if math.Abs(young-best) > p.Write {
			t.Errorf("%+v: Young's interval is %.4f, the best %.4f", p, young, best)
		}
	}
}

// Daly's paper gives the best intervals of three machines that write a
// checkpoint in 5 minutes and restart in 10 (captions of its figures 3 to 5).
func TestDalyPublished(t *testing.T) {
	for between, want := range map[float64]string{24 * 60: "117", 6 * 60: "57", 15: "9.1"} {
		interval, err := Plan{Write: 5, Restart: 10, Between: between}.Daly()
		if got := strconv.FormatFloat(interval, 'g', len(strings.ReplaceAll(want, ".", "")), 64); got != want || err != nil {
			t.Errorf("interval for an interruption every %v minutes is %s (%v), want %s", between, got, err, want)
		}
	}
}

// Where writing takes longer than the run lives, Daly's formula gives the mean
// time between interruptions.
func TestDalyLimit(t *testing.T) {
	if got, err := (Plan{Write: 30, Between: 10}).Daly(); got != 10 || err != nil {
		t.Errorf("interval is %v (%v), want 10", got, err)
	}
	if got, err := (Plan{Write: 1, Between: 50}).Young(); got != 10 || err != nil {
		t.Errorf("Young's interval is %v (%v), want 10", got, err)
	}
}

func TestSimulationIsSeeded(t *testing.T) {
	p := plans[1]
	a, _ := p.Simulate(1, 1000, 5)
	b, _ := p.Simulate(1, 1000, 5)
	c, _ := p.Simulate(1, 1000, 6)
	if a != b || a == c {
		t.Errorf("runs of one seed are %v and %v, of another %v", a, b, c)
	}
	if a.Interruptions == 0 || a.StdErr <= 0 {
		t.Errorf("run is %+v, want one with interruptions", a)
	}
}

func TestBadInput(t *testing.T) {
	good := plans[0]
	of := func(p Plan) error { _, err := p.Daly(); return err }
	_, young := Plan{Between: 1}.Young()
	_, slow := good.Slowdown(0)
	_, nan := good.Slowdown(math.NaN())
	_, few := good.Simulate(1, 1, 1)
	_, endless := good.Simulate(1000, 100, 1)
	for _, c := range []struct {
		err  error
		want string
	}{
		{young, "restart: writing a checkpoint must take more than 0, got 0"},
		{of(Plan{Write: math.NaN(), Between: 1}), "restart: writing a checkpoint must take more than 0, got NaN"},
		{of(Plan{Write: 1, Restart: -1, Between: 1}), "restart: restart must take at least 0, got -1"},
		{of(Plan{Write: 1, Between: -2}), "restart: mean time between interruptions must be more than 0, got -2"},
		{slow, "restart: interval must be more than 0, got 0"},
		{nan, "restart: interval must be more than 0, got NaN"},
		{few, "restart: job must have at least 2 intervals, got 1"},
		{endless, "restart: job must be interrupted less than"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error is %v, want %s", c.err, c.want)
		}
	}
}

func ExamplePlan() {
	// A checkpoint takes a fiftieth of a period, and one period in twenty begins
	// with an interruption.
	p := Plan{Write: 0.02, Between: 20}
	young, _ := p.Young()
	daly, _ := p.Daly()
	slowdown, _ := p.Slowdown(daly)
	fmt.Printf("every %.2f periods by Young, %.2f by Daly; the run takes %.1f %% longer\n", young, daly, 100*(slowdown-1))
	// Output:
	// every 0.89 periods by Young, 0.88 by Daly; the run takes 4.6 % longer
}

func BenchmarkSimulate(b *testing.B) {
	for b.Loop() {
		if _, err := plans[1].Simulate(0.7, 10_000, 1); err != nil {
			b.Fatal(err)
		}
	}
}
