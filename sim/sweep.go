package sim

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// A Setup is one experiment with the window: a network, what goes wrong on the
// way of its readings, and the policy of the windows.
type Setup struct {
	Network   Network
	Faults    []Fault
	Windowing Windowing
}

// An Outcome is what a Setup gives, beside the baseline that it is judged by.
type Outcome struct {
	Setup    Setup
	Baseline Summary
	*WindowResult
}

// Grid returns the set-ups of the window lesson on network n: every delay of
// its forty readings with every tolerance, delays first.
func Grid(n Network, delays, tolerances []int) []Setup {
	var setups []Setup
	for _, delay := range delays {
		for _, tolerance := range tolerances {
			setups = append(setups, Setup{n, []Fault{Late(delay)}, Windowing{Tolerance: tolerance}})
		}
	}
	return setups
}

// Delay returns the longest delay of the set-up's faults in periods, and the
// event time of the readings that suffer it; both are zero where nothing is
// late.
func (s Setup) Delay() (periods int, of Period) {
	for _, f := range s.Faults {
		if f.Class == LateArrival && (f.Delay > periods || of == 0) {
			periods, of = f.Delay, f.Period
		}
	}
	return periods, of
}

// Run runs the set-up.
func (s Setup) Run() (Outcome, error) {
	outcomes, err := Sweep([]Setup{s})
	if err != nil {
		return Outcome{}, err
	}
	return outcomes[0], nil
}

// Polluted returns the cells that differ from the baseline.
func (o Outcome) Polluted() []Cell { return o.Cells.Polluted(o.Baseline) }

// ServingDiff returns how far the served values are from the baseline's.
func (o Outcome) ServingDiff() Served { return o.Cells.Serve().Diff(o.Baseline.Serve()) }

// Sweep runs set-ups on all cores and returns their outcomes in the order of
// the set-ups. The first set-up that makes no sense is the error, and nothing
// runs.
func Sweep(setups []Setup) ([]Outcome, error) {
	if len(setups) == 0 {
		return nil, fmt.Errorf("sim: a sweep must have at least 1 set-up, got 0")
	}
	networks := map[Network]*judged{}
	for i, s := range setups {
		if err := s.validate(); err != nil {
			return nil, nameSetup(i, len(setups), err)
		}
		if networks[s.Network] == nil {
			networks[s.Network] = judge(s.Network)
		}
	}
	outcomes := make([]Outcome, len(setups))
	onAllCores(len(setups), func(i int, room *windowState) {
		s := setups[i]
		j := networks[s.Network]
		d := &Delivery{network: s.Network, faults: s.Faults, sound: j.sound}
		outcomes[i] = Outcome{s, j.baseline, s.Windowing.run(d, room)}
	})
	return outcomes, nil
}

func (s Setup) validate() error {
	if err := s.Network.accepts(s.Faults); err != nil {
		return err
	}
	return s.Windowing.validate(s.Network)
}

// A judged network is what the set-ups on the same network share.
type judged struct {
	sound    *sound
	baseline Summary
}

// judge returns what set-ups on a valid network share.
func judge(n Network) *judged {
	d := &Delivery{network: n, sound: newSound(n)}
	return &judged{d.sound, d.cells()}
}

// nameSetup says which of several set-ups an error is about.
func nameSetup(i, n int, err error) error {
	if n == 1 {
		return err
	}
	return fmt.Errorf("set-up %d of %d: %w", i+1, n, err)
}

// onAllCores calls do(0) to do(n-1), as many at a time as there are cores, each
// with room for its state that no other uses at that time.
func onAllCores(n int, do func(i int, room *windowState)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			room := new(windowState)
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i, room)
			}
		})
	}
	wg.Wait()
}
