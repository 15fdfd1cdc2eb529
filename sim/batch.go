package sim

// A Result is what a batch or a stream run wrote, what it cost and what it
// caught.
type Result struct {
	Cells        Summary
	RowsRead     int       // rows read by all runs together
	CarriedState int       // keyed state at its largest, in entries: seen keys plus last indexes
	Uncomputable int       // rows after the first period that were counted without a consumption
	Detection    Detection // the first check that failed
	Ledger
	Trace []Step // a step for each period
}

// Batch runs the pipeline in batch mode: at the start of each period it
// processes everything that arrived in the periods before from the beginning,
// and carries nothing from run to run. The checks look at each run's rows and
// cells; without any given they are those of the lessons.
//
// Cells, Uncomputable and the ledger are those of the run that follows the last
// period and has everything that arrived; like the source, RowsRead counts the
// runs at the start of each of the network's periods and not this one.
func Batch(d *Delivery, baseline Summary, checks ...Check) (*Result, error) {
	in, err := newInspector(d.network, baseline, checks)
	if err != nil {
		return nil, err
	}
	res := &Result{}
	var history []Reading
	f := d.feed()
	for now := January; now <= d.network.Last(); now++ {
		res.RowsRead += len(history)
		if !in.found.Caught() {
			in.rows(now, history)
			cells := pipeline(history).cells
			in.cells(now, cells, cells)
		}
		f.arrive(now, func(rows []Reading) { history = append(history, rows...) })
		res.Trace = append(res.Trace, Step{now, res.RowsRead, 0})
	}
	end := pipeline(history)
	res.Cells, res.Uncomputable, res.Ledger, res.Detection = end.cells, end.uncomputable, end.ledger, in.found
	res.InTransit = f.inTransit(d.network.Last())
	res.Sent = f.sent
	return res, nil
}

// A batchRun is what one run over a history gives.
type batchRun struct {
	cells        Summary
	uncomputable int
	ledger       Ledger
}

// pipeline puts rows through the first four stages at once.
func pipeline(rows []Reading) (run batchRun) {
	rows, run.ledger.Screened = Screen(rows)
	rows, run.ledger.Duplicates = Dedupe(rows)
	for _, r := range rows {
		run.ledger.count(r.Arrival > r.Period)
	}
	consumption, uncomputable := Consume(rows)
	run.cells, run.uncomputable = Summarize(consumption), uncomputable
	return run
}
