// Package plots draws the figures of the lessons.
//
// A figure states what it found: its title, its lead and its note are computed
// from the data that it draws, so a reader who changes a delay gets another
// title and never a wrong one. In a lesson it takes one line to make and show
// one, and one more to take it elsewhere:
//
//	plots.Show(plots.ToleranceTradeoff(outcomes))
//	plots.Export(plots.ToleranceTradeoff(outcomes))
//
// The way of a figure:
//
//  1. A function such as [ToleranceTradeoff] takes values of package sim and
//     gives a [Figure]: its words, and a function that makes its panels.
//  2. A [Theme] at a [Size] is a [Look]. In each look the figure makes its
//     panels afresh, out of marks: [Box], [Dot], [Cross], [Stroke], [Area],
//     [Label], and the axes [XTicks] and [YTicks]. They are plotters of gonum,
//     and so can be mixed with those.
//  3. [Align] gives each [Panel] its place, with room for its labels.
//  4. [Figure.Render] draws all of it as [SVG], [PDF] or [PNG], the same bytes
//     in every run.
//  5. [Show] puts the figure below the cell of a notebook, [Export] writes it
//     in all sizes, themes and formats. A [Recipe] makes it without a notebook.
//
// To add a figure, write one file with one function that checks what it is
// given, computes its words and makes its panels, and list it among the
// recipes; the tests then look at it with many parameters.
//
// Hues have one meaning each (see [Theme]), counts start at zero, labels stand
// beside what they name, and a hollow mark is what is true only because the
// stream ends.
package plots
