package sim_test

import (
	"fmt"
	"log"

	"tidemark/sim"
)

// The way of a reading, step by step, as in the package comment.
func Example() {
	network := sim.Default()
	delivery, err := network.Deliver(sim.Late(1))
	if err != nil {
		log.Fatal(err)
	}
	run, err := sim.Windowing{Tolerance: 0}.Run(delivery)
	if err != nil {
		log.Fatal(err)
	}
	baseline, err := network.Baseline()
	if err != nil {
		log.Fatal(err)
	}
	polluted := run.Cells.Polluted(baseline)
	fmt.Println(run.Ledger)
	fmt.Println(len(polluted), "of", baseline.Len(), "cells are polluted, the first is", polluted[0])
	fmt.Println("served values that moved:", run.Cells.Serve().Diff(baseline.Serve()))
	// Output:
	// 2400 sent = 2360 on time + 0 late + 40 dropped + 0 screened out + 0 duplicates + 0 in transit
	// 10 of 55 cells are polluted, the first is east/2026-07
	// served values that moved: empty
}

// Several set-ups at once, on any network.
func ExampleSweep() {
	network := sim.Network{Subscribers: 1000, Periods: 24, Seed: 7}
	outcomes, err := sim.Sweep(sim.Grid(network, []int{3}, []int{2, 3}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(sim.WindowTable(outcomes))
	// Output:
	//      40-row delay tolerance dropped  state dirty/115 07 written serving diff
	//          3 period         2      40   4000        10    2026-09 empty
	//          3 period         3       0   5000         0    2026-10 empty
}

// The same broken delivery in both modes.
func ExampleCompare() {
	c, err := sim.Compare(sim.Default(), []sim.Fault{sim.MissingPartition.In(sim.July)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("batch: ", c.Batch.Detection.Label(sim.July))
	fmt.Println("stream:", c.Stream.Detection.Label(sim.July))
	repaired, err := sim.Compare(sim.Default(), []sim.Fault{sim.MissingPartition.In(sim.July)}, sim.PartitionByPeriod)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("batch: ", repaired.Batch.Detection.Label(sim.July))
	// Output:
	// batch:  not caught
	// stream: partition/2026-07/0
	// batch:  partition by period/2026-08/1
}

// What each class of corruption does to a row.
func ExampleCorruptionTable() {
	table, err := sim.CorruptionTable(sim.Default(), sim.July)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(table)
	// Output:
	// corruption         hits         who    period   arrival  region        index unit
	// late_arrival         40 before  A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-08  central       55211 m3
	// duplicated           60 before  A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-07  central       55211 m3
	// schema_changed      200 before  A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-07  central     missing m3
	// unit_changed        200 before  A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-07  central    55211000 m3
	// missing_partition    46 before  A002   2026-07  2026-07  north         13878 m3
	//                         after   no row
	// type_drift          200 before  A001   2026-07  2026-07  central       55211 m3
	//                         after   A001   2026-07  2026-07  central     "55211" m3
}

// Rows made by hand: one whose index is missing, one that is not a number, and
// one that comes twice.
func ExampleNetwork_DeliverRows() {
	row := sim.Reading{Subscriber: 1, Period: sim.January, Arrival: sim.January, Region: sim.East, Unit: sim.CubicMetre, Index: sim.Number(100)}
	nameless, words := row, row
	nameless.Subscriber, nameless.Index = 2, sim.Index{}
	words.Subscriber, words.Index = 3, sim.Text("a lot")
	delivery, err := sim.Default().DeliverRows([]sim.Reading{row, row, nameless, words})
	if err != nil {
		log.Fatal(err)
	}
	run, err := sim.Windowing{}.Run(delivery)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Ledger)
	// Output:
	// 4 sent = 2 on time + 0 late + 0 dropped + 1 screened out + 1 duplicates + 0 in transit
}

// A delay that depends on the region.
func ExampleFault() {
	delivery, err := sim.Default().Deliver(
		sim.Fault{Class: sim.LateArrival, Region: sim.North, Delay: 2},
		sim.Fault{Class: sim.LateArrival, Region: sim.East, Delay: 1},
	)
	if err != nil {
		log.Fatal(err)
	}
	run, err := sim.Windowing{Tolerance: 1}.Run(delivery)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Ledger)
	// Output:
	// 2400 sent = 1440 on time + 374 late + 460 dropped + 0 screened out + 0 duplicates + 126 in transit
}
