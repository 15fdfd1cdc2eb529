package event_test

import (
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"tidemark/sim/event"
)

type click struct{ user, page string }

func clicks() event.Stream[click] {
	on := func(id event.ID, minute, second int, user, page string) event.Event[click] {
		return event.Event[click]{ID: id, Time: event.At(12, minute, second), Value: click{user, page}}
	}
	return slices.Values([]event.Event[click]{
		on(1, 0, 5, "ann", "home"), on(2, 0, 20, "bob", "home"), on(3, 0, 40, "ann", "shop"),
		on(3, 0, 40, "ann", "shop"), on(4, 1, 10, "ann", "health"), on(5, 2, 30, "bob", "shop"),
		on(6, 0, 59, "bob", "shop"), on(7, 4, 0, "ann", "help"),
	})
}

func user(c click) string { return c.user }

// The way of an event, step by step, as in the package comment.
func Example() {
	var book event.Ledger
	sound := event.Screen(&book, clicks(), nil)
	once, err := event.Dedupe(&book, sound, time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	wanted := event.Filter(&book, once, func(c click) bool { return c.page != "health" })
	country := map[string]string{"ann": "Norway", "bob": "Ireland"}
	known := event.Enrich(&book, wanted, country, user, func(_ click, c string) string { return c })
	same := func(country string) string { return country }
	perMinute, err := event.Aggregate(&book, known, event.Tumbling(time.Minute), same, event.Count[string]())
	if err != nil {
		log.Fatal(err)
	}
	for r := range perMinute {
		fmt.Println(r.Window, r.Key, r.Value)
	}
	fmt.Println(book)
	// Output:
	// [12:00:00, 12:01:00) Norway 2
	// [12:00:00, 12:01:00) Ireland 1
	// [12:02:00, 12:03:00) Ireland 1
	// 8 in = 4 on time + 1 dropped + 1 duplicate + 1 filtered out + 1 still open
}

// Wait for late events, or write on time and correct.
func ExampleWindows() {
	wait := event.Tumbling(time.Minute)
	wait.Tolerance = 2 * time.Minute
	correct := event.Tumbling(time.Minute)
	correct.Lateness = 2 * time.Minute
	for _, w := range []event.Windows{wait, correct} {
		var book event.Ledger
		out, err := event.Aggregate(&book, event.Screen(&book, clicks(), nil), w, user, event.Count[click]())
		if err != nil {
			log.Fatal(err)
		}
		for r := range out {
			if r.Key == "bob" {
				fmt.Println(r.At, r.Window, r.Value, r.Timing)
			}
		}
		fmt.Println(book)
	}
	// Output:
	// 12:04:00 [12:00:00, 12:01:00) 2 on time
	// 8 in = 6 on time + 2 still open
	// 12:01:10 [12:00:00, 12:01:00) 1 on time
	// 12:02:30 [12:00:00, 12:01:00) 2 late
	// 12:04:00 [12:02:00, 12:03:00) 1 on time
	// 8 in = 6 on time + 1 late + 1 still open
}

func ExampleWindows_Of() {
	for _, w := range []event.Windows{
		event.Tumbling(time.Minute), event.Sliding(5*time.Minute, time.Minute), event.Session(10 * time.Minute),
	} {
		in, err := w.Of(event.At(12, 1, 0))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: %d, from %v to %v\n", w, len(in), in[0], in[len(in)-1])
	}
	// Output:
	// tumbling 1m0s: 1, from [12:01:00, 12:02:00) to [12:01:00, 12:02:00)
	// sliding 5m0s by 1m0s: 5, from [11:57:00, 12:02:00) to [12:01:00, 12:06:00)
	// session 10m0s: 1, from [12:01:00, 12:11:00) to [12:01:00, 12:11:00)
}

// A session ends with a pause.
func ExampleSession() {
	w := event.Session(time.Minute)
	w.Tolerance, w.Flush = 2*time.Minute, true
	out, err := event.Aggregate(new(event.Ledger), clicks(), w, user, event.Count[click]())
	if err != nil {
		log.Fatal(err)
	}
	for r := range out {
		fmt.Println(r.Key, r.Window, r.Value)
	}
	// Output:
	// bob [12:00:20, 12:01:59) 2
	// ann [12:00:05, 12:02:10) 4
	// bob [12:02:30, 12:03:30) 1
	// ann [12:04:00, 12:05:00) 1
}

// A consumer that crashes counts some events twice, unless it remembers them.
func ExampleRedeliver() {
	delivered, err := event.Redeliver(slices.Collect(clicks())[4:], 3, 2)
	if err != nil {
		log.Fatal(err)
	}
	once, err := event.Dedupe(new(event.Ledger), delivered, time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range []event.Stream[click]{delivered, once} {
		var ids []string
		for e := range in {
			ids = append(ids, fmt.Sprint(e.ID))
		}
		fmt.Println(strings.Join(ids, " "))
	}
	// Output:
	// 4 5 4 5 6 7
	// 4 5 6 7
}

// Clicks and purchases of the same user, at most half a minute apart.
func ExampleJoin() {
	purchases := slices.Values([]event.Event[string]{{ID: 1, Time: event.At(12, 0, 45), Value: "ann"}})
	same := func(s string) string { return s }
	pairs, err := event.Join(new(event.Ledger), clicks(), purchases, user, same, 30*time.Second, 2*time.Minute)
	if err != nil {
		log.Fatal(err)
	}
	for p := range pairs {
		fmt.Println(p.Left.Value.page, "and", p.Right.Time)
	}
	// Output:
	// shop and 12:00:45
	// shop and 12:00:45
	// health and 12:00:45
}

func ExampleChoose() {
	mode, why, err := event.Choose(10*time.Second, event.AnomalyDetection)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mode, "because", why)
	// Output: streaming because results are needed within seconds
}
