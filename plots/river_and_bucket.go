package plots

import (
	"fmt"
	"image/color"
	"slices"
	"time"

	"tidemark/sim/event"
)

// RiverAndBucket draws, for some events by their times of arrival, when the
// result of each exists: at once where it is processed as it arrives, and at
// the end of its bucket where events pile up for every so long.
func RiverAndBucket(arrivals []event.Time, every time.Duration) (*Figure, error) {
	const name = "river-and-bucket"
	if len(arrivals) == 0 || len(arrivals) > 40 {
		return nil, fmt.Errorf("plots: figure %s must have 1 to 40 events, got %d", name, len(arrivals))
	}
	r := &river{every: every, arrivals: slices.Sorted(slices.Values(arrivals))}
	if err := r.fill(); err != nil {
		return nil, err
	}
	return &Figure{
		Name:    name,
		Variant: r.variant(),
		Title:   r.title(),
		Lead:    fmt.Sprintf("%s, from their arrival to their results", sentence(spellPlural(len(arrivals), "event"))),
		Note:    "The time that the processing itself takes is too short to be seen at this scale.",
		Alt:     r.alt(),
		Aspect:  0.12 + 0.022*float64(len(arrivals)),
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{r.panel(l, batch), r.panel(l, stream)}} },
	}, nil
}

// A river is what the figure shows.
type river struct {
	every    time.Duration
	arrivals []event.Time // sorted
	results  []event.Time // of the bucket, event by event
}

// fill finds when each event's bucket is emptied.
func (r *river) fill() error {
	events := make([]event.Event[int], len(r.arrivals))
	for i, t := range r.arrivals {
		events[i] = event.Event[int]{Time: t}
		if err := events[i].Valid(); err != nil {
			return err
		}
	}
	buckets, err := event.Buckets(slices.Values(events), r.every)
	if err != nil {
		return err
	}
	for end, in := range buckets {
		for range in {
			r.results = append(r.results, end)
		}
	}
	return nil
}

// variant names the bucket where it is not the lesson's day.
func (r *river) variant() string {
	if r.every == 24*time.Hour {
		return ""
	}
	return "every" + r.every.String()
}

// waits returns the mean and the longest wait for a result of the bucket.
func (r *river) waits() (mean, longest time.Duration) {
	for i, t := range r.arrivals {
		w := r.results[i].Sub(t)
		mean += w / time.Duration(len(r.arrivals))
		longest = max(longest, w)
	}
	return mean, longest
}

func (r *river) title() string {
	mean, _ := r.waits()
	return fmt.Sprintf("The river has each result at once; the bucket keeps one waiting for %s on average", roughly(mean))
}

func (r *river) alt() string {
	mean, longest := r.waits()
	return fmt.Sprintf("Two timelines of %s. Batch: lines lead from each arrival to the end of its bucket of %s, %s later on average and %s at most. Stream: each result stands at the arrival of its event.",
		plural(len(r.arrivals), "event"), short(r.every), roughly(mean), roughly(longest))
}

// panel draws one mode.
func (r *river) panel(l Look, mode int) *Panel {
	first := event.Time(int64(r.arrivals[0]) / r.every.Milliseconds() * r.every.Milliseconds())
	last := r.results[len(r.results)-1]
	n := len(r.arrivals)
	p := NewPanel(float64(first), float64(last), 0.4, float64(n)+0.6).Downwards()
	hue, heading, names := l.Batch, "Batch: the bucket", make([]string, n+1)
	if mode == stream {
		hue, heading = l.Stream, "Stream: the river"
	} else {
		names[1], names[n] = "event 1", fmt.Sprintf("event %d", n)
	}
	head := l.Heading(p, heading)
	head.Style, head.Gap = l.Bold(hue), l.Em(0.3)
	p.Add(XTicks{Scale: Clock(first, last), Style: l.Text(l.Muted), Rule: l.Hair()}, head,
		YTicks{Scale: Names(names...), Style: l.Text(l.Muted)})
	for i, t := range r.arrivals {
		y := float64(i + 1)
		if mode == stream {
			p.Add(r.mark(l, t, y, hue))
			continue
		}
		p.Add(Stroke{[]XY{{float64(t), y}, {float64(r.results[i]), y}}, l.Line(l.Tint(hue, 0.45), 1)},
			Dot{X: float64(t), Y: y, Radius: l.Em(0.17), Color: l.Muted}, r.mark(l, r.results[i], y, hue))
	}
	return p
}

// mark is a result.
func (r *river) mark(l Look, t event.Time, y float64, hue color.NRGBA) Dot {
	return Dot{X: float64(t), Y: y, Radius: l.Em(0.3), Color: hue}
}
