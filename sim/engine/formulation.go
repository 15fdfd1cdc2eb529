package engine

import (
	"fmt"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window/trigger"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"

	"tidemark/sim"
)

// A Formulation is a way to say the tolerance in the words of an engine. The zero Formulation is
// that of the lessons.
type Formulation int

const (
	// HeldBack holds the watermark back by the tolerance. A window closes with it and is written
	// once: bounded out-of-orderness, no lateness allowed.
	HeldBack Formulation = iota
	// HeldOpen lets the watermark go on time and allows lateness for the tolerance, with a trigger
	// that never fires: each window is written once, when it expires.
	HeldOpen
	// LatePanes lets the watermark go on time and allows lateness for the tolerance: each window is
	// written on time, and again for each late row; Panes says what it holds then.
	LatePanes
	// OwnRule takes no window of the engine: a function with state and timers decides what is late.
	OwnRule
)

var formulationNames = [...]string{"held back", "held open", "late panes", "own rule"}

// String returns the name of the formulation.
func (f Formulation) String() string {
	if f < 0 || int(f) >= len(formulationNames) {
		return fmt.Sprintf("Formulation(%d)", int(f))
	}
	return formulationNames[f]
}

func (f Formulation) validate() error {
	if f < 0 || int(f) >= len(formulationNames) {
		return fmt.Errorf("engine: formulation must be 0 to %d, got %d", len(formulationNames)-1, int(f))
	}
	return nil
}

// lag is by how many periods the watermark is held back.
func (f Formulation) lag(w sim.Windowing) int {
	if f == HeldOpen || f == LatePanes {
		return 0
	}
	return w.Tolerance
}

const period = day * time.Millisecond

// build adds everything behind the source to a pipeline. rows is a collection of rows as numbers.
func (f Formulation) build(s beam.Scope, rows beam.PCollection, run int64, setup sim.Setup, panes Panes) {
	keyed, dead := beam.ParDo2(s, &decode{Run: run}, rows)
	beam.ParDo0(s, &bury{Run: run}, dead)
	cells := beam.WindowInto(s, window.NewFixedWindows(period), f.consumption(s, keyed, run, setup), f.rewritten(setup.Windowing, panes)...)
	beam.ParDo0(s, &write{Run: run}, panes.written(s, stats.SumPerKey(s, cells)))
}

// consumption gives the consumption by cell.
func (f Formulation) consumption(s beam.Scope, keyed beam.PCollection, run int64, setup sim.Setup) beam.PCollection {
	if f == OwnRule {
		return beam.ParDo(s, newOwn(run, setup.Network.Last()), keyed)
	}
	windows := beam.WindowInto(s, window.NewFixedWindows(period), keyed, f.windows(setup.Windowing)...)
	first := beam.ParDo(s, &clean{Run: run}, beam.GroupByKey(s, windows))
	return beam.ParDo(s, newConsume(run), beam.WindowInto(s, window.NewGlobalWindows(), first))
}

// windows says when the windows of the readings give out their rows.
func (f Formulation) windows(w sim.Windowing) []beam.WindowIntoOption {
	lateness := beam.AllowedLateness(time.Duration(w.Tolerance) * period)
	switch f {
	case HeldOpen:
		return []beam.WindowIntoOption{lateness, beam.Trigger(trigger.Never()), beam.PanesDiscard()}
	case LatePanes:
		return []beam.WindowIntoOption{lateness, beam.Trigger(trigger.Default()), beam.PanesDiscard()}
	}
	return nil
}

// rewritten says whether cells are written again when more consumption comes. The consumption of a
// late row comes after the watermark, so it needs more time than the row had.
func (f Formulation) rewritten(w sim.Windowing, panes Panes) []beam.WindowIntoOption {
	lateness := beam.AllowedLateness(time.Duration(w.Tolerance+1) * period)
	switch f {
	case HeldOpen:
		return []beam.WindowIntoOption{lateness, beam.Trigger(trigger.Default()), beam.PanesDiscard()}
	case LatePanes:
		return []beam.WindowIntoOption{lateness, beam.Trigger(trigger.Default()), panes.option()}
	}
	return nil
}
