package lateness

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strings"
	"testing"

	"tidemark/sim"
)

func drawn(t testing.TB, s Setting) *World {
	t.Helper()
	w, err := Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The delays of the lesson are the same ones in every version of Go.
func TestPinned(t *testing.T) {
	for _, c := range []struct {
		law  Law
		want string
	}{
		{Steady(), "c3c507d9afb2"},
		{Drifting(), "01a4c0a686ad"},
		{WrongForm(), "a9030697ef4e"},
		{Worsening(), "490d977f92e0"},
		{Unannounced(), "9155cc5d8f13"},
	} {
		s := Default()
		s.Law = c.law
		w := drawn(t, s)
		digest := sha256.New()
		for _, delays := range w.delays {
			digest.Write(delays)
		}
		if got := fmt.Sprintf("%x", digest.Sum(nil))[:12]; got != c.want {
			t.Errorf("delays of %s: digest %s, want %s", c.law.Name, got, c.want)
		}
	}
}

// A fixed delay sent through the windows gives the numbers of the window
// lesson.
func TestFixedIsTheLesson(t *testing.T) {
	n := sim.Default()
	baseline, err := n.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ delay, tolerance, dropped, state, polluted int }{
		{0, 0, 0, 400, 0}, {0, 1, 0, 600, 0}, {0, 2, 0, 800, 0},
		{1, 0, 40, 400, 10}, {1, 1, 0, 600, 0}, {1, 2, 0, 800, 0},
		{2, 0, 40, 400, 10}, {2, 1, 40, 600, 10}, {2, 2, 0, 800, 0},
	} {
		w, err := Fixed(n, 6, sim.Late(c.delay))
		if err != nil {
			t.Fatal(err)
		}
		run := windows(t, w, c.tolerance)
		got := [3]int{run.LateDropped, run.CarriedState, len(run.Cells.Polluted(baseline))}
		if got != [3]int{c.dropped, c.state, c.polluted} {
			t.Errorf("delay %d, tolerance %d: dropped, state, polluted %v, want %v", c.delay, c.tolerance, got, c)
		}
	}
}

func windows(t *testing.T, w *World, tolerance int) *sim.WindowResult {
	t.Helper()
	d, err := w.Deliver()
	if err != nil {
		t.Fatal(err)
	}
	run, err := sim.Windowing{Tolerance: tolerance}.Run(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Balance(); err != nil {
		t.Error(err)
	}
	return run
}

// A fixed delay is certain, and one that nothing can be told of is the longest.
func TestFixedTruth(t *testing.T) {
	w, err := Fixed(sim.Default(), 6, sim.Late(2), sim.Fault{Class: sim.LateArrival, Period: sim.December, Region: sim.North, Delay: 100})
	if err != nil {
		t.Fatal(err)
	}
	late := 0
	for _, r := range sim.Regions() {
		for _, c := range w.Truth(r, sim.July) {
			if c.Late == (Curve{1, 1}) {
				late += c.Readings
			} else if c.Late != (Curve{}) {
				t.Errorf("curve of %v in 2026-07 is %v, want that of a delay of 0 or 2", r, c.Late)
			}
		}
	}
	if late != 40 {
		t.Errorf("%d readings of 2026-07 are two periods late, want 40", late)
	}
	hopeless := Curve{1, 1, 1, 1, 1, 1, 1, 1}
	if got := w.Truth(sim.North, sim.December); len(got) != 1 || got[0].Late != hopeless {
		t.Errorf("north in 2026-12 is %v, want all of it later than can be told apart", got)
	}
}

// Shares of delays are what the law says, within four standard errors.
func TestDrawFollowsLaw(t *testing.T) {
	for _, law := range Laws() {
		s := Default()
		s.Law, s.Network.Subscribers = law, 20_000
		w := drawn(t, s)
		for _, p := range []sim.Period{1, 24, 36} {
			for _, r := range sim.Regions() {
				for k := range Horizon {
					checkShare(t, w, r, p, k)
				}
			}
		}
	}
}

func checkShare(t *testing.T, w *World, r sim.Region, p sim.Period, k int) {
	t.Helper()
	crowds := w.Truth(r, p)
	n, later := 0, 0
	for _, c := range crowds {
		n += c.Readings
	}
	for _, g := range Groups() {
		if g.Region == r {
			later += w.Later(g, p, k)
		}
	}
	want := Pool(crowds)[k]
	slack := 4*math.Sqrt(want*(1-want)/float64(n)) + 1/float64(n)
	if got := float64(later) / float64(n); math.Abs(got-want) > slack {
		t.Errorf("%s, %v, %v: share later than %d is %.4f, want %.4f ± %.4f", w.Law, r, p, k, got, want, slack)
	}
}

// Worlds of a seed differ by what their laws say and by nothing else.
func TestSharedRandomNumbers(t *testing.T) {
	s := Default()
	drifting := drawn(t, s)
	s.Law = Unannounced()
	broken := drawn(t, s)
	for p := sim.January; p <= s.Network.Last(); p++ {
		if drifting.Monitor(p) != broken.Monitor(p) {
			t.Errorf("monitor in %v shows %v, want %v: the break is unannounced", p, broken.Monitor(p), drifting.Monitor(p))
		}
		for sub := range sim.Subscriber(s.Network.Subscribers) {
			a, b := drifting.Delay(sub+1, p), broken.Delay(sub+1, p)
			if a > b || p < broken.First()+BreakAfter-Horizon && a != b {
				t.Fatalf("%v in %v is %d late with the break and %d without", sub+1, p, b, a)
			}
		}
	}
}

func TestTrendAndBreak(t *testing.T) {
	l := Law{Trend: -1.2, Break: -1.5}
	for m, want := range map[int]float64{-1: 0, 0: 0, 6: -0.6, 11: -1.1} {
		if got := l.trend(m, 12); math.Abs(got-want) > 1e-12 {
			t.Errorf("trend in held-out month %d is %v, want %v", m, got, want)
		}
	}
	for m, want := range map[int]float64{-5: 0, 2: 0, 3: -1.5, 20: -1.5} {
		if got := l.rupture(m); got != want {
			t.Errorf("break in held-out month %d is %v, want %v", m, got, want)
		}
	}
	if l.trend(0, 0) != 0 {
		t.Error("trend without held-out months is not 0")
	}
}

// The quality is a stationary process with mean 0 and standard deviation 1, and
// the monitor shows it with the error that the law says.
func TestWeather(t *testing.T) {
	l := Steady()
	var sum, squares, errors float64
	n := 0.0
	for seed := range int64(300) {
		w := newWeather(&l, 12, 24, seed)
		for m, z := range w.monitor {
			n++
			sum += w.quality[m]
			squares += w.quality[m] * w.quality[m]
			errors += (z - w.quality[m]) * (z - w.quality[m])
		}
	}
	for name, v := range map[string][2]float64{
		"mean": {sum / n, 0}, "variance": {squares / n, 1}, "squared error": {errors / n, 0.09},
	} {
		if math.Abs(v[0]-v[1]) > 0.15 {
			t.Errorf("%s of the quality is %.3f, want about %.2f", name, v[0], v[1])
		}
	}
}

func TestCurve(t *testing.T) {
	h := Hazards{0.5, 0.5, 1}
	c := h.Curve()
	if want := (Curve{0.5, 0.25}); c != want {
		t.Errorf("curve is %v, want %v", c, want)
	}
	for k, want := range []float64{0.5, 0.25, 0.25, 0} {
		if got := c.Arriving(k); got != want {
			t.Errorf("chance of a delay of %d is %v, want %v", k, got, want)
		}
	}
	if got := Pool([]Crowd{{1, Curve{1}}, {3, Curve{0.2, 0.2}}}); math.Abs(got[0]-0.4) > 1e-15 || math.Abs(got[1]-0.15) > 1e-15 {
		t.Errorf("pooled curve is %v, want 0.4 and 0.15", got)
	}
	if got := Pool(nil); got != (Curve{}) {
		t.Errorf("pooled curve of nobody is %v, want zero", got)
	}
}

// The history at the beginning of a month has every reading that was sent, and
// of its delays what had happened by then.
func TestHistoryCensors(t *testing.T) {
	w, err := Fixed(sim.Network{Subscribers: 10, Periods: 6, Seed: 1}, 4,
		sim.Fault{Class: sim.LateArrival, Period: 3, Last: 4, Delay: 2},
		sim.Fault{Class: sim.LateArrival, Period: 2, Last: 1, Delay: 1})
	if err != nil {
		t.Fatal(err)
	}
	h, err := w.Known(2, 5)
	if err != nil {
		t.Fatal(err)
	}
	got := map[[2]int][2]int{}
	for _, l := range h.Lines {
		c := got[[2]int{int(l.Period), l.Delay}]
		got[[2]int{int(l.Period), l.Delay}] = [2]int{c[0] + l.Awaited, c[1] + l.Arrived}
	}
	want := map[[2]int][2]int{ // period, delay: awaited, arrived
		{2, 0}: {10, 9}, {2, 1}: {1, 1},
		{3, 0}: {10, 6}, {3, 1}: {4, 0}, // the four have been watched for two periods and are censored
		{4, 0}: {10, 10},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("awaited and arrived are %v, want %v", got, want)
	}
	if h.Readings() != 30 || h.Arrived() != 26 {
		t.Errorf("%d of %d readings have arrived, want 26 of 30", h.Arrived(), h.Readings())
	}
}

// What a history says of a reading it says again later, and more.
func TestHistoryGrows(t *testing.T) {
	w := drawn(t, Default())
	early, err := w.Known(1, 20)
	if err != nil {
		t.Fatal(err)
	}
	late, err := w.Known(1, 30)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[[2]any]Line{}
	for _, l := range late.Lines {
		lines[[2]any{l.Case, l.Delay}] = l
	}
	for _, l := range early.Lines {
		if lines[[2]any{l.Case, l.Delay}] != l {
			t.Fatalf("line %v is %v ten months later", l, lines[[2]any{l.Case, l.Delay}])
		}
	}
	if got, want := early.Readings(), 19*200; got != want {
		t.Errorf("history has %d readings, want %d", got, want)
	}
	parts := 0
	for _, r := range sim.Regions() {
		parts += early.Of(r).Readings()
	}
	if parts != early.Readings() {
		t.Errorf("regions have %d readings together, want %d", parts, early.Readings())
	}
}

func TestInterruptions(t *testing.T) {
	n := sim.Network{Subscribers: 1, Periods: 1200, Seed: 1}
	for chance, want := range map[float64][2]int{0: {0, 0}, 0.1: {80, 160}, 1: {1200, 1200}} {
		ps, err := Interruptions(n, chance, 7)
		if err != nil || len(ps) < want[0] || len(ps) > want[1] {
			t.Errorf("%d of 1200 periods are interrupted with chance %v (%v), want %v", len(ps), chance, err, want)
		}
	}
}

func TestBadInput(t *testing.T) {
	late := func(f func(*Setting)) error {
		s := Default()
		f(&s)
		_, err := Draw(s)
		return err
	}
	w := drawn(t, Default())
	known := func(from, now sim.Period) error {
		_, err := w.Known(from, now)
		return err
	}
	fixed := func(f sim.Fault) error {
		_, err := Fixed(sim.Default(), 6, f)
		return err
	}
	interrupted := func(chance float64) error {
		_, err := Interruptions(sim.Default(), chance, 1)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{late(func(s *Setting) { s.History = 0 }), "lateness: history must be 1 to 36 months, got 0"},
		{late(func(s *Setting) { s.History = 37 }), "lateness: history must be 1 to 36 months, got 37"},
		{late(func(s *Setting) { s.Network.Subscribers = -1 }), "sim: subscribers must be"},
		{late(func(s *Setting) { s.Network.Subscribers = 50_000_000 }), "lateness: readings must be at most"},
		{late(func(s *Setting) { s.Law.Noise = -1 }), "lateness: noise of the monitor must be at least 0, got -1"},
		{late(func(s *Setting) { s.Law.Memory = math.NaN() }), "lateness: memory of the quality must be 0 to 1, got NaN"},
		{late(func(s *Setting) { s.Law.Region = map[sim.Region]float64{sim.West: math.Inf(1)} }), "lateness: log-odds of a law must be finite, got +Inf"},
		{known(1, 1), "lateness: history must begin in 2026-01 or later and end within 36 periods, got 2026-01 up to 2026-01"},
		{known(0, 5), "lateness: history must begin"},
		{known(1, 38), "lateness: history must begin"},
		{fixed(sim.Late(-1)), "sim: delay must be at least 0 periods, got -1"},
		{fixed(sim.Duplicated.In(sim.July)), "lateness: fault of a fixed delay must be late_arrival, got duplicated"},
		{interrupted(-0.1), "lateness: chance of an interruption must be 0 to 1 a period, got -0.1"},
		{interrupted(math.NaN()), "lateness: chance of an interruption must be 0 to 1 a period, got NaN"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error is %v, want %s", c.err, c.want)
		}
	}
}

// A large network costs little more than a byte and a random number for each
// reading.
func BenchmarkDraw(b *testing.B) {
	for _, subscribers := range []int{200, 100_000} {
		b.Run(fmt.Sprintf("subscribers=%d", subscribers), func(b *testing.B) {
			s := Default()
			s.Network.Subscribers = subscribers
			readings := 0
			for b.Loop() {
				readings += subscribers * drawn(b, s).Network.Periods
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(readings), "ns/reading")
		})
	}
}
