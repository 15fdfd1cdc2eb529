package event

import (
	"fmt"
	"time"
)

// A Time is a moment: milliseconds since the midnight that begins day 0. The
// zero Time is none: an event that does not say when it happened, a result
// that was not written while the stream ran. The lessons take place on day 1.
type Time int64

const (
	perSecond = int64(time.Second / time.Millisecond)
	perDay    = 24 * 60 * 60 * perSecond

	maxTime   Time = 1 << 52 // of an event
	endOfTime Time = 1 << 60 // after any window of an event
	endless   Time = 1 << 61 // never
)

// At returns a time of day 1, as read from a clock. Numbers beyond a clock's
// run on: At(24, 0, 0) is the midnight that begins day 2.
func At(hour, minute, second int) Time {
	return Time(perDay + perSecond*int64((hour*60+minute)*60+second))
}

// Add returns the time d later, to the millisecond.
func (t Time) Add(d time.Duration) Time { return t + Time(d.Milliseconds()) }

// Sub returns the duration from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t-u) * time.Millisecond }

// String returns the time as a clock shows it, "12:01:05" or "12:01:05.250",
// with the day in front unless it is day 1. The zero Time is "none".
func (t Time) String() string {
	if t == 0 {
		return "none"
	}
	day, ms := floor(int64(t), perDay), int64(t)-floor(int64(t), perDay)
	s := fmt.Sprintf("%02d:%02d:%02d", ms/3600/perSecond, ms/60/perSecond%60, ms/perSecond%60)
	if ms %= perSecond; ms != 0 {
		s += fmt.Sprintf(".%03d", ms)
	}
	if day /= perDay; day != 1 {
		s = fmt.Sprintf("day %d %s", day, s)
	}
	return s
}

// floor returns the largest multiple of step that is at most x.
func floor[T ~int64](x, step T) T {
	r := x % step
	if r < 0 {
		r += step
	}
	return x - r
}

// span reads a setting that is a duration: at least least, and a whole number
// of milliseconds.
func span(what string, d, least time.Duration) (Time, error) {
	switch {
	case d < least && least > 0:
		return 0, fmt.Errorf("event: %s must be at least %v, got %v", what, least, d)
	case d < least:
		return 0, fmt.Errorf("event: %s must not be negative, got %v", what, d)
	case d%time.Millisecond != 0:
		return 0, fmt.Errorf("event: %s must be whole milliseconds, got %v", what, d)
	}
	return Time(d.Milliseconds()), nil
}
