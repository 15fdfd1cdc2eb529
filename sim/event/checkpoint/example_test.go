package checkpoint_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/checkpoint"
)

// A job is stopped in the middle of its log, and another goes on where its
// newest checkpoint says.
func Example() {
	dir, err := os.MkdirTemp("", "job")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	var clicks []event.Event[string]
	for i := range 100 {
		clicks = append(clicks, event.Event[string]{ID: event.ID(i + 1), Time: event.At(12, i, 0), Value: []string{"ann", "bob"}[i%2]})
	}
	for _, sent := range []int{50, 100} {
		store, err := checkpoint.Open(filepath.Join(dir, "state"))
		if err != nil {
			log.Fatal(err)
		}
		job := checkpoint.Job[string, string, int]{
			Store: store, Every: 20, Windows: event.Tumbling(time.Hour),
			Key: func(user string) string { return user }, Fold: event.Count[string](),
		}
		results, err := checkpoint.OpenResults[string, int](filepath.Join(dir, "results"))
		if err != nil {
			log.Fatal(err)
		}
		book, err := job.Run(slices.Values(clicks[:sent]), results)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(book)
	}
	table, err := checkpoint.ReadResults[string, int](filepath.Join(dir, "results"))
	if err != nil {
		log.Fatal(err)
	}
	for r := range table.All() {
		fmt.Println(r.Window, r.Key, r.Value)
	}
	// Output:
	// 50 in = 50 still open
	// 100 in = 60 on time + 40 still open
	// [12:00:00, 13:00:00) ann 30
	// [12:00:00, 13:00:00) bob 30
}
