// Package policy chooses how long windows stay open, from how late readings
// are expected to be.
//
// Three things have a price ([Costs]): a polluted cell, a row that is kept in
// the state for a period, and a period that a cell is waited for. A longer
// tolerance buys fewer of the first with more of the other two. What a
// tolerance brings is an [Outcome]; the [Rule] [Costs.Cheapest] takes the one
// whose expected outcome costs least, [Share] the one that sees a share of the
// readings, [Always] the same one whatever is expected.
//
// A row that comes too late pollutes its own cell, which lacks it, and the cell
// of the period after, because the next reading of that subscriber is taken
// less an index that is two periods old. So a cell is clean if and only if no
// row of it or of the period before is dropped.
//
// [Decide] lets a rule choose in every held-out month, by what an estimate
// expects, and judges each choice by the law that the delays came from and by
// the delays that came.
//
// Where the state is lost when a run is interrupted, every period of tolerance
// is a period more of cells to lose, so where the state is kept and how long
// the windows stay open is one decision: see [Interrupted].
package policy
