package event

import (
	"fmt"
	"time"
)

// A Mode is a way to process events.
type Mode uint8

// The two ways.
const (
	Batch     Mode = 1 + iota // let them pile up and process them all at once
	Streaming                 // process each as it arrives
)

// String returns the name of the mode.
func (m Mode) String() string {
	names := [...]string{"none", "batch", "streaming"}
	if int(m) >= len(names) {
		return fmt.Sprintf("Mode(%d)", m)
	}
	return names[m]
}

// Work is a kind of work on events. The zero Work is any other kind.
type Work uint8

// The kinds that decide between batch and streaming, in the source's order.
const (
	HistoricalJoins Work = 1 + iota
	Reporting
	AnomalyDetection // fraud too
	Dashboards
	InventoryUpdates
)

var works = [...]struct {
	name string
	mode Mode
}{
	{"other work", 0},
	{"historical joins", Batch},
	{"reporting and analytics", Batch},
	{"fraud and anomaly detection", Streaming},
	{"real-time dashboards", Streaming},
	{"inventory updates", Streaming},
}

// Works returns the kinds of work, those that suit a batch first and any other
// kind last of them.
func Works() []Work {
	return []Work{HistoricalJoins, Reporting, 0, AnomalyDetection, Dashboards, InventoryUpdates}
}

// String returns the name of the work.
func (w Work) String() string {
	if int(w) >= len(works) {
		return fmt.Sprintf("Work(%d)", w)
	}
	return works[w].name
}

// What the source calls fresh: results within seconds need streaming, results
// that may be older than an hour do not.
const (
	withinMoments = time.Minute
	overAnHour    = time.Hour
)

// Choose says which way suits work whose results may be up to freshness old,
// and why. Freshness decides where it is clear. In between the kind of work
// decides, and for work of no special kind batch, the simpler to build and to
// keep running.
func Choose(freshness time.Duration, work Work) (Mode, string, error) {
	switch {
	case freshness <= 0:
		return 0, "", fmt.Errorf("event: freshness must be more than 0, got %v", freshness)
	case int(work) >= len(works):
		return 0, "", fmt.Errorf("event: work must be one of the %d kinds, got %v", len(works), work)
	case freshness < withinMoments:
		return Streaming, "results are needed within seconds", nil
	case freshness > overAnHour:
		return Batch, "results may be more than an hour old", nil
	case work == 0:
		return Batch, "either would do, and batch is simpler to build and maintain", nil
	}
	return works[work].mode, works[work].name, nil
}
