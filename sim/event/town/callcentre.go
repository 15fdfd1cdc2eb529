package town

import (
	"cmp"
	"fmt"
	"iter"
	"time"

	"tidemark/sim/event"
)

// A Stage is what happens to a call.
type Stage uint8

// The stages of a call, in order.
const (
	Rings Stage = 1 + iota
	Answered
	HungUp // by either side; also by a caller who waits
)

// String returns the stage in words.
func (s Stage) String() string {
	names := [...]string{"none", "rings", "answered", "hung up"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Stage(%d)", s)
	}
	return names[s]
}

// A Call is one stage of a call.
type Call struct {
	Number int // of the call, from 1
	Stage  Stage
}

// Valid returns an error for a call without a number or stage.
func (c Call) Valid() error {
	if c.Number < 1 || c.Stage < Rings || c.Stage > HungUp {
		return fmt.Errorf("town: call must have a number from 1 and a stage, got %d and %v", c.Number, c.Stage)
	}
	return nil
}

// A CallCentre has agents who answer calls in the order in which they ring.
type CallCentre struct {
	Agents int
	Talk   time.Duration // mean length of a call; zero is three minutes
}

func (c CallCentre) validate() error {
	if c.Talk < 0 || c.Talk%time.Millisecond != 0 {
		return fmt.Errorf("town: talk must be whole milliseconds and not negative, got %v", c.Talk)
	}
	return atLeast("agents", c.Agents)
}

// Calls returns what happens at the call centre.
func (c CallCentre) Calls(t Traffic) (event.Stream[Call], error) {
	if err := firstError(t.validate(), c.validate()); err != nil {
		return nil, err
	}
	return stream(t, 'l', func(w *world[Call]) {
		desk := &desk{free: c.Agents, talk: cmp.Or(c.Talk, 3*time.Minute)}
		w.arrive, w.happens = desk.ring, desk.react
	}), nil
}

// A desk is a call centre under simulation.
type desk struct {
	free, last int
	queue      []int
	talk       time.Duration
}

func (d *desk) ring(w *world[Call]) {
	d.last++
	w.plan(0, Call{d.last, Rings})
}

// react plans what follows: an agent takes a second to pick up, and the next
// call in the queue when one ends.
func (d *desk) react(w *world[Call], c Call) {
	switch c.Stage {
	case Rings:
		d.queue = append(d.queue, c.Number)
	case Answered:
		w.plan(w.between(d.talk/3, d.talk/3*5), Call{c.Number, HungUp})
		return
	case HungUp:
		d.free++
	}
	if d.free > 0 && len(d.queue) > 0 {
		d.free--
		w.plan(time.Second, Call{d.queue[0], Answered})
		d.queue = d.queue[1:]
	}
}

// A Panel is what the dashboard shows.
type Panel struct {
	At         event.Time    // everything before is in it
	Active     int           // calls with an agent
	Waiting    int           // calls that ring
	MeanWait   time.Duration // of the calls answered in the last Recent; zero if there are none
	AgentsFree int
}

// Recent is how far back the mean wait on a [Panel] looks.
const Recent = 5 * time.Minute

// Dashboard gives a panel every so often of event time, at whole multiples since
// midnight. The calls come in order
// of event time, as from [event.InOrder]. A stage that cannot follow on what is
// known of its call, as when an earlier one was lost, is rejected; all others
// are counted on time.
func (c CallCentre) Dashboard(book *event.Ledger, calls event.Stream[Call], every time.Duration) (iter.Seq[Panel], error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	if every < time.Millisecond || every%time.Millisecond != 0 {
		return nil, fmt.Errorf("town: dashboard must be refreshed every 1ms or more, in whole milliseconds, got %v", every)
	}
	step := event.Time(every.Milliseconds())
	return func(yield func(Panel) bool) {
		b := &board{agents: c.Agents, rang: map[int]event.Time{}, talks: map[int]bool{}}
		var due event.Time
		for e := range calls {
			if due == 0 {
				due = (e.Time - e.Time%step).Add(every)
			}
			for ; due <= e.Time; due = due.Add(every) {
				if !yield(b.panel(due)) {
					return
				}
			}
			if b.take(e) {
				book.OnTime++
			} else {
				book.Rejected++
			}
		}
	}, nil
}

// A board is a dashboard under way.
type board struct {
	agents int
	rang   map[int]event.Time // when, of the calls that wait
	talks  map[int]bool
	waits  []wait // of the calls answered recently, oldest first
}

type wait struct {
	answered event.Time
	lasted   time.Duration
}

// take notes a stage of a call, unless it cannot follow on what is known.
func (b *board) take(e event.Event[Call]) bool {
	n := e.Value.Number
	rang, waits := b.rang[n]
	switch {
	case e.Value.Stage == Rings && !waits && !b.talks[n]:
		b.rang[n] = e.Time
	case e.Value.Stage == Answered && waits && len(b.talks) < b.agents:
		delete(b.rang, n)
		b.talks[n] = true
		b.waits = append(b.waits, wait{e.Time, e.Time.Sub(rang)})
	case e.Value.Stage == HungUp && (waits || b.talks[n]):
		delete(b.rang, n)
		delete(b.talks, n)
	default:
		return false
	}
	return true
}

// panel shows what happened before at.
func (b *board) panel(at event.Time) Panel {
	for len(b.waits) > 0 && b.waits[0].answered < at.Add(-Recent) {
		b.waits = b.waits[1:]
	}
	var sum time.Duration
	for _, w := range b.waits {
		sum += w.lasted
	}
	mean := sum / time.Duration(max(len(b.waits), 1))
	return Panel{at, len(b.talks), len(b.rang), mean.Truncate(time.Millisecond), b.agents - len(b.talks)}
}
