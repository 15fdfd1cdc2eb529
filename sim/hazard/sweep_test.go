package hazard_test

import (
	"fmt"
	"testing"

	"github.com/gomlx/gomlx/backends"
	_ "github.com/gomlx/gomlx/backends/simplego"
	. "github.com/gomlx/gomlx/pkg/core/graph" // a graph reads like a formula without the name of its package
	"github.com/gomlx/gomlx/pkg/core/shapes"
	"github.com/gomlx/gomlx/pkg/core/tensors"

	"tidemark/sim"
)

// Would the sweep over many set-ups of the window lesson be faster as tensors?
// Here it is as one graph over a batch of set-ups, with the same results as
// sim.Sweep and slower than it; see BenchmarkSweep.

// A swept result is what one set-up gives.
type swept struct{ Dropped, State, Polluted int }

// setups returns every delay with every tolerance, for several seeds.
func setups(seeds, delays, tolerances int) []sim.Setup {
	ds, ts := make([]int, delays), make([]int, tolerances)
	for i := range ds {
		ds[i] = i
	}
	for i := range ts {
		ts[i] = i
	}
	var all []sim.Setup
	for seed := range seeds {
		n := sim.Default()
		n.Seed += int64(seed)
		all = append(all, sim.Grid(n, ds, ts)...)
	}
	return all
}

// A tensorSweep has the readings of all seeds as tensors.
type tensorSweep struct {
	exec *Exec
	data []any // index [seeds, P, N], baseline [seeds, P-1, R], regions [seeds, N, R], late [P, N]
}

func newTensorSweep(tb testing.TB, seeds int) *tensorSweep {
	tb.Helper()
	backend, err := backends.NewWithConfig("go:ops_sequential")
	if err != nil {
		tb.Fatal(err)
	}
	exec, err := NewExec(backend, func(in []*Node) (dropped, state, polluted *Node) {
		return windows(in[0], in[1], in[2], in[3], in[4], in[5], in[6])
	})
	if err != nil {
		tb.Fatal(err)
	}
	return &tensorSweep{exec, readingsOf(tb, seeds)}
}

// readingsOf returns the data of a sweep.
func readingsOf(tb testing.TB, seeds int) []any {
	tb.Helper()
	n := sim.Default()
	p, r := n.Periods, len(sim.Regions())
	index, regions := make([]float32, seeds*p*n.Subscribers), make([]float32, seeds*n.Subscribers*r)
	base, late := make([]float32, seeds*(p-1)*r), make([]float32, p*n.Subscribers)
	for seed := range seeds {
		network := n
		network.Seed += int64(seed)
		rows, err := network.Source()
		if err != nil {
			tb.Fatal(err)
		}
		for _, row := range rows {
			s, at := int(row.Subscriber-1), int(row.Period-1)
			value, _ := row.Index.Int()
			index[(seed*p+at)*n.Subscribers+s] = float32(value)
			regions[(seed*n.Subscribers+s)*r+int(row.Region-sim.East)] = 1
		}
		baseline, err := network.Baseline()
		if err != nil {
			tb.Fatal(err)
		}
		for c, m3 := range baseline.All() {
			base[(seed*(p-1)+int(c.Period-2))*r+int(c.Region-sim.East)] = float32(m3)
		}
	}
	for s := range 40 {
		late[int(sim.July-1)*n.Subscribers+s] = 1
	}
	return []any{
		tensors.FromFlatDataAndDimensions(index, seeds, p, n.Subscribers),
		tensors.FromFlatDataAndDimensions(base, seeds, p-1, r),
		tensors.FromFlatDataAndDimensions(regions, seeds, n.Subscribers, r),
		tensors.FromFlatDataAndDimensions(late, p, n.Subscribers),
	}
}

// run runs a batch of set-ups.
func (t *tensorSweep) run(tb testing.TB, batch []sim.Setup) []swept {
	tb.Helper()
	seed, late, tolerance := make([]int32, len(batch)), make([]float32, len(batch)), make([]float32, len(batch))
	for i, s := range batch {
		periods, _ := s.Delay()
		seed[i], late[i], tolerance[i] = int32(s.Network.Seed-sim.Default().Seed), float32(periods), float32(s.Windowing.Tolerance)
	}
	out, err := t.exec.Exec(append(t.data, seed, late, tolerance)...)
	if err != nil {
		tb.Fatal(err)
	}
	results := make([]swept, len(batch))
	dropped, state, polluted := tensors.MustCopyFlatData[float32](out[0]), tensors.MustCopyFlatData[float32](out[1]), tensors.MustCopyFlatData[float32](out[2])
	for i := range results {
		results[i] = swept{int(dropped[i]), int(state[i]), int(polluted[i])}
	}
	return results
}

// windows is the graph. Its batch is that of seed, delay and tolerance; all
// numbers are exact in 32 bits.
func windows(index, base, regions, late, seed, delay, tolerance *Node) (dropped, state, polluted *Node) {
	b, p := seed.Shape().Dim(0), late.Shape().Dim(0)
	g, float := index.Graph(), index.DType()
	at := InsertAxes(seed, -1)
	index, base, regions = Gather(index, at), Gather(base, at), Gather(regions, at)
	column := func(x *Node) *Node { return BroadcastToDims(InsertAxes(x, -1), b, p) }
	one := func(x *Node) *Node { return ConvertDType(x, float) }

	// A late row counts if it is there before its window closes and before the
	// stream ends.
	period := Iota(g, shapes.Make(float, b, p), 1)
	comes := LessThan(Add(period, column(delay)), Scalar(g, float, p))
	inTime := LessOrEqual(column(delay), column(tolerance))
	saved := one(And(comes, inTime)) // [b, p]
	lateRows := BroadcastToDims(InsertAxes(ReduceSum(late, -1), 0), b, p)
	dropped = ReduceSum(Mul(lateRows, one(And(comes, Not(inTime)))), -1)

	all := index.Shape().Dimensions
	missing := Mul(BroadcastToDims(InsertAxes(late, 0), all...), BroadcastToDims(InsertAxes(OneMinus(saved), -1), all...))
	m3, known := consumptions(Mul(index, OneMinus(missing)))
	cells := Einsum("bpn,bnr->bpr", m3, regions)
	polluted = ReduceSum(one(NotEqual(cells, base)), 1, 2)
	state = peak(g, Sub(Scalar(g, float, index.Shape().Dim(-1)), lateRows), Mul(lateRows, saved), known, delay, tolerance)
	return dropped, state, polluted
}

// consumptions returns what each row consumed since the last one that was kept,
// of all periods after the first, and how many last indexes are known at the end
// of each period. An index only grows, so the last one is the largest.
func consumptions(kept *Node) (m3, known *Node) {
	p := kept.Shape().Dim(1)
	float := kept.DType()
	var all, counts []*Node
	var last *Node
	for i := range p {
		now := Squeeze(Slice(kept, AxisRange(), AxisElem(i), AxisRange()), 1)
		if i == 0 {
			last = now
		} else {
			both := And(IsPositive(now), IsPositive(last))
			all = append(all, InsertAxes(Where(both, Sub(now, last), ZerosLike(now)), 1))
			last = Max(last, now)
		}
		counts = append(counts, InsertAxes(ReduceSum(ConvertDType(IsPositive(last), float), -1), -1))
	}
	return Concatenate(all, 1), Concatenate(counts, 1)
}

// peak returns the largest carried state: rows that have arrived in windows
// still open, and the last indexes of those closed.
func peak(g *Graph, onTime, late, known, delay, tolerance *Node) *Node {
	b, p, float := onTime.Shape().Dim(0), onTime.Shape().Dim(1), onTime.DType()
	age := Sub(Iota(g, shapes.Make(float, b, p, p), 1), Iota(g, shapes.Make(float, b, p, p), 2))
	square := func(x *Node) *Node { return BroadcastToDims(Reshape(x, b, 1, 1), b, p, p) }
	sum := func(where, rows *Node) *Node {
		return ReduceSum(Mul(ConvertDType(where, float), BroadcastToDims(InsertAxes(rows, 1), b, p, p)), 2)
	}
	open := And(IsNonNegative(age), LessOrEqual(age, square(tolerance)))
	arrived := And(open, GreaterOrEqual(age, square(delay)))
	closed := Equal(age, AddScalar(square(tolerance), 1))
	return ReduceMax(Add(Add(sum(open, onTime), sum(arrived, late)), sum(closed, known)), 1)
}

// The tensors give what the windows of package sim give.
func TestTensorSweep(t *testing.T) {
	all := setups(2, 4, 12)
	outcomes, err := sim.Sweep(all)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range newTensorSweep(t, 2).run(t, all) {
		o := outcomes[i]
		if want := (swept{o.LateDropped, o.CarriedState, len(o.Polluted())}); got != want {
			t.Errorf("%+v: tensors give %+v, want %+v", all[i], got, want)
		}
	}
}

// BenchmarkSweep measures 1,000 set-ups as a loop and as tensors. Measured on
// two cores with the backend in pure Go, the loop is the faster by far, so the
// sweep of the lessons is one.
func BenchmarkSweep(b *testing.B) {
	all := setups(20, 5, 10)
	b.Run("as=loop", func(b *testing.B) {
		for b.Loop() {
			if _, err := sim.Sweep(all); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(all)), "us/set-up")
	})
	for _, batch := range []int{50, 200, 1000} {
		b.Run(fmt.Sprintf("as=tensors/batch=%d", batch), func(b *testing.B) {
			t := newTensorSweep(b, 20)
			t.run(b, all[:batch]) // builds the graph
			for b.Loop() {
				for i := 0; i < len(all); i += batch {
					t.run(b, all[i:i+batch])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(all)), "us/set-up")
		})
	}
}
