package lateness

import (
	"fmt"
	"slices"
	"testing"

	"tidemark/sim"
)

// Reading by reading, the readings of a world make the history that it says it
// has, but for the monitor, which they do not know.
func TestHistoryOfReadings(t *testing.T) {
	for _, law := range Laws() {
		s := Default().Months(8, 12)
		s.Law = law
		w := drawn(t, s)
		d, err := w.Deliver()
		if err != nil {
			t.Fatal(err)
		}
		for _, now := range []sim.Period{2, 5, w.First()} {
			readings := slices.DeleteFunc(slices.Collect(d.All()), func(r sim.Reading) bool { return r.Period >= now })
			got, err := HistoryOf(now, readings)
			if err != nil {
				t.Fatal(err)
			}
			want, err := w.Known(1, now)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want.Lines {
				want.Lines[i].Monitor = 0
			}
			if got.From != want.From || got.Now != want.Now || !slices.Equal(got.Lines, want.Lines) {
				t.Errorf("%s, in %v: %d lines from %v, want %d from %v, the same", law.Name, now, len(got.Lines), got.From, len(want.Lines), want.From)
			}
		}
	}
}

// What is seen of a reading of January that comes in March, month by month.
func TestWatched(t *testing.T) {
	reading := []sim.Reading{{Period: sim.January, Arrival: sim.March}}
	for now, want := range map[sim.Period]string{
		sim.February: "1 still awaited [not yet   ]",
		sim.March:    "2 still awaited [not yet not yet  ]",
		sim.April:    "3 delay 2 [not yet not yet came ]",
		sim.May:      "4 delay 2 [not yet not yet came ]",
	} {
		all, err := Watch(now, reading)
		if err != nil {
			t.Fatal(err)
		}
		w := all[0]
		if got := fmt.Sprint(w.Age, " ", w, " ", []Sight{w.At(0), w.At(1), w.At(2), w.At(3)}); got != want {
			t.Errorf("in %v: %s, want %s", now, got, want)
		}
		if w.Arrived() != (now > sim.March) || w.At(-1) != Unseen {
			t.Errorf("in %v: arrived is %v, and %v was seen before its month", now, w.Arrived(), w.At(-1))
		}
	}
}

func TestWatchRefuses(t *testing.T) {
	for want, r := range map[string]sim.Reading{
		"lateness: watched reading must be of 2026-01 to 2026-03 and arrive then or later, got 2026-04 arriving in 2026-04": {Period: sim.April, Arrival: sim.April},
		"lateness: watched reading must be of 2026-01 to 2026-03 and arrive then or later, got 2026-02 arriving in 2026-01": {Period: sim.February, Arrival: sim.January},
		"lateness: watched reading must be of 2026-01 to 2026-03 and arrive then or later, got none arriving in 2026-01":    {Arrival: sim.January},
	} {
		if _, err := HistoryOf(sim.April, []sim.Reading{r}); err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	if h, err := HistoryOf(sim.April, nil); err != nil || h.Readings() != 0 {
		t.Errorf("history of nothing has %d readings (%v), want 0", h.Readings(), err)
	}
}
