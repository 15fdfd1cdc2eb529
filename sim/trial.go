package sim

import (
	"fmt"
	"strings"
)

// A Trial is what one check alone catches in stream runs of many networks,
// which differ in their seed.
type Trial struct {
	Check  Check
	Seeds  int
	Alarms int       // sound deliveries in which it failed: false alarms
	Caught []Catches // by class, in declared order
}

// Catches counts the networks in which a class was caught. A check that failed
// before the corruption, or when it failed on sound readings too, has caught
// nothing.
type Catches struct {
	Class  Corruption
	AtOnce int // in the corrupted period
	Later  int // in one after it
}

// seedStep lies between the seeds of a trial: so much that its networks share no
// draw, which neighbouring seeds do.
const seedStep = 1_000_000

// Try puts check through a trial: a sound delivery and each of the six classes in
// period p, for the network's own seed and others.
func (n Network) Try(check Check, p Period, seeds int) (Trial, error) {
	if seeds < 1 {
		return Trial{}, fmt.Errorf("sim: seeds must be at least 1, got %d", seeds)
	}
	trial := Trial{Check: check, Seeds: seeds}
	for _, c := range Corruptions() {
		trial.Caught = append(trial.Caught, Catches{Class: c})
	}
	for range seeds {
		if err := trial.add(n, p); err != nil {
			return Trial{}, err
		}
		n.Seed += seedStep
	}
	return trial, nil
}

// add runs one network.
func (t *Trial) add(n Network, p Period) error {
	baseline, err := n.Baseline()
	if err != nil {
		return err
	}
	sound, err := n.detect(t.Check, baseline)
	if err != nil {
		return err
	}
	if sound.Caught() {
		t.Alarms++
	}
	for i := range t.Caught {
		c := &t.Caught[i]
		found, err := n.detect(t.Check, baseline, c.Class.In(p))
		switch {
		case err != nil:
			return err
		case found == sound:
		case found.Period == p:
			c.AtOnce++
		case found.Period > p:
			c.Later++
		}
	}
	return nil
}

// detect returns what check finds in a stream run.
func (n Network) detect(check Check, baseline Summary, faults ...Fault) (Detection, error) {
	d, err := n.Deliver(faults...)
	if err != nil {
		return Detection{}, err
	}
	run, err := Stream(d, baseline, check)
	if err != nil {
		return Detection{}, err
	}
	return run.Detection, nil
}

// TrialTable prints the trials of several checks side by side: the false alarms,
// and for each class in how many networks it was caught, at once + later.
func TrialTable(trials ...Trial) string {
	var b strings.Builder
	line := func(head string, cell func(t Trial) string) {
		fmt.Fprintf(&b, "%-18s", head)
		for _, t := range trials {
			fmt.Fprintf(&b, "  %*s", len(t.Check.Name), cell(t))
		}
		b.WriteByte('\n')
	}
	line("networks", func(t Trial) string { return fmt.Sprint(t.Seeds) })
	line("check", func(t Trial) string { return t.Check.Name })
	line("false alarms", func(t Trial) string { return fmt.Sprint(t.Alarms) })
	for i, class := range Corruptions() {
		line(class.String(), func(t Trial) string { return fmt.Sprintf("%d + %d", t.Caught[i].AtOnce, t.Caught[i].Later) })
	}
	return b.String()
}
