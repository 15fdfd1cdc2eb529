package sim

import "testing"

// fuzzNetwork makes a small network of any numbers.
func fuzzNetwork(subscribers, periods uint8, seed int64) Network {
	return Network{Subscribers: 1 + int(subscribers), Periods: 1 + int(periods)%30, Seed: seed}
}

// FuzzSound checks that on sound readings the batch, the stream and the window
// run write the same cells, whatever the network and the tolerance.
func FuzzSound(f *testing.F) {
	f.Add(uint8(199), uint8(11), int64(20260218), uint8(1))
	f.Add(uint8(0), uint8(0), int64(-1), uint8(200))
	f.Add(uint8(7), uint8(29), int64(1)<<62, uint8(3))
	f.Fuzz(func(t *testing.T, subscribers, periods uint8, seed int64, tolerance uint8) {
		n := fuzzNetwork(subscribers, periods, seed)
		c, err := Compare(n, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := Setup{Network: n, Windowing: Windowing{Tolerance: int(tolerance)}}.Run()
		if err != nil {
			t.Fatal(err)
		}
		for name, cells := range map[string]Summary{"batch": c.Batch.Cells, "stream": c.Stream.Cells, "window": o.Cells} {
			if p := cells.Polluted(c.Baseline); len(p) > 0 {
				t.Errorf("%s: cells differ from the baseline: %v", name, p)
			}
		}
		for name, d := range map[string]Detection{"batch": c.Batch.Detection, "stream": c.Stream.Detection} {
			if d.Caught() {
				t.Errorf("%s: check %s failed on sound readings in %v", name, d.Check, d.Period)
			}
		}
		want := Ledger{Sent: n.Subscribers * n.Periods, OnTime: n.Subscribers * n.Periods}
		for name, l := range map[string]Ledger{"batch": c.Batch.Ledger, "stream": c.Stream.Ledger, "window": o.Ledger} {
			equal(t, name+" ledger", l, want)
		}
	})
}

// FuzzFaults puts two faults of any kind through all three runs: either the
// delivery is refused, or every ledger balances and every row read is one that
// has arrived.
func FuzzFaults(f *testing.F) {
	f.Add(uint8(199), uint8(11), uint8(1), 1, uint8(7), int32(0), int32(40), uint8(0), uint8(6), 0, uint8(1), uint8(8))
	f.Add(uint8(30), uint8(4), uint8(1), 1<<60, uint8(0), int32(3), int32(9), uint8(2), uint8(2), 0, uint8(0), uint8(0))
	f.Add(uint8(50), uint8(12), uint8(4), 0, uint8(12), int32(0), int32(0), uint8(3), uint8(4), 0, uint8(11), uint8(13))
	f.Add(uint8(9), uint8(9), uint8(7), -1, uint8(31), int32(-2), int32(1), uint8(9), uint8(0), 2, uint8(255), uint8(77))
	f.Fuzz(func(t *testing.T, subscribers, periods, class1 uint8, delay1 int, period uint8, first, last int32, region, class2 uint8, delay2 int, tolerance, reset uint8) {
		n := fuzzNetwork(subscribers, periods, 20260218)
		d, err := n.Deliver(
			Fault{Corruption(class1), Period(period), Subscriber(first), Subscriber(last), 0, delay1},
			Fault{Corruption(class2), 0, 0, 0, Region(region), delay2})
		if err != nil {
			return
		}
		checkLedgers(t, d, Windowing{int(tolerance), Period(reset)})
	})
}

// FuzzRows puts rows of any content through all three runs.
func FuzzRows(f *testing.F) {
	f.Add([]byte("\x01\x01\x01\x01\x01\x09\x01\x02\x02\x01\x01\x20"), uint8(1))
	f.Add([]byte("\x00\x03\x03\x01\x01\x09\x02\x00\x05\x00\x01\x20\x02\x02\x02\x03\x00\x00"), uint8(0))
	f.Add([]byte("\x05\x01\x09\x05\x01\x09\x05\x01\x02\x05\x01\x19\x05\x01\x02\x05\x01\x19"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, tolerance uint8) {
		n := Network{Subscribers: 5, Periods: 6}
		var rows []Reading
		for ; len(data) >= 6; data = data[6:] {
			rows = append(rows, Reading{
				Subscriber: Subscriber(data[0] % 7), Period: Period(data[1] % 8), Arrival: Period(data[2] % 12),
				Region: Region(data[3] % 7), Unit: Unit(data[4] % 2), Index: fuzzIndex(data[5]),
			})
		}
		d, err := n.DeliverRows(rows)
		if err != nil {
			return
		}
		l := checkLedgers(t, d, Windowing{Tolerance: int(tolerance)})
		equal(t, "rows sent", l.Sent, len(rows))
	})
}

func fuzzIndex(b byte) Index {
	switch b % 4 {
	case 0:
		return Index{}
	case 1:
		return Text("12a")
	case 2:
		return Text(" 7 ")
	}
	return Number(int64(b) - 128)
}

// checkLedgers runs d in all three ways and returns the ledger of the last.
func checkLedgers(t *testing.T, d *Delivery, w Windowing) Ledger {
	t.Helper()
	arrived := 0
	for range d.All() {
		arrived++
	}
	baseline, err := d.Network().Baseline()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Batch(d, baseline)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Stream(d, baseline)
	if err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]Ledger{"batch": b.Ledger, "stream": s.Ledger} {
		checkLedger(t, name, l, arrived)
	}
	run, err := w.Run(d)
	if err != nil {
		return s.Ledger
	}
	checkLedger(t, "window", run.Ledger, arrived)
	equal(t, "rows read", run.RowsRead, s.RowsRead)
	return run.Ledger
}

func checkLedger(t *testing.T, name string, l Ledger, arrived int) {
	t.Helper()
	if err := l.Balance(); err != nil {
		t.Errorf("%s: %v: %v", name, err, l)
	}
	equal(t, name+" rows arrived", l.Sent-l.InTransit, arrived)
}
