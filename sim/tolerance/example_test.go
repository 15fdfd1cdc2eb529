package tolerance_test

import (
	"fmt"
	"log"

	"tidemark/sim/delay"
	"tidemark/sim/survival"
	"tidemark/sim/tolerance"
)

// From delays that were seen to tolerances, and what they are worth.
func Example() {
	world, err := delay.Draw(delay.Default())
	if err != nil {
		log.Fatal(err)
	}
	estimate, err := survival.Once(world, survival.Logistic{Sees: survival.Monitor})
	if err != nil {
		log.Fatal(err)
	}
	costs := tolerance.Usual()
	rule, err := costs.Cheapest()
	if err != nil {
		log.Fatal(err)
	}
	for _, forecast := range []tolerance.Forecast{tolerance.By(world, estimate), tolerance.Truth(world)} {
		decisions, err := tolerance.Decide(world, forecast, rule)
		if err != nil {
			log.Fatal(err)
		}
		expected, _ := tolerance.Mean(decisions)
		fmt.Printf("%.1f %% of cells polluted after %.2f periods of waiting, cost %.4f\n",
			100*expected.Polluted, expected.Waited, costs.Of(expected))
	}
	// Output:
	// 1.4 % of cells polluted after 3.12 periods of waiting, cost 0.1580
	// 1.9 % of cells polluted after 2.67 periods of waiting, cost 0.1448
}
