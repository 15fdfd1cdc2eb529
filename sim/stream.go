package sim

// Stream runs the pipeline in stream mode: a tumbling window of one period
// takes the rows that arrive in it, the watermark drops those of an earlier
// period, and nothing is looked at twice. The checks look at each window's rows
// and cells; without any given they are those of the lessons.
//
// Its keyed state is the keys seen, by which it knows a duplicate, and each
// subscriber's last index, from which it takes the consumption; CarriedState
// counts both. [Windowing] is another machine, whose state is counted in
// another way.
func Stream(d *Delivery, baseline Summary, checks ...Check) (*Result, error) {
	in, err := newInspector(d.network, baseline, checks)
	if err != nil {
		return nil, err
	}
	run := streamRun{keys: newKeySet(d.network), last: newIndexes(d.network)}
	f := d.feed()
	for now := January; now <= d.network.Last(); now++ {
		window := run.window(f, now)
		in.rows(now, window)
		cells := run.process(window)
		run.Cells.addAll(cells)
		in.cells(now, cells, run.Cells)
		state := run.keys.held + run.last.held
		run.CarriedState = max(run.CarriedState, state)
		run.Trace = append(run.Trace, Step{now, run.RowsRead, state})
	}
	run.Detection = in.found
	run.Sent, run.InTransit = f.sent, f.inTransit(d.network.Last())
	return &run.Result, nil
}

// A streamRun is a stream run under way.
type streamRun struct {
	Result
	keys keySet
	last indexes
}

// window reads what arrives in period now and keeps what is on time. A row
// without a period cannot be placed in a window; like any row with a missing
// field it is screened out, after the checks have seen it.
func (run *streamRun) window(f *feed, now Period) []Reading {
	var window []Reading
	f.arrive(now, func(rows []Reading) {
		run.RowsRead += len(rows)
		for _, r := range rows {
			if r.Period == now || r.Period == 0 {
				window = append(window, r)
			} else {
				run.LateDropped++
			}
		}
	})
	return window
}

// process puts a window through the stages from screen to summary.
func (run *streamRun) process(window []Reading) (cells Summary) {
	for _, r := range window {
		switch {
		case !r.complete():
			run.Screened++
		case !run.keys.add(r.key()):
			run.Duplicates++
		default:
			run.count(false)
			run.consume(r, &cells)
		}
	}
	return cells
}

// consume adds to cells what r's counter moved on since the last index of its
// subscriber, and remembers the new one.
func (run *streamRun) consume(r Reading, cells *Summary) {
	index, readable := r.Index.Int()
	last, found := run.last.at(r.Subscriber)
	if readable && found {
		cells.add(Cell{r.Region, r.Period}, index-last)
	} else if r.Period > January {
		run.Uncomputable++
	}
	if readable {
		run.last.set(r.Subscriber, index)
	}
}
