package engine

import (
	"context"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"tidemark/sim"
)

func init() {
	register.DoFn5x2[context.Context, *sdf.ManualWatermarkEstimator, *sdf.LockRTracker, []byte, func(beam.EventTime, int64), sdf.ProcessContinuation, error](&live{})
	register.Emitter2[beam.EventTime, int64]()
}

// live is a source that an engine reads while it runs, as it reads a broker: a splittable function
// whose position is the period of arrival. After each period it says how far its watermark is, and
// hands back. It makes its rows itself, so it runs in any process.
type live struct {
	Delivery sim.Setup
	Flip     int
	From     sim.Period
	Lag      int
	Pause    time.Duration
	Together bool

	rows rowLog
}

func (f *live) Setup() error {
	d, err := f.Delivery.Network.Deliver(f.Delivery.Faults...)
	if err != nil {
		return err
	}
	f.rows, err = newLog(d, f.Flip)
	return err
}

func (f *live) CreateInitialRestriction(_ []byte) offsetrange.Restriction {
	return offsetrange.Restriction{Start: int64(f.From), End: int64(f.Delivery.Network.Periods) + 1}
}

func (f *live) SplitRestriction(_ []byte, r offsetrange.Restriction) []offsetrange.Restriction {
	return []offsetrange.Restriction{r}
}

func (f *live) RestrictionSize(_ []byte, r offsetrange.Restriction) float64 { return r.Size() }

func (f *live) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

func (f *live) InitialWatermarkEstimatorState(_ beam.EventTime, _ offsetrange.Restriction, _ []byte) int64 {
	return mtime.MinTimestamp.Milliseconds()
}

func (f *live) CreateWatermarkEstimator(ms int64) *sdf.ManualWatermarkEstimator {
	return &sdf.ManualWatermarkEstimator{State: time.UnixMilli(ms)}
}

func (f *live) WatermarkEstimatorState(e *sdf.ManualWatermarkEstimator) int64 {
	return e.State.UnixMilli()
}

func (f *live) ProcessElement(_ context.Context, e *sdf.ManualWatermarkEstimator, tracker *sdf.LockRTracker, _ []byte, emit func(beam.EventTime, int64)) (sdf.ProcessContinuation, error) {
	for now := tracker.GetRestriction().(offsetrange.Restriction).Start; tracker.TryClaim(now); now++ {
		f.play(sim.Period(now), e, emit)
		if !f.Together {
			return sdf.ResumeProcessingIn(f.Pause), nil
		}
	}
	return sdf.StopProcessing(), tracker.GetError()
}

// play emits what arrives in period now, and moves the watermark after it.
func (f *live) play(now sim.Period, e *sdf.ManualWatermarkEstimator, emit func(beam.EventTime, int64)) {
	for _, b := range f.rows.step(now) {
		for _, x := range b.rows {
			emit(mtime.Time(middle(b.period)), x)
		}
	}
	if mark := (sim.Windowing{Tolerance: f.Lag}).Watermark(now); mark >= sim.January {
		e.UpdateWatermark(time.UnixMilli(end(mark)))
	}
}
