package town

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tidemark/sim/event"
)

// A Phone, from 1.
type Phone int32

// String returns the phone's name, "F1" for 1.
func (p Phone) String() string { return fmt.Sprintf("F%d", int(p)) }

// A Tap is a touch in an app on a phone.
type Tap struct{ Phone Phone }

// On returns the phone: the key of a tap.
func (t Tap) On() Phone { return t.Phone }

// Phones send the taps in an app as they are made, except where there is no
// network: then they keep them, and send all of them together when there is
// again. In their traffic Late is the share of time without a network and
// Delay the longest spell of it.
type Phones struct{ Phones int }

// Taps returns the taps.
func (p Phones) Taps(t Traffic) (event.Stream[Tap], error) {
	if err := firstError(t.validate(), atLeast("phones", p.Phones)); err != nil {
		return nil, err
	}
	if t.Late == 1 {
		return nil, fmt.Errorf("town: late share of phones must be less than 1, got %v", t.Late)
	}
	return stream(t, 't', func(w *world[Tap]) {
		spells := make([]spell, p.Phones)
		w.arrive = func(w *world[Tap]) { w.plan(0, Tap{Phone(1 + w.IntN(p.Phones))}) }
		w.delay = func(w *world[Tap], tap Tap) event.Time { return spells[tap.Phone-1].sent(w) }
	}), nil
}

// A spell is a time that a phone is on or off the network.
type spell struct {
	off   bool
	until event.Time
}

// sent returns when a phone sends what happens now.
func (s *spell) sent(w *world[Tap]) event.Time {
	if w.traffic.Late == 0 {
		return w.now
	}
	if s.until == 0 {
		s.off, s.until = true, w.traffic.start() // so that the first spell is on
	}
	for s.until <= w.now {
		s.off = !s.off
		s.until = s.until.Add(s.length(w))
	}
	if s.off {
		return s.until
	}
	return w.now
}

// length draws how long a spell lasts. Those off the network are half of Delay
// in the mean, and those on it so long that the share comes out as Late.
func (s *spell) length(w *world[Tap]) time.Duration {
	if s.off {
		return w.between(time.Millisecond, w.traffic.Delay)
	}
	mean := float64(w.traffic.Delay) / 2 * (1/w.traffic.Late - 1)
	return time.Millisecond + time.Duration(w.ExpFloat64()*mean).Truncate(time.Millisecond)
}

// OneLate returns a tap every 20 seconds from 12:00:10 on, for as long as given,
// all of which arrive at once, and one more: made at 12:01:00, it arrives delay
// later. A delay of less than nothing is none.
func OneLate(delay, lasting time.Duration) []event.Event[Tap] {
	noon, made := event.At(12, 0, 0), event.At(12, 1, 0)
	taps := []event.Event[Tap]{{Time: made, Arrival: made.Add(max(delay, 0)), Value: Tap{2}}}
	for after := 10 * time.Second; after < lasting; after += 20 * time.Second {
		taps = append(taps, event.Event[Tap]{Time: noon.Add(after), Arrival: noon.Add(after), Value: Tap{1}})
	}
	slices.SortStableFunc(taps, func(a, b event.Event[Tap]) int { return cmp.Compare(a.Arrival, b.Arrival) })
	for i := range taps {
		taps[i].ID = event.ID(i + 1)
	}
	return taps
}

// TapsAt returns taps on one phone, made so many seconds past noon, in the order
// given. They arrive in that order too, each at once unless a newer one is there
// already.
func TapsAt(seconds ...int) []event.Event[Tap] {
	var taps []event.Event[Tap]
	var newest event.Time
	for i, s := range seconds {
		made := event.At(12, 0, s)
		newest = max(newest, made)
		taps = append(taps, event.Event[Tap]{ID: event.ID(i + 1), Time: made, Arrival: newest, Value: Tap{1}})
	}
	return taps
}
