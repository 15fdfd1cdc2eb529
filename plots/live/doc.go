// Package live lets the reader of a notebook move the values behind a figure. A
// cell declares controls, as the package flag declares flags, and shows a
// figure that is computed from them:
//
//	delay, tolerance := live.Slider("delay", 1, 0, 7), live.Slider("tolerance", 0, 0, 11)
//	live.Show(func() (*plots.Figure, error) {
//		o := window(*delay, *tolerance)
//		live.Printf("%d rows dropped, %d entries carried", o.LateDropped, o.CarriedState)
//		return plots.CellDifferences(o)
//	})
//
// While the cell runs, each move runs the function again in the program of the
// cell and replaces the figure. The newest values win: what the hand has passed
// by in the meantime is not drawn.
package live
