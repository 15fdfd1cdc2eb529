package sim

// A Comparison is the same delivery in both modes, beside the baseline.
type Comparison struct {
	Network   Network    // whose readings are delivered
	Faults    []Fault    // what goes wrong on their way
	Class     Corruption // of the first fault; zero where there is none
	Period    Period     // that it corrupts
	Corrupted int        // readings hit by any fault
	Baseline  Summary
	Batch     *Result
	Stream    *Result
}

// Compare runs network n with the given faults, none meaning sound, through
// both modes. The checks are those of the lessons where none are given. The
// fault of the lessons for a class is [Corruption.In].
func Compare(n Network, faults []Fault, checks ...Check) (Comparison, error) {
	d, err := n.Deliver(faults...)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{Faults: faults}
	if len(faults) > 0 {
		c.Class, c.Period = faults[0].Class, faults[0].Period
	}
	return compare(d, c, checks)
}

// CompareAll runs each of the six classes in period p, one after the other,
// through both modes.
func CompareAll(n Network, p Period, checks ...Check) ([]Comparison, error) {
	var all []Comparison
	for _, c := range Corruptions() {
		one, err := Compare(n, []Fault{c.In(p)}, checks...)
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
