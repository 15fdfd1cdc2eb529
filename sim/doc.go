// Package sim simulates a metering network whose readings arrive late, twice,
// renamed or not at all, and the pipelines that count them.
//
// Every reading has two clocks. Its [Reading.Period] is event time: the month
// that it measures. Its [Reading.Arrival] is processing time: the month in
// which the pipeline gets it. Everything that goes wrong in the lessons goes
// wrong between these two.
//
// The way of a reading:
//
//  1. A [Network] measures: one reading for each subscriber and period.
//  2. [Network.Deliver] sends the readings, each [Fault] on the way changes
//     some of them, and gives the rows as they arrive, a [Delivery].
//  3. A run puts the arriving rows through five stages: [Screen] drops rows with
//     a missing field, [Dedupe] drops repeated ones, [Consume] subtracts each
//     subscriber's previous index, [Summarize] adds up each region and period
//     into a [Cell], and [Summary.Serve] takes each region's mean.
//     [Batch] processes the whole history again in every period; [Stream]
//     takes each row once, as it comes, and carries state instead;
//     [Windowing.Run] is a stream whose windows stay open for a tolerance.
//  4. The run is judged: [Summary.Polluted] compares its cells with the
//     [Network.Baseline] of sound readings, and a [Check] that fails on the
//     way is a [Detection], with the period in which it was made.
//
// Several set-ups go through [Sweep] at once. The text tables of the lessons
// are made by the functions that end in Table.
//
// A failed check and a dropped row are values, counted in the [Ledger] of the
// run; errors are kept for what makes no sense, such as a negative delay.
// Nothing here depends on time, on map order or on the number of cores: the
// same network gives the same numbers on every machine.
package sim
