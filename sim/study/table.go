package study

import (
	"fmt"
	"slices"
	"strings"
)

// A Row is a kind of world as the results name it.
type Row struct {
	Law    string
	Months int
}

// Rows returns the kinds of world that the results have, in their order.
func (r Results) Rows() []Row {
	var rows []Row
	for _, w := range r.Worlds {
		if row := (Row{w.Law, w.Months}); !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// RowsOf returns those with so many months of history.
func (r Results) RowsOf(months int) []Row {
	return slices.DeleteFunc(r.Rows(), func(row Row) bool { return row.Months != months })
}

// Cost returns the mean cost per cell of a contestant in worlds of a kind.
func (r Results) Cost(row Row, contestant string) (Mean, error) {
	return r.mean(row, func(w Result, at map[string]int) float64 { return w.Scores[at[contestant]].Cost }, contestant)
}

// Polluted returns the mean share of cells that are polluted.
func (r Results) Polluted(row Row, contestant string) (Mean, error) {
	return r.mean(row, func(w Result, at map[string]int) float64 { return w.Scores[at[contestant]].Polluted }, contestant)
}

// Difference returns by how much the first contestant costs more than the
// second, world by world. Its standard error is that of the difference, which
// is much smaller than those of the two costs: both had the same luck.
func (r Results) Difference(row Row, a, b string) (Mean, error) {
	return r.mean(row, func(w Result, at map[string]int) float64 { return w.Scores[at[a]].Cost - w.Scores[at[b]].Cost }, a, b)
}

// mean returns the mean of a number that each world of a kind has, made of the
// scores of some contestants.
func (r Results) mean(row Row, of func(Result, map[string]int) float64, contestants ...string) (Mean, error) {
	at := map[string]int{}
	for i, name := range r.Contestants {
		at[name] = i
	}
	for _, name := range contestants {
		if _, ok := at[name]; !ok {
			return Mean{}, fmt.Errorf("study: contestant must be one of %q, got %q", r.Contestants, name)
		}
	}
	var xs []float64
	for _, w := range r.Worlds {
		if w.Law == row.Law && w.Months == row.Months {
			xs = append(xs, of(w, at))
		}
	}
	if len(xs) == 0 {
		return Mean{}, fmt.Errorf("study: kind must be one of %v, got %v", r.Rows(), row)
	}
	return MeanOf(xs), nil
}

// CostTable prints the mean cost per cell of contestants, a row for each kind of
// world.
func (r Results) CostTable(contestants ...string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-17s %6s", "law", "months")
	for _, c := range contestants {
		fmt.Fprintf(&b, " %*s", width(c), c)
	}
	for _, row := range r.Rows() {
		fmt.Fprintf(&b, "\n%-17s %6d", row.Law, row.Months)
		for _, c := range contestants {
			m, err := r.Cost(row, c)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, " %*.4f", width(c), m.Value)
		}
	}
	return b.String() + "\n", nil
}

// width is that of a column of numbers with four decimals.
func width(heading string) int { return max(len(heading), len("0.0000")) }

// A Pair is two contestants that are compared.
type Pair struct{ A, B string }

// String returns the pair as in "logistic - KM".
func (p Pair) String() string { return p.A + " - " + p.B }

// DifferenceTable prints the mean difference in cost between contestants with
// its standard error, a row for each kind of world. A star marks those that are
// further from zero than twice that error.
func (r Results) DifferenceTable(pairs ...Pair) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-17s %6s", "law", "months")
	for _, p := range pairs {
		fmt.Fprintf(&b, " %-*s", differenceWidth(p), p)
	}
	lines := []string{strings.TrimRight(b.String(), " ")}
	for _, row := range r.Rows() {
		line, err := r.differences(row, pairs)
		if err != nil {
			return "", err
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n", nil
}

func (r Results) differences(row Row, pairs []Pair) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%-17s %6d", row.Law, row.Months)
	for _, p := range pairs {
		m, err := r.Difference(row, p.A, p.B)
		if err != nil {
			return "", err
		}
		star := " "
		if m.Clear() {
			star = "*"
		}
		fmt.Fprintf(&b, " %-*s", differenceWidth(p), fmt.Sprintf("%+.4f ± %.4f%s", m.Value, m.StdErr, star))
	}
	return strings.TrimRight(b.String(), " "), nil
}

func differenceWidth(p Pair) int { return max(len(p.String()), len("+0.0000 + 0.0000*")) }

// Comparisons returns the pairs of the lesson.
func Comparisons() []Pair {
	return []Pair{{ByLogistic, ByKM}, {ByLogistic, ByTied}, {ByLogistic, ByRecent}, {ByMLP, ByLogistic}}
}
