package plots

import (
	"fmt"
	"iter"
	"slices"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

const streamLesson = "01-stream-processing"

// seedParam is the seed of the events of a town.
func seedParam(usual string) Param { return Param{"seed", usual, "seed of the events"} }

func streamRecipes() []Recipe {
	seven := []Param{seedParam("7")}
	recipes := []Recipe{
		{
			Name: "river-and-bucket", Lesson: streamLesson, Make: makeRiverAndBucket,
			Params: []Param{seedParam("31"), {"every", "24h", "how long events pile up"}},
			About:  "when the result of each event exists, by stream and by batch",
		},
		{
			Name: twoClocks, Lesson: streamLesson, Make: named(makeTwoClocks, "delay"),
			Params: []Param{
				{"windows", "tumbling", "kind: tumbling or sliding windows of two minutes, or session"},
				{"delay", "2", "minutes that the taps in a tunnel are on their way"},
				{"tolerance", "0", "minutes that the watermark is behind the newest tap"},
				{"now", "0", "minutes past noon up to which it is drawn; 0 is to the end"},
			},
			About: "events, watermark and windows by event time and processing time",
		},
		{
			Name: "tumbling-windows", Lesson: streamLesson, Make: makeTumbling,
			Params: with(seven, Param{"size", "1m", "length of a window"}),
			About:  "clicks in windows side by side",
		},
		{
			Name: "sliding-windows", Lesson: streamLesson, Make: makeSliding,
			Params: with(seven, Param{"size", "5m", "length of a window"}, Param{"slide", "1m", "from one window's start to the next"}),
			About:  "clicks in windows that overlap",
		},
		{
			Name: "session-windows", Lesson: streamLesson, Make: makeSessions,
			Params: with(seven, Param{"gap", "1m", "pause that ends a session"}),
			About:  "clicks in sessions of each user",
		},
		{
			Name: "late-tap", Lesson: streamLesson, Make: makeLateTap,
			Params: []Param{
				{"delay", "4", "minutes that the tap is on its way"},
				{"tolerance", "4", "minutes that the second policy waits and the third corrects"},
			},
			About: "what becomes of a tap that is late, by policy",
		},
		{
			Name: "decision-work", Lesson: streamLesson, Make: makeDecisionWork,
			Params: []Param{seedParam("1"), {"count", "20000", "transactions"}},
			About:  "values compared to decide on a card transaction",
		},
		{
			Name: "stock-levels", Lesson: streamLesson, Make: makeStockLevels,
			Params: []Param{seedParam("1"), {"every", "1h", "time from one count of the stock to the next"}, {"pieces", "60", "in stock at first"}},
			About:  "pieces left, decremented at once or counted every so often",
		},
		{
			Name: "call-board", Lesson: streamLesson, Make: makeCallBoard,
			Params: []Param{seedParam("1"), {"agents", "4", "who answer"}},
			About:  "the dashboard of a call centre",
		},
	}
	for i, r := range recipes {
		recipes[i].Make = named(r.Make, "seed", "count", "agents")
	}
	return recipes
}

// named returns a function that puts into the name of a figure those of the
// parameters that are not as in the lesson and that the figure cannot know from
// its events.
func named(figure func(*Args) (*Figure, error), params ...string) func(*Args) (*Figure, error) {
	return func(a *Args) (*Figure, error) {
		f, err := figure(a)
		if err != nil {
			return nil, err
		}
		for _, p := range params {
			if value, changed := a.changed(p); changed {
				f.Variant = joinParts([]string{f.Variant, p + value})
			}
		}
		return f, nil
	}
}

// Duration returns a duration written as in 1m30s.
func (a *Args) Duration(name string) time.Duration {
	d, err := time.ParseDuration(a.values[name])
	if err != nil {
		a.fail(fmt.Errorf("plots: %s must be a duration such as 1m30s, got %q", name, a.values[name]))
	}
	return d
}

func makeRiverAndBucket(a *Args) (*Figure, error) {
	taps, err := town.Phones{Phones: 1}.Taps(town.Traffic{
		Seed: uint64(a.Int64("seed")), Count: 12, Start: event.At(0, 10, 0), Gap: 110 * time.Minute,
	})
	if err != nil {
		return nil, err
	}
	return RiverAndBucket(arrivalTimes(taps), a.Duration("every"))
}

func arrivalTimes[T any](in event.Stream[T]) []event.Time {
	var ts []event.Time
	for e := range in {
		ts = append(ts, e.Arrived())
	}
	return ts
}

// clicks returns those of the lesson.
func (a *Args) clicks() ([]event.Event[town.Click], error) {
	return collect(town.Site{Users: 3}.Clicks(town.Traffic{Seed: uint64(a.Int64("seed")), Count: 24, Gap: 50 * time.Second}))
}

// collect returns the events of a stream.
func collect[T any](in iter.Seq[T], err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return slices.Collect(in), nil
}

func makeTumbling(a *Args) (*Figure, error) { return a.windows(event.Tumbling(a.Duration("size"))) }

func makeSliding(a *Args) (*Figure, error) {
	return a.windows(event.Sliding(a.Duration("size"), a.Duration("slide")))
}

func makeSessions(a *Args) (*Figure, error) { return a.windows(event.Session(a.Duration("gap"))) }

func (a *Args) windows(w event.Windows) (*Figure, error) {
	clicks, err := a.clicks()
	if err != nil {
		return nil, err
	}
	return WindowsOver(clicks, w)
}

// kind returns the windows of the ride by the name of their kind.
func (a *Args) kind(name string) event.Windows {
	for _, w := range []event.Windows{
		event.Tumbling(2 * time.Minute), event.Sliding(4*time.Minute, 2*time.Minute), event.Session(time.Minute),
	} {
		if w.Kind.String() == a.values[name] {
			return w
		}
	}
	a.fail(fmt.Errorf("plots: %s must be tumbling, sliding or session, got %q", name, a.values[name]))
	return event.Windows{}
}

func makeTwoClocks(a *Args) (*Figure, error) {
	w, now := a.kind("windows"), event.Time(0)
	w.Tolerance = a.minutes("tolerance", 0)
	if n := a.minutes("now", -aDay); n != 0 {
		now = event.At(12, 0, 0).Add(n)
	}
	trace, err := event.Watch(slices.Values(town.Ride(a.minutes("delay", 0))), w)
	if err != nil {
		return nil, err
	}
	return TwoClocks(trace, now)
}

const aDay = 24 * 60 // minutes

// minutes returns a duration that is written in whole minutes, from low to a day.
func (a *Args) minutes(name string, low int) time.Duration {
	n := a.Int(name)
	if n < low || n > aDay {
		a.fail(fmt.Errorf("plots: %s must be %d to %d minutes, got %d", name, low, aDay, n))
		return 0
	}
	return time.Duration(n) * time.Minute
}

// makeLateTap draws three policies: to write at once, to wait, and to correct.
func makeLateTap(a *Args) (*Figure, error) {
	delay, patience := time.Duration(a.Int("delay"))*time.Minute, time.Duration(a.Int("tolerance"))*time.Minute
	at := event.Tumbling(time.Minute)
	wait, correct := at, at
	wait.Tolerance, correct.Lateness = patience, patience
	return LateTap(town.OneLate(delay, max(delay, patience)+4*time.Minute), at, wait, correct)
}

func makeDecisionWork(a *Args) (*Figure, error) {
	bank := town.Bank{Cards: 500, Thefts: 0.01}
	profiles, err := bank.Profiles()
	if err != nil {
		return nil, err
	}
	transactions, err := bank.Transactions(town.Traffic{Seed: uint64(a.Int64("seed")), Count: a.Int("count"), Gap: 500 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	var book event.Ledger
	sound := event.Screen(&book, transactions, town.Transaction.Valid)
	detector := town.NewDetector()
	var decisions []town.Decision
	for e := range event.Enrich(&book, sound, profiles, town.Transaction.Of, town.Know) {
		decisions = append(decisions, detector.Decide(e))
	}
	return DecisionWork(decisions)
}

func makeStockLevels(a *Args) (*Figure, error) {
	sales, err := collect(town.Shop{Products: 1}.Sales(town.Traffic{Seed: uint64(a.Int64("seed")), Count: 50, Gap: 4 * time.Minute}))
	if err != nil {
		return nil, err
	}
	return StockLevels(sales, a.Int("pieces"), a.Duration("every"))
}

func makeCallBoard(a *Args) (*Figure, error) {
	centre := town.CallCentre{Agents: a.Int("agents")}
	calls, err := centre.Calls(town.Traffic{Seed: uint64(a.Int64("seed")), Count: 300, Gap: 50 * time.Second, Late: 0.2, Delay: 10 * time.Second})
	if err != nil {
		return nil, err
	}
	var book event.Ledger
	sorted, err := event.InOrder(&book, event.Screen(&book, calls, town.Call.Valid), 10*time.Second)
	if err != nil {
		return nil, err
	}
	panels, err := collect(centre.Dashboard(&book, sorted, 5*time.Second))
	if err != nil {
		return nil, err
	}
	return CallBoard(panels)
}
