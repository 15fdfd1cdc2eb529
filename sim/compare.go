package sim

// A Comparison is the same delivery in both modes, beside the baseline.
type Comparison struct {
	Network   Network    // whose readings are delivered
	Class     Corruption // of the fault; zero where there is none
	Period    Period     // that it corrupts
	Corrupted int        // readings hit
	Baseline  Summary
	Batch     *Result
	Stream    *Result
}

// Compare runs class c in period p, as [Corruption.In] has it, through both
// modes; with the zero Corruption the delivery is sound. The checks are those of
// the lessons where none are given.
func Compare(n Network, c Corruption, p Period, checks ...Check) (Comparison, error) {
	var faults []Fault
	if c != 0 {
		faults = append(faults, c.In(p))
	}
	d, err := n.Deliver(faults...)
	if err != nil {
		return Comparison{}, err
	}
	return compare(d, Comparison{Class: c, Period: p}, checks)
}

// CompareAll runs each of the six classes in period p through both modes.
func CompareAll(n Network, p Period, checks ...Check) ([]Comparison, error) {
	var all []Comparison
	for _, c := range Corruptions() {
		one, err := Compare(n, c, p, checks...)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// compare fills in what both modes make of d.
func compare(d *Delivery, c Comparison, checks []Check) (Comparison, error) {
	c.Network = d.network
	var err error
	if c.Baseline, err = d.network.Baseline(); err != nil {
		return Comparison{}, err
	}
	if c.Batch, err = Batch(d, c.Baseline, checks...); err != nil {
		return Comparison{}, err
	}
	if c.Stream, err = Stream(d, c.Baseline, checks...); err != nil {
		return Comparison{}, err
	}
	c.Corrupted = d.Corrupted()
	return c, nil
}
