package sim

import "testing"

// A trace drops the readings that the run drops, whatever is late and however
// long a window waits, and writes each window after its tolerance.
func TestWatchIsTheRun(t *testing.T) {
	n := Network{Subscribers: 5, Periods: 9, Seed: 1}
	everyone := []Subscriber{1, 2, 3, 4, 5}
	for delay := range 4 {
		for tolerance := range 4 {
			f := Late(delay)
			f.First, f.Last = 2, 3
			d, err := n.Deliver(f, Fault{Class: SchemaChanged, Period: March, First: 5, Last: 5})
			if err != nil {
				t.Fatal(err)
			}
			w := Windowing{Tolerance: tolerance}
			run, err := w.Run(d)
			if err != nil {
				t.Fatal(err)
			}
			trace, err := w.Watch(d, everyone...)
			if err != nil {
				t.Fatal(err)
			}
			written, dropped := trace.Tally(0)
			equal(t, "dropped", dropped, run.LateDropped)
			equal(t, "rows", len(trace.Seen)+trace.Rejected, run.Sent-run.InTransit)
			equal(t, "written before the end", written, n.Periods-tolerance)
			for _, s := range trace.Spans {
				if p := Period(s.Start / start(1)); s.Written != 0 {
					equal(t, "window "+p.String(), s.Written, (p + Period(tolerance)).Ended())
				}
			}
		}
	}
	_, err := Windowing{Tolerance: -1}.Watch(new(Delivery))
	equal(t, "error", err.Error(), "sim: tolerance must be at least 0 periods, got -1")
}
