package policy_test

import (
	"fmt"
	"log"

	"tidemark/sim/lateness"
	"tidemark/sim/policy"
	"tidemark/sim/survival"
)

// From delays that were seen to tolerances, and what they are worth.
func Example() {
	world, err := lateness.Draw(lateness.Default())
	if err != nil {
		log.Fatal(err)
	}
	estimate, err := survival.Once(world, survival.Logistic{Sees: survival.Monitor})
	if err != nil {
		log.Fatal(err)
	}
	costs := policy.Usual()
	rule, err := costs.Cheapest()
	if err != nil {
		log.Fatal(err)
	}
	for _, forecast := range []policy.Forecast{policy.By(world, estimate), policy.Truth(world)} {
		decisions, err := policy.Decide(world, forecast, rule)
		if err != nil {
			log.Fatal(err)
		}
		expected, _ := policy.Mean(decisions)
		fmt.Printf("%.1f %% of cells polluted after %.2f periods of waiting, cost %.4f\n",
			100*expected.Polluted, expected.Waited, costs.Of(expected))
	}
	// Output:
	// 1.4 % of cells polluted after 3.12 periods of waiting, cost 0.1580
	// 1.9 % of cells polluted after 2.67 periods of waiting, cost 0.1448
}
