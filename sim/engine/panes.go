package engine

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/state"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[state.Provider, int64, int64, func(int64, int64), error](&retract{})
}

// Panes is what a cell's late pane holds: the accumulation mode of the field. Only LatePanes asks for
// it. It is that of the cells; the windows of the readings always discard, so that each row reaches
// the state once. The zero Panes is Accumulating.
type Panes int

const (
	// Accumulating gives the whole cell again.
	Accumulating Panes = iota
	// Discarding gives what came since the pane before.
	Discarding
	// Retracting takes the pane before back and then gives the whole cell again. The engines have no
	// such mode here: it is Accumulating and a step of ours that remembers what it gave.
	Retracting
)

var panesNames = [...]string{"accumulating", "discarding", "retracting"}

// String returns the name of the mode.
func (p Panes) String() string {
	if p < 0 || int(p) >= len(panesNames) {
		return fmt.Sprintf("Panes(%d)", int(p))
	}
	return panesNames[p]
}

func (p Panes) validate() error {
	if p < 0 || int(p) >= len(panesNames) {
		return fmt.Errorf("engine: panes must be 0 to %d, got %d", len(panesNames)-1, int(p))
	}
	return nil
}

// option is the mode in the words of Beam, which has two of the three.
func (p Panes) option() beam.WindowIntoOption {
	if p == Discarding {
		return beam.PanesDiscard()
	}
	return beam.PanesAccumulate()
}

// written adds to sums, by cell, what the mode asks for before they are written.
func (p Panes) written(s beam.Scope, sums beam.PCollection) beam.PCollection {
	if p != Retracting {
		return sums
	}
	r := &retract{Given: state.MakeValueState[int64]("given")}
	return beam.ParDo(s, r, beam.WindowInto(s, window.NewGlobalWindows(), sums))
}

// retract takes back what it gave of a cell before it gives the cell again.
type retract struct{ Given state.Value[int64] }

func (f *retract) ProcessElement(sp state.Provider, key, m3 int64, emit func(int64, int64)) error {
	given, known, err := f.Given.Read(sp)
	if err != nil {
		return err
	}
	if known {
		emit(key, -given)
	}
	emit(key, m3)
	return f.Given.Write(sp, m3)
}
