// Package engine runs the window experiment of package sim on a real stream processor, through Apache
// Beam, and puts the result into sim's terms.
//
// A [Server] is an engine: [StartPrism] starts Beam's own in this process, [Connect] reaches the job
// server of another. It runs a [Job], a set-up of sim with a [Formulation] that says the tolerance in
// the engine's words, and gives a [Result] with the cells, the ledger and the state in the terms of
// sim: its tables and figures take it, and [Result.Differences] compares the two.
//
// The way of a row through the pipeline:
//
//  1. The sender packs each reading into a [Row], and the source replays the rows in the order of
//     their arrival, or hands them over while the engine works ([Source]). After each period of
//     arrival the source moves its watermark.
//  2. The rows are decoded and keyed by subscriber. What is no row goes to the dead-letter output.
//  3. Fixed windows of one period group them. A row that comes after its window is dropped by the
//     engine, which does not say so: what went in less what came out is how many.
//  4. Of a group, rows with missing fields and repeated ones are dropped, with the stages of sim.
//  5. The last index of the subscriber, in keyed state, is subtracted. This happens in the global
//     window, behind a timer, because state belongs to a key and a window.
//  6. Consumption is summed up by region and period in fixed windows, and the cells are written.
//
// The functions of the pipeline run in this process also where the engine is elsewhere; a watch in it
// sees when things happen and how much is held, which no engine reports.
package engine
