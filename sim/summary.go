package sim

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A Cell names one entry of a [Summary]: the consumption of a region in a
// period.
type Cell struct {
	Region Region
	Period Period
}

// String returns the cell as in "north/2026-07".
func (c Cell) String() string { return c.Region.String() + "/" + c.Period.String() }

// compare orders cells by period, then by region in declared order.
func (c Cell) compare(d Cell) int {
	return cmp.Or(cmp.Compare(c.Period, d.Period), cmp.Compare(c.Region, d.Region))
}

// A Summary holds the consumption of cells, in m3, and remembers the order in
// which they were written. The zero Summary is empty.
type Summary struct {
	near  []int64        // by slot, of the cells that a network can have
	far   map[Cell]int64 // of any others
	has   bitset         // by slot
	order []Cell
}

// slot returns the place of the cell among those that a network can have.
func (c Cell) slot() (i int, near bool) {
	near = c.Period >= 1 && c.Period <= maxPeriods && c.Region >= 1 && int(c.Region) <= regionCount
	return int(c.Period-1)*regionCount + int(c.Region-1), near
}

// add adds consumption to a cell.
func (s *Summary) add(c Cell, m3 int64) {
	if _, ok := s.At(c); !ok {
		s.order = append(s.order, c)
	}
	i, near := c.slot()
	if !near {
		s.addFar(c, m3)
		return
	}
	s.reach(i)
	s.has.add(i)
	s.near[i] += m3
}

func (s *Summary) addFar(c Cell, m3 int64) {
	if s.far == nil {
		s.far = map[Cell]int64{}
	}
	s.far[c] += m3
}

// reach makes room for slot i.
func (s *Summary) reach(i int) {
	if i < len(s.near) {
		return
	}
	n := max(i+1, 2*len(s.near))
	s.near = append(s.near, make([]int64, n-len(s.near))...)
	s.has = append(s.has, make(bitset, (n+63)/64-len(s.has))...)
}

// reserve makes room for n cells.
func (s *Summary) reserve(n int) {
	s.order = make([]Cell, 0, n)
	s.reach(n - 1)
}

// addAll adds the cells of another summary.
func (s *Summary) addAll(other Summary) {
	for c, m3 := range other.All() {
		s.add(c, m3)
	}
}

// At returns the consumption of a cell in m3, and whether the cell was written.
func (s Summary) At(c Cell) (m3 int64, ok bool) {
	i, near := c.slot()
	switch {
	case !near:
		m3, ok = s.far[c]
	case i < len(s.near) && s.has.has(i):
		m3, ok = s.near[i], true
	}
	return m3, ok
}

// Len returns the number of cells.
func (s Summary) Len() int { return len(s.order) }

// All returns the cells and their consumption in m3, in the order in which they
// were first written.
func (s Summary) All() iter.Seq2[Cell, int64] {
	return func(yield func(Cell, int64) bool) {
		for _, c := range s.order {
			m3, _ := s.At(c)
			if !yield(c, m3) {
				return
			}
		}
	}
}

// Polluted returns the cells that differ from the baseline (the field calls
// them wrong aggregates), by period and region. A cell that only one of the two
// has differs.
func (s Summary) Polluted(baseline Summary) []Cell {
	var cells []Cell
	for c, m3 := range s.All() {
		if want, ok := baseline.At(c); !ok || want != m3 {
			cells = append(cells, c)
		}
	}
	cells = append(cells, s.Missing(baseline)...)
	slices.SortFunc(cells, Cell.compare)
	return cells
}

// Missing returns the cells of the baseline that were never written, by period
// and region. They are part of the polluted ones.
func (s Summary) Missing(baseline Summary) []Cell {
	var cells []Cell
	for c := range baseline.All() {
		if _, ok := s.At(c); !ok {
			cells = append(cells, c)
		}
	}
	slices.SortFunc(cells, Cell.compare)
	return cells
}

// Regions returns the regions that have a cell, in the order in which they were
// first written.
func (s Summary) Regions() []Region {
	var regions []Region
	for _, c := range s.order {
		if !slices.Contains(regions, c.Region) {
			regions = append(regions, c.Region)
		}
	}
	return regions
}

// Serve is the last stage: it returns the mean consumption of each region over
// the periods it has cells for, in m3 a period.
func (s Summary) Serve() Served {
	total, n := map[Region]int64{}, map[Region]int{}
	for c, m3 := range s.All() {
		total[c.Region] += m3
		n[c.Region]++
	}
	var served Served
	for _, r := range s.Regions() {
		served = append(served, ServedValue{r, hundredths(float64(total[r]) / float64(n[r]))})
	}
	return served
}

// hundredths rounds v to two decimals, halves as the exact binary value has
// them; it is Python's round(v, 2).
func hundredths(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'f', 2, 64), 64)
	return v + 0 // no negative zero
}

// A ServedValue is what a region's readers get: its mean consumption in m3 a
// period, to two decimals.
type ServedValue struct {
	Region Region
	M3     float64
}

// Served holds the served values, in the order in which the summary first wrote
// their regions.
type Served []ServedValue

// At returns the served value of a region and whether there is one.
func (s Served) At(r Region) (m3 float64, ok bool) {
	for _, v := range s {
		if v.Region == r {
			return v.M3, true
		}
	}
	return 0, false
}

// Diff returns the served values that differ from the baseline's, as the
// difference in m3 a period to two decimals. A region that is not served counts
// as served with 0.
func (s Served) Diff(baseline Served) Served {
	var diff Served
	for _, want := range baseline {
		got, _ := s.At(want.Region)
		if d := hundredths(got - want.M3); d != 0 {
			diff = append(diff, ServedValue{want.Region, d})
		}
	}
	return diff
}

// String returns the values as the source lessons print them,
// {'central': 1321.45, 'north': 1212.55}, and "empty" where there are none.
func (s Served) String() string {
	if len(s) == 0 {
		return "empty"
	}
	var parts []string
	for _, v := range s {
		m3 := strconv.FormatFloat(v.M3, 'f', -1, 64)
		if !strings.Contains(m3, ".") {
			m3 += ".0"
		}
		parts = append(parts, "'"+v.Region.String()+"': "+m3)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
