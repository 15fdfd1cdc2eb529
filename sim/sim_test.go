package sim

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"
)

func TestReadingSize(t *testing.T) {
	equal(t, "bytes of a reading", unsafe.Sizeof(Reading{}), 32)
}

func TestPeriod(t *testing.T) {
	for p, want := range map[Period]string{0: "none", 1: "2026-01", 12: "2026-12", 13: "2027-01", 36: "2028-12", -3: "Period(-3)"} {
		equal(t, "name", p.String(), want)
		if got, err := ParsePeriod(want); p > 0 && (got != p || err != nil) {
			t.Errorf("ParsePeriod(%q) = %v, %v", want, got, err)
		}
	}
	for p, want := range map[Period]string{1: "2026-01-01", 8: "2026-08-01", 12: "2026-12-01", 13: "2027-01-01"} {
		equal(t, "first day", p.Start().Format(time.DateOnly), want)
	}
	for _, s := range []string{"", "2026", "2026-13", "2026-00", "2025-12", "2026-7", "2026-07 ", "2026-07-01", "july"} {
		if p, err := ParsePeriod(s); err == nil {
			t.Errorf("ParsePeriod(%q) = %v, want an error", s, p)
		}
	}
}

func TestNames(t *testing.T) {
	for _, r := range Regions() {
		if got, err := ParseRegion(r.String()); got != r || err != nil {
			t.Errorf("ParseRegion(%q) = %v, %v", r, got, err)
		}
	}
	for _, c := range Corruptions() {
		if got, err := ParseCorruption(c.String()); got != c || err != nil {
			t.Errorf("ParseCorruption(%q) = %v, %v", c, got, err)
		}
	}
	equal(t, "unknown region", Region(9).String(), "Region(9)")
	equal(t, "subscriber", Subscriber(1000).String(), "A1000")
}

func TestIndex(t *testing.T) {
	for _, c := range []struct {
		index Index
		value int64
		ok    bool
		text  string
	}{
		{Index{}, 0, false, "missing"},
		{Number(-3), -3, true, "-3"},
		{Text(" 42 "), 42, true, `"42"`},
		{Text("4 2"), 0, false, "unreadable"},
		{Text("99999999999999999999"), 0, false, "unreadable"},
		{Number(maxIndex).scaled(1000), 0, false, "unreadable"},
		{Text("7").scaled(1000), 7000, true, `"7000"`},
	} {
		value, ok := c.index.Int()
		equal(t, "value", value, c.value)
		equal(t, "readable", ok, c.ok)
		equal(t, "text", c.index.String(), c.text)
	}
}

// Every error says on one line what was wanted and what was seen.
func TestErrors(t *testing.T) {
	n := Default()
	setup := func(w Windowing, faults ...Fault) error {
		_, err := Setup{n, faults, w}.Run()
		return err
	}
	network := func(n Network) error { _, err := n.Source(); return err }
	row := func(change func(*Reading)) error {
		r := Reading{Subscriber: 1, Period: 2, Arrival: 2, Region: East, Unit: CubicMetre, Index: Number(1)}
		change(&r)
		_, err := n.DeliverRows([]Reading{r})
		return err
	}
	_, empty := Sweep(nil)
	_, third := Sweep(Grid(n, []int{0}, []int{0, 1, -2}))
	_, region := ParseRegion("centre")
	_, class := ParseCorruption("late")
	_, check := Compare(n, nil, Check{Name: "mine"})
	_, before := Steady(0, 0.25)
	_, limit := Steady(1, -0.25)
	_, seeds := n.Try(Distribution, July, 0)
	for _, c := range []struct {
		err  error
		want string
	}{
		{setup(Windowing{}, Late(-1)), "sim: delay must be at least 0 periods, got -1"},
		{setup(Windowing{Tolerance: -1}), "sim: tolerance must be at least 0 periods, got -1"},
		{setup(Windowing{ResetAt: 13}), "sim: period of the lost state must be 2026-01 to 2026-12, got 2027-01"},
		{setup(Windowing{}, Duplicated.In(-1)), "sim: faulty period must be 2026-01 to 2026-12, got Period(-1)"},
		{setup(Windowing{}, Fault{}), "sim: corruption must be one of late_arrival, duplicated, schema_changed, unit_changed, missing_partition, type_drift, got none"},
		{setup(Windowing{}, Fault{Class: 9}), "sim: corruption must be one of late_arrival, duplicated, schema_changed, unit_changed, missing_partition, type_drift, got Corruption(9)"},
		{setup(Windowing{}, Fault{Class: TypeDrift, Region: 6}), "sim: region must be one of east, west, north, south, central, got Region(6)"},
		{setup(Windowing{}, Fault{Class: TypeDrift, Delay: 2}), "sim: only late_arrival has a delay, got 2 periods for type_drift"},
		{setup(Windowing{}, Fault{Class: TypeDrift, First: 5, Last: 4}), "sim: faulty subscribers must run from a first to a last one, got 5 to 4"},
		{network(Network{0, 12, 1}), "sim: subscribers must be 1 to 100000000, got 0"},
		{network(Network{200, 0, 1}), "sim: periods must be 1 to 1200, got 0"},
		{row(func(r *Reading) { r.Subscriber = 201 }), "sim: row 1 of 1: subscriber must be at most A200, got A201"},
		{row(func(r *Reading) { r.Period = 13 }), "sim: row 1 of 1: period must be at most 2026-12, got 2027-01"},
		{row(func(r *Reading) { r.Arrival = 1 }), "sim: row 1 of 1: arrival must be 2026-02 or later, got 2026-01"},
		{row(func(r *Reading) { r.Region = 77 }), "sim: row 1 of 1: region must be one of the 5, got Region(77)"},
		{row(func(r *Reading) { r.Index = Number(math.MaxInt64) }), "sim: row 1 of 1: index must lie within 1099511627776 of zero, got 9223372036854775807"},
		{empty, "sim: a sweep must have at least 1 set-up, got 0"},
		{third, "set-up 3 of 3: sim: tolerance must be at least 0 periods, got -2"},
		{region, `sim: region must be one of east, west, north, south, central, got "centre"`},
		{class, `sim: corruption must be one of late_arrival, duplicated, schema_changed, unit_changed, missing_partition, type_drift, got "late"`},
		{check, `sim: check "mine" must look at rows, at cells or at all that is written, got 0 of them`},
		{before, "sim: periods to compare with must be at least 1, got 0"},
		{limit, "sim: limit must be more than 0, got -0.25"},
		{seeds, "sim: seeds must be at least 1, got 0"},
	} {
		equal(t, "error", fmt.Sprint(c.err), c.want)
	}
}

// A delay that reaches past the end leaves rows on their way.
func TestDelayPastTheEnd(t *testing.T) {
	for _, delay := range []int{6, 100, math.MaxInt} {
		o, err := Setup{Default(), []Fault{Late(delay)}, Windowing{Tolerance: 11}}.Run()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "rows in transit", o.InTransit, 40)
		equal(t, "rows read", o.RowsRead, 2360)
		equal(t, "balance", o.Balance(), nil)
	}
}

// Several delays at once: by region, by subscriber, by period; the longest
// counts where two hit the same reading.
func TestSeveralDelays(t *testing.T) {
	faults := []Fault{
		{Class: LateArrival, Region: North, Delay: 1},
		{Class: LateArrival, Region: North, Period: July, Delay: 3},
		{Class: LateArrival, First: 101, Last: 200, Period: March, Delay: 2},
	}
	d, err := Default().Deliver(faults...)
	if err != nil {
		t.Fatal(err)
	}
	for r := range d.All() {
		want := 0
		for _, f := range faults {
			if f.hits(&r) {
				want = max(want, f.Delay)
			}
		}
		if int(r.Arrival-r.Period) != want {
			t.Fatalf("%v of %v in %v arrives in %v, want %d periods later", r.Subscriber, r.Period, r.Region, r.Arrival, want)
		}
	}
}

// Dropped rows and polluted cells come exactly when the tolerance is less than
// the delay, and the peak of the state does not depend on the delay.
func TestToleranceMustCoverDelay(t *testing.T) {
	tolerances := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for _, delay := range []int{0, 1, 2, 3, 4, 5} {
		all, err := Sweep(Grid(Default(), []int{delay}, tolerances))
		if err != nil {
			t.Fatal(err)
		}
		for tolerance, o := range all {
			dropped, polluted := 0, 0
			if tolerance < delay {
				dropped, polluted = 40, 10
			}
			equal(t, "dropped", o.LateDropped, dropped)
			equal(t, "polluted", len(o.Polluted()), polluted)
			equal(t, "state", o.CarriedState, min(400+200*tolerance, 2400))
			equal(t, "serving diff", len(o.ServingDiff()), 0)
			equal(t, "written", o.Written(July), July+Period(min(tolerance, 5)))
		}
	}
}

func TestSweepKeepsOrder(t *testing.T) {
	setups := Grid(Default(), []int{0, 1, 2, 3, 7}, []int{3, 0, 11, 2})
	got, err := Sweep(setups)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range setups {
		one, err := s.Run()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(one, got[i]) {
			t.Errorf("set-up %d: alone it gives another outcome", i+1)
		}
	}
}

// The repair of the partition check catches the missing region in both modes,
// and nothing else.
func TestPartitionByPeriod(t *testing.T) {
	faults := [][]Fault{nil}
	for _, c := range Corruptions() {
		faults = append(faults, []Fault{c.In(July)})
	}
	for _, f := range faults {
		got, err := Compare(Default(), f, PartitionByPeriod)
		if err != nil {
			t.Fatal(err)
		}
		batch, stream := "not caught", "not caught"
		if got.Class == MissingPartition {
			batch, stream = "partition by period/2026-08/1", "partition by period/2026-07/0"
		}
		equal(t, "batch", got.Batch.Detection.Label(July), batch)
		equal(t, "stream", got.Stream.Detection.Label(July), stream)
	}
}

// A corrupted period other than that of the lessons gives the same findings,
// shifted.
func TestAnyPeriod(t *testing.T) {
	for p := February; p < December; p++ {
		all, err := CompareAll(Default(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			equal(t, c.Class.String()+" in stream", c.Stream.Detection.Lag(p), 0)
			if c.Class != MissingPartition {
				equal(t, c.Class.String()+" in batch", c.Batch.Detection.Lag(p), 1)
			}
		}
	}
}

func TestLostState(t *testing.T) {
	for p := February; p <= December; p++ {
		o, err := Setup{Default(), nil, Windowing{ResetAt: p}}.Run()
		if err != nil {
			t.Fatal(err)
		}
		missing := o.Cells.Missing(o.Baseline)
		equal(t, "uncomputable", o.Uncomputable, 200)
		equal(t, "missing cells", len(missing), 5)
		equal(t, "polluted cells", len(o.Polluted()), 5)
		equal(t, "their period", missing[0].Period, p)
	}
}

// Rows delivered by hand give the same as the faults that made them.
func TestDeliverRows(t *testing.T) {
	n := Default()
	for _, c := range Corruptions() {
		made, err := n.Deliver(c.In(July))
		if err != nil {
			t.Fatal(err)
		}
		byHand, err := n.DeliverRows(slices.Collect(made.All()))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := Windowing{Tolerance: 1}.Run(made)
		b, _ := Windowing{Tolerance: 1}.Run(byHand)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%v: rows by hand give another result", c)
		}
	}
}

// Reading part of a delivery leaves the rest alone.
func TestAllStops(t *testing.T) {
	d, _ := Default().Deliver()
	n := 0
	for r := range d.All() {
		if n++; r.Period == March {
			break
		}
	}
	equal(t, "rows read", n, 401)
}

// Each rule at its edge: what just passes, and what just fails.
func TestRules(t *testing.T) {
	n := Network{Subscribers: 2, Periods: 3, Seed: 20260218} // A001 in central, A002 in north
	good := []Reading{
		{Subscriber: 1, Period: 1, Arrival: 1, Region: Central, Unit: CubicMetre, Index: Number(5)},
		{Subscriber: 2, Period: 1, Arrival: 1, Region: North, Unit: CubicMetre, Index: Number(5)},
	}
	with := func(change func(r *Reading)) []Reading {
		r := good[1]
		change(&r)
		return append(slices.Clone(good), r)
	}
	later := func(r *Reading) { r.Period, r.Arrival = 2, 2 }
	for _, c := range []struct {
		check Check
		rows  []Reading
		fails bool
	}{
		{Schema, with(func(r *Reading) { r.Index = Text("5") }), false},
		{Schema, with(func(r *Reading) { r.Type = 0 }), false}, // no stage needs it
		{Schema, with(func(r *Reading) { r.Subscriber = 0 }), true},
		{Schema, with(func(r *Reading) { r.Period = 0 }), true},
		{Schema, with(func(r *Reading) { r.Region = 0 }), true},
		{Schema, with(func(r *Reading) { r.Unit = 0 }), true},
		{Schema, with(func(r *Reading) { r.Index = Index{} }), true},
		{Typed, good, false},
		{Typed, with(func(r *Reading) { r.Index = Text("5") }), true},
		{Uniqueness, with(later), false},
		{Uniqueness, with(func(r *Reading) { r.Index = Number(6) }), true},
		{Partition, with(later), false},
		{Partition, good[:1], true},
		{PartitionByPeriod, good, false},
		{PartitionByPeriod, with(later), true},
	} {
		equal(t, "fails when "+c.check.Rule, c.check.Rows(n, c.rows), c.fails)
	}
	var baseline, quarter, over Summary
	baseline.add(Cell{North, 1}, 400)
	quarter.add(Cell{North, 1}, 300)
	over.add(Cell{North, 1}, 299)
	equal(t, "25 % off", Distribution.Cells(quarter, baseline), false)
	equal(t, "more than 25 % off", Distribution.Cells(over, baseline), true)
}

func TestSteady(t *testing.T) {
	var s Summary
	for p, m3 := range []int64{100, 200, 400, 300} {
		s.add(Cell{North, Period(p + 1)}, m3)
	}
	for _, c := range []struct {
		periods int
		limit   float64
		fails   bool
	}{
		{1, 1, false},   // 200 is as much off 100
		{1, 0.99, true}, //
		{2, 1.67, false},
		{2, 1.66, true}, // 400 is 167 % off 150, the median of 100 and 200
	} {
		check, err := Steady(c.periods, c.limit)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, check.Rule, check.Written(s), c.fails)
	}
}

// Without a baseline the first alarm of a strict check is false; what leaves no
// trace in a cell no check on cells catches.
func TestTry(t *testing.T) {
	strict, _ := Steady(1, 0.25)
	trial, err := Default().Try(strict, July, 10)
	if err != nil {
		t.Fatal(err)
	}
	if trial.Alarms == 0 || trial.Alarms > trial.Seeds {
		t.Errorf("false alarms: got %d of %d", trial.Alarms, trial.Seeds)
	}
	for _, c := range trial.Caught {
		if none := c.Class == Duplicated || c.Class == TypeDrift; none != (c.AtOnce+c.Later == 0) {
			t.Errorf("%v: got %d at once, %d later", c.Class, c.AtOnce, c.Later)
		}
	}
	sound, err := Default().Try(Distribution, July, 10)
	equal(t, "false alarms with the baseline", sound.Alarms, 0)
	equal(t, "error", err, nil)
}
