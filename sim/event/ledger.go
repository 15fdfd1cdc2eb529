package event

import (
	"fmt"
	"strings"
)

// A Ledger counts where the events of one run went. Every stage of the run
// writes into the same one.
type Ledger struct {
	In        int // events that [Screen] took in
	Rejected  int // without a valid time or value, or with a key that the lookup table lacks
	Duplicate int // came again under the same ID
	Filtered  int // not wanted
	OnTime    int // counted in all their windows when these were first written
	Late      int // came after one of their windows was written, and are counted in a result since
	Dropped   int // came too late to be counted anywhere
	Open      int // waiting in an open window or buffer when the run stopped
}

// Balanced reports whether every event that went in has one place.
func (l Ledger) Balanced() bool {
	return l.In == l.Rejected+l.Duplicate+l.Filtered+l.OnTime+l.Late+l.Dropped+l.Open
}

// String returns the counts that are not zero, "20 in = 17 on time + 3 dropped".
// Where the ledger does not balance, "≠" stands for "=".
func (l Ledger) String() string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{
		{l.OnTime, "on time"}, {l.Late, "late"}, {l.Dropped, "dropped"}, {l.Rejected, "rejected"},
		{l.Duplicate, "duplicate"}, {l.Filtered, "filtered out"}, {l.Open, "still open"},
	} {
		if c.n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	sign := "="
	if !l.Balanced() {
		sign = "≠"
	}
	return fmt.Sprintf("%d in %s %s", l.In, sign, strings.Join(append(parts, "0")[:max(len(parts), 1)], " + "))
}
