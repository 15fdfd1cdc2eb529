package sim

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
)

// nineSetups runs the window lesson's table, source included.
func nineSetups(tb testing.TB) []Outcome {
	all, err := Sweep(Grid(Default(), []int{0, 1, 2}, []int{0, 1, 2}))
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// python runs the same table in plain Python 3 and returns the seconds that one
// pass took and what it gave.
func python(tb testing.TB, passes int) (seconds float64, results []nineResult) {
	python, err := exec.LookPath("python3")
	if err != nil {
		tb.Skip("python3 must be on the path to be compared with")
	}
	out, err := exec.Command(python, "testdata/nine.py", strconv.Itoa(passes)).Output()
	if err != nil {
		tb.Fatal(err)
	}
	var got struct {
		Seconds float64
		Results []nineResult
	}
	if err := json.Unmarshal(out, &got); err != nil {
		tb.Fatal(err)
	}
	return got.Seconds, got.Results
}

type nineResult struct {
	Dropped, State, Written int
	Cells                   int64 // their sum
}

// The Python version that is measured gives the same results.
func TestPythonAgrees(t *testing.T) {
	_, want := python(t, 1)
	for i, o := range nineSetups(t) {
		sum := int64(0)
		for _, m3 := range o.Cells.All() {
			sum += m3
		}
		equal(t, "set-up", nineResult{o.LateDropped, o.CarriedState, int(o.Written(July)), sum}, want[i])
	}
}

// BenchmarkNine measures the window lesson's table, source included, in Go and
// in plain Python.
func BenchmarkNine(b *testing.B) {
	b.Run("lang=go", func(b *testing.B) {
		for b.Loop() {
			nineSetups(b)
		}
	})
	b.Run("lang=python", func(b *testing.B) {
		total, n := 0.0, 0
		for b.Loop() {
			seconds, _ := python(b, 1)
			total += seconds
			n++
		}
		b.ReportMetric(total/float64(n)*1e9, "ns/op")
	})
}

// BenchmarkWindow measures a window run that makes its readings as it goes. Its
// time grows with the rows, its memory with the carried state.
func BenchmarkWindow(b *testing.B) {
	for _, tolerance := range []int{0, 2} {
		for subscribers := 1000; subscribers <= 1_000_000; subscribers *= 10 {
			n := Network{subscribers, 12, 20260218}
			b.Run(fmt.Sprintf("tolerance=%d/subscribers=%d", tolerance, subscribers), func(b *testing.B) {
				benchmarkWindow(b, n, Windowing{Tolerance: tolerance})
			})
		}
	}
}

func benchmarkWindow(b *testing.B, n Network, w Windowing) {
	d, err := n.Deliver(Late(1))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	rows, entries := 0, 0
	for b.Loop() {
		run, err := w.Run(d)
		if err != nil {
			b.Fatal(err)
		}
		rows += run.RowsRead
		entries = run.CarriedState
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
	b.ReportMetric(float64(entries), "entries")
}

// BenchmarkPeriods holds the carried state and lets the rows grow: a run over
// ten times the periods takes the same memory.
func BenchmarkPeriods(b *testing.B) {
	for _, periods := range []int{12, 120, 1200} {
		b.Run(fmt.Sprintf("periods=%d", periods), func(b *testing.B) {
			benchmarkWindow(b, Network{10_000, periods, 20260218}, Windowing{Tolerance: 1})
		})
	}
}

// BenchmarkSweep measures a thousand set-ups; run it with -cpu 1,2.
func BenchmarkSweep(b *testing.B) {
	var setups []Setup
	for len(setups) < 1000 {
		setups = append(setups, Grid(Default(), []int{0, 1, 2, 3, 4}, []int{0, 1, 2, 3, 4})...)
	}
	for b.Loop() {
		if _, err := Sweep(setups); err != nil {
			b.Fatal(err)
		}
	}
}

// The memory of a window run follows the carried state, at no more than 64 bytes
// an entry, and not the rows it reads.
func TestWindowMemory(t *testing.T) {
	short, long := bytesPerEntry(t, 12), bytesPerEntry(t, 120)
	if short > 64 || long > 64 {
		t.Errorf("bytes allocated for an entry of state: %.1f in 12 periods, %.1f in 120, want at most 64", short, long)
	}
	if long > 1.1*short {
		t.Errorf("bytes allocated for an entry of state grow from %.1f to %.1f with the rows read", short, long)
	}
}

// bytesPerEntry returns what a run allocates in all, divided by its peak state.
func bytesPerEntry(t *testing.T, periods int) float64 {
	t.Helper()
	d, err := Network{20_000, periods, 1}.Deliver(Late(1))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run, err := Windowing{Tolerance: 1}.Run(d)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(run.CarriedState)
}
