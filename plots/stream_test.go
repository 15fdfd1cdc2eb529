package plots

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

// TestStreamFigures reads the figures of the first lesson with parameters that
// change what they say.
func TestStreamFigures(t *testing.T) {
	for _, c := range []struct {
		name   string
		params []string
		title  string
		stem   string
	}{
		{"river-and-bucket", []string{"every=1h"}, "The river has each result at once; the bucket keeps one waiting for 30.7\u00a0minutes on average", "river-and-bucket-every1h0m0s"},
		{"river-and-bucket", []string{"every=10s"}, "The river has each result at once; the bucket keeps one waiting for 5.6\u00a0seconds on average", ""},
		{"tumbling-windows", []string{"size=2m"}, "Every click is in one tumbling window: 24 counts for 24 clicks", "tumbling-windows-2m0s"},
		{"sliding-windows", []string{"size=4m", "slide=2m"}, "Every click is in two sliding windows: 48 counts for 24 clicks", "sliding-windows-4m0s-by-2m0s"},
		{"sliding-windows", []string{"size=5m", "slide=2m"}, "A click is in several sliding windows: 64 counts for 24 clicks", ""},
		{"session-windows", []string{"gap=10m"}, "A pause of 10 minutes ends a session: here are three sessions", "session-windows-10m0s"},
		{"session-windows", []string{"gap=90s"}, "A pause of 1.5 minutes ends a session: here are five sessions", ""},
		{"two-clocks", nil, "2 of 12 events come after the watermark has closed their window", "two-clocks"},
		{"two-clocks", []string{"now=4"}, "1 of 6 events comes after the watermark has closed its window by 12:04", "two-clocks-at12.04"},
		{"two-clocks", []string{"now=-1"}, "No event has come by 11:59", "two-clocks-at11.59"},
		{"two-clocks", []string{"tolerance=2"}, "The watermark waits long enough: no event finds its window closed", "two-clocks-tolerance2m0s"},
		{"two-clocks", []string{"delay=0"}, "Every event comes before the watermark closes its window", "two-clocks-delay0"},
		{"two-clocks", []string{"windows=sliding"}, "2 of 12 events come after the watermark has closed one of their windows", "two-clocks-sliding-4m0s-by-2m0s"},
		{"two-clocks", []string{"windows=session"}, "3 of 12 events come after the watermark has closed their window", "two-clocks-session-1m0s"},
		{"window-clocks", nil, "3 of 50 readings come after the watermark has closed their window", "window-clocks"},
		{"window-clocks", []string{"tolerance=1"}, "The watermark waits long enough: no reading finds its window closed", "window-clocks-tolerance1"},
		{"window-clocks", []string{"delay=2", "tolerance=1", "to=2026-08"}, "Every reading comes before the watermark closes its window by the end of 2026-08", "window-clocks-tolerance1-to-2026-08-delay2"},
		{"two-clocks", []string{"windows=session", "delay=9", "tolerance=9", "now=14"}, "The watermark waits long enough: no event finds its window closed", ""},
		{"late-tap", []string{"delay=0"}, "A tap that arrives at once is in its window whatever the policy", "late-tap-delay0s"},
		{"late-tap", []string{"delay=12"}, "A tap so late is lost under every one of these policies", "late-tap-delay12m0s"},
		{"late-tap", []string{"delay=1"}, "A tap so little late is counted under every one of these policies", ""},
		{"stock-levels", []string{"every=1m"}, "Decremented with each sale or counted every minute: nothing is oversold here", "stock-levels-every1m0s"},
		{"stock-levels", []string{"pieces=600"}, "Decremented with each sale or counted every hour: nothing is oversold here", "stock-levels-pieces600"},
		{"call-board", []string{"agents=40"}, "An agent is always free, and the mean wait stays at 1\u00a0second or less", ""},
	} {
		r, err := FindRecipe(Recipes(), c.name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.With(c.params...)
		if err != nil {
			t.Errorf("%s %v: %v", c.name, c.params, err)
			continue
		}
		if f.Title != c.title {
			t.Errorf("%s %v: title must be %q, got %q", c.name, c.params, c.title, f.Title)
		}
		if c.stem != "" && f.stem() != c.stem {
			t.Errorf("%s %v: must be called %q, got %q", c.name, c.params, c.stem, f.stem())
		}
		readable(t, f, Light, Dark)
	}
}

// TestStreamFigureErrors checks that what cannot be drawn is one clear line.
func TestStreamFigureErrors(t *testing.T) {
	tap := town.OneLate(0, time.Minute)
	click := []event.Event[town.Click]{{Time: event.At(12, 0, 0)}}
	sale := []event.Event[town.Sale]{{Time: 1, Value: town.Sale{Product: 1, Pieces: 1}}, {Time: 2, Value: town.Sale{Product: 2, Pieces: 1}}}
	corrected := event.Tumbling(time.Minute)
	corrected.Lateness = time.Minute
	late, err := event.Watch(slices.Values(tap), corrected)
	if err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"must have 1 to 60 events, got 0":                           failed(TwoClocks(nil, 0)),
		"must have 1 to 60 events, got 61":                          failed(TwoClocks(&event.Trace{Seen: make([]event.Sighting, 61)}, 0)),
		"must have windows that are written once, got a lateness":   failed(TwoClocks(late, 0)),
		"windows must be tumbling, sliding or session, got \"hop\"": failed(lessonFigure("two-clocks", "windows=hop")),
		"delay must be 0 to 1440 minutes, got -1":                   failed(lessonFigure("two-clocks", "delay=-1")),
		"tolerance must be 0 to 1440 minutes, got 1441":             failed(lessonFigure("two-clocks", "tolerance=1441")),
		"now must be -1440 to 1440 minutes, got 153722867280913":    failed(lessonFigure("two-clocks", "now=153722867280913")),
		"must have 1 to 40 events, got 0":                           failed(RiverAndBucket(nil, time.Hour)),
		"size of a bucket must be at least 1ms, got 0s":             failed(RiverAndBucket([]event.Time{1}, 0)),
		"time must be set, got none":                                failed(RiverAndBucket([]event.Time{0}, time.Hour)),
		"must have 1 to 8 users and at most 24 windows, got 0 and":  failed(WindowsOver(nil, event.Tumbling(time.Minute))),
		"gap must be at least 1ms, got 0s":                          failed(WindowsOver(click, event.Session(0))),
		"at most 24 windows, got 1 and 60":                          failed(WindowsOver(click, event.Sliding(time.Hour, time.Minute))),
		"must have taps and 1 to 5 policies, got 0 and 0":           failed(LateTap(nil)),
		"must have tumbling windows of one size":                    failed(LateTap(tap, event.Session(time.Minute))),
		"tolerance must not be negative":                            failed(LateTap(tap, event.Windows{Kind: event.TumblingKind, Size: time.Minute, Slide: time.Minute, Tolerance: -1})),
		"must have at least 10 decisions, got 1":                    failed(DecisionWork(make([]town.Decision, 1))),
		"must have times of at least 0s, got 0 times":               failed(DecisionTimes(nil)),
		"must have times of at least 0s, got 1 times":               failed(DecisionTimes([]time.Duration{-1})),
		"must have sales, got none":                                 failed(StockLevels(nil, 1, time.Hour)),
		"must have sales of one product, got P1 and P2":             failed(StockLevels(sale, 9, time.Hour)),
		"stock must not be negative, got -1 of P1":                  failed(StockLevels(sale, -1, time.Hour)),
		"stock must be counted every 1ms or more":                   failed(StockLevels(sale, 1, 0)),
		"must have at least 2 panels, got 1":                        failed(CallBoard(make([]town.Panel, 1))),
	} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("must be refused for %q, got %v", want, err)
		}
	}
}

// lessonFigure makes the figure of a recipe.
func lessonFigure(name string, params ...string) (*Figure, error) {
	r, err := FindRecipe(Recipes(), name)
	if err != nil {
		return nil, err
	}
	return r.With(params...)
}

func failed(_ *Figure, err error) error { return err }

// TestDecisionTimes draws times as a machine may measure them.
func TestDecisionTimes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	quick := make([]time.Duration, 20_000)
	for i := range quick {
		quick[i] = time.Duration(200 * (1 + rng.ExpFloat64()*rng.ExpFloat64()))
	}
	slow := append(slices.Clone(quick), 3*time.Second, 0)
	for title, times := range map[string][]time.Duration{
		"All 20,000 decisions fall in less than a second, half of them in less than 1µs": quick,
		"The longest of 20,002 decisions took a second or more":                          slow,
	} {
		f, err := DecisionTimes(times)
		if err != nil {
			t.Fatal(err)
		}
		if f.Title != title {
			t.Errorf("title must be %q, got %q", title, f.Title)
		}
		readable(t, f, Light, Dark)
	}
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		first, last event.Time
		step        int
		want        string
	}{
		{event.At(12, 0, 0), event.At(12, 5, 0), 1, "12:00 12:01 12:02 12:03 12:04 12:05"},
		{event.At(12, 0, 0), event.At(12, 5, 0), 2, "12:00 12:02 12:04"},
		{event.At(12, 0, 0), event.At(12, 0, 4), 1, "12:00:00 12:00:01 12:00:02 12:00:03 12:00:04"},
		{event.At(0, 0, 0), event.At(24, 0, 0), 2, "00:00 06:00 12:00 18:00 24:00"},
		{event.At(12, 0, 25), event.At(12, 1, 10), 3, "12:00:30 12:01:00"},
		{event.At(0, 0, 0), event.At(240, 0, 0), 3, "day 3 day 6 day 9"},
	} {
		var labels []string
		for _, tick := range Clock(c.first, c.last)(c.step) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v, step %d: must be %q, got %q", c.first, c.last, c.step, c.want, got)
		}
	}
}
