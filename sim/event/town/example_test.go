package town_test

import (
	"fmt"
	"log"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

// A transaction is decided on before the next one is looked at.
func ExampleDetector() {
	bank := town.Bank{Cards: 50, Thefts: 0.02}
	profiles, err := bank.Profiles()
	if err != nil {
		log.Fatal(err)
	}
	transactions, err := bank.Transactions(town.Traffic{Seed: 1, Count: 100, Gap: 5 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	var book event.Ledger
	sound := event.Screen(&book, transactions, town.Transaction.Valid)
	detector := town.NewDetector()
	for e := range event.Enrich(&book, sound, profiles, town.Transaction.Of, town.Know) {
		if d := detector.Decide(e); d.Blocked() {
			fmt.Println(e.Time, e.Value.Card, e.Value.Place, e.Value.Amount, "breaks", d.Broken)
		}
	}
	// Output:
	// 12:00:16.354 C041 Cork 276.57 breaks amount
	// 12:06:11.786 C005 Graz 29.99 breaks count
	// 12:06:29.414 C005 Graz 29.99 breaks count
	// 12:06:35.625 C005 Graz 29.99 breaks count
}

// The shop sells what there is, and counts what it had to refuse.
func ExampleInventory() {
	stock, err := town.NewInventory(map[town.Product]int{1: 10, 2: 10, 3: 10})
	if err != nil {
		log.Fatal(err)
	}
	sales, err := town.Shop{Products: 3}.Sales(town.Traffic{Seed: 1, Count: 20, Gap: time.Minute})
	if err != nil {
		log.Fatal(err)
	}
	for e := range sales {
		stock.Sell(e.Value)
	}
	fmt.Println("left:", stock.Left(1), stock.Left(2), stock.Left(3))
	fmt.Println("sold:", stock.Count(town.Sold), "refused:", stock.Count(town.SoldOut))
	// Output:
	// left: 0 0 4
	// sold: 11 refused: 9
}

// The dashboard shows the call centre every ten seconds.
func ExampleCallCentre_Dashboard() {
	centre := town.CallCentre{Agents: 2}
	calls, err := centre.Calls(town.Traffic{Seed: 1, Count: 12, Gap: 10 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	panels, err := centre.Dashboard(new(event.Ledger), calls, 10*time.Second)
	if err != nil {
		log.Fatal(err)
	}
	for p := range panels {
		fmt.Printf("%v: %d active, %d waiting, mean wait %v, %d free\n", p.At, p.Active, p.Waiting, p.MeanWait, p.AgentsFree)
	}
	// Output:
	// 12:00:30: 1 active, 0 waiting, mean wait 1s, 1 free
	// 12:00:40: 1 active, 1 waiting, mean wait 1s, 1 free
	// 12:00:50: 2 active, 0 waiting, mean wait 1s, 0 free
	// 12:01:00: 2 active, 1 waiting, mean wait 1s, 0 free
	// 12:01:10: 2 active, 2 waiting, mean wait 1s, 0 free
	// 12:01:20: 2 active, 4 waiting, mean wait 1s, 0 free
	// 12:01:30: 2 active, 5 waiting, mean wait 1s, 0 free
	// 12:01:40: 2 active, 7 waiting, mean wait 1s, 0 free
	// 12:01:50: 2 active, 7 waiting, mean wait 1s, 0 free
	// 12:02:00: 2 active, 7 waiting, mean wait 1s, 0 free
}
