// Package event processes timestamped events one at a time, as they arrive.
//
// Every [Event] has two clocks. Its Time is event time: when it happened. Its
// Arrival is processing time: when the pipeline got it. Windows go by the
// first, results come to exist by the second.
//
// The way of an event:
//
//  1. [Screen] counts it and rejects it if it has no time or no sound value.
//  2. [Dedupe] drops what comes again under the same [ID], as it does when a
//     crashed consumer reads on from its last committed place ([Redeliver]).
//  3. [Filter] keeps what is wanted, [Enrich] adds a column from a table,
//     [Join] pairs it with the events of another stream.
//  4. [Aggregate] groups it into tumbling, sliding or session [Windows] and
//     writes each window when the watermark has passed its end.
//  5. [Table] keeps the newest result of each window and key, so that writing
//     one twice changes nothing.
//
// [Buckets] is the other way: it lets events pile up and hands them over all at
// once, as a batch job gets them. [Choose] says which way suits.
//
// All intervals are half-open, [start, end): an event exactly at the end of a
// window belongs to the next one. The watermark W says that everything before
// W has arrived, so a window is written as soon as W reaches its end, and an
// event exactly at the watermark is never late.
//
// What goes wrong with an event is counted, not hidden: the [Ledger] of a run
// has a place for every event that went in. Errors are kept for settings that
// make no sense, such as a window of no length. Nothing here reads the clock
// of the machine or depends on map order, so the same events give the same
// results everywhere.
package event
