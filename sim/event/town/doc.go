// Package town makes the events of a small town, and does with them what the
// town needs done at once.
//
// A [Site] is clicked on, a [Bank] is asked for money, a [Shop] sells, a
// [CallCentre] is called, the machines of a [Plant] are measured, [Phones] go
// off the network and on again, and a [Taxi] rank gets requests and offers.
// Each gives an [event.Stream], made as it is read, so that ten million events
// take no more memory than ten; [Traffic] says how many, how fast and how late.
//
// Three of them are put to use: a [Detector] blocks stolen cards, an
// [Inventory] never sells what is not there, and a dashboard of the call centre
// shows a [Panel] every few seconds.
//
// Each stream follows from its seed alone. The numbers come from
// [math/rand/v2.PCG], whose output is fixed; the lessons pin them.
package town
