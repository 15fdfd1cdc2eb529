// Package lateness draws how late the readings of a network arrive.
//
// In the lessons about windows forty readings are one period late, and that is
// all. Here every reading has a delay of its own, in whole periods, drawn from
// a [Law]: it depends on the reading's region, on the type of its subscriber
// and on the quality of the network, which drifts from month to month and of
// which a monitor shows a noisy picture. The fixed delay of the lessons is the
// degenerate case; see [Fixed].
//
// A law is written as a hazard: the chance that a reading which has not
// arrived k periods after its own arrives in that period. The chance that it
// is later than k periods, a [Curve], is the product of what the hazards
// leave.
//
// A [World] has a history, over which somebody fits an estimate, and held-out
// months, over which the estimate is judged. What is known of its delays at
// the beginning of a month is a [History]: a table that counts, for readings
// that are alike, how many were still awaited and how many came. A reading
// that has not arrived stays in the table as awaited for as long as it has
// been watched. It is right-censored: nobody knows its delay yet, only that it
// is at least its age, the periods for which it has been watched. [Watch] and
// [HistoryOf] show that reading by reading.
//
// A world can be sent through the windows of package sim ([World.Deliver]), so
// what an estimate promises can be checked against cells.
package lateness
