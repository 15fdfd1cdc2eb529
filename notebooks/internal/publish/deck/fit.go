package deck

import (
	"math"
	"slices"
	"unicode/utf8"

	"tidemark/notebooks/internal/publish/page"
)

// The room on a slide and what takes it up, in CSS pixels. The style sheet has
// the same numbers; a test in a browser sees to it that nothing is cut off.
const (
	width, height = 1280, 720
	side          = 48 // left and right of all
	room          = height - 36 - 44

	sectionHeight = 34
	titleSize     = 42
	titleLine     = 50
	titleGap      = 18
	pointSize     = 28
	pointLine     = 39
	pointGap      = 16
	itemGap       = 9
	itemLeading   = 1.36
	textPadding   = 14 // on each side
	textGap       = 16
	leading       = 1.38 // line height of code and outputs
)

// Sizes of type for code and outputs. Outputs are tables, which get smaller
// before their lines are broken.
const (
	largest        = 28
	smallest       = 20
	squeezed       = 18 // where that keeps together what belongs together
	smallestOutput = 17
	broken         = 24 // what has its lines broken anyway
	step           = 6  // how much larger code may be than what it printed
)

// What a character takes of a type size, on average or, for code, always.
const (
	boldWidth = 0.56
	sansWidth = 0.51
	monoWidth = 0.606
)

// linesOf returns how many lines so many characters take.
func linesOf(characters int, size, average float64, width int) int {
	return max(1, int(math.Ceil(float64(characters)*size*average/float64(width))))
}

const inner = width - 2*side

// headHeight returns the height of the words at the top of a slide.
func (s slide) headHeight() float64 {
	h := 0
	if s.Section != "" || s.Untold {
		h += sectionHeight
	}
	if s.Title != "" && !s.Untold {
		h += titleLine*linesOf(utf8.RuneCountInString(s.Title), titleSize, boldWidth, inner) + titleGap
	}
	for _, p := range s.Points {
		h += pointLine*linesOf(p.Length, pointSize, sansWidth, inner) + pointGap
	}
	return float64(h)
}

// columns returns how many characters of a size stand in a line of code.
func columns(size int) int {
	return int((inner - 2*textPadding) / (float64(size) * monoWidth))
}

// hanging is how much further in a broken line goes on, in characters.
const hanging = 4

// rows returns how many rows a line takes of so many columns. It is broken
// between words, which is why not all of a row is used.
func (l line) rows(columns int) int {
	if l.Length <= columns {
		return 1
	}
	used := max(columns-l.Indent-hanging, 1) * 9 / 10
	return 1 + (l.Length-columns+used-1)/max(used, 1)
}

// height returns the height of a text in a type size.
func (t text) height(size int) float64 {
	rows := 0
	for _, l := range t.Lines {
		rows += l.rows(columns(size))
	}
	return float64(rows)*float64(size)*leading + 2*textPadding + textGap
}

// size returns the largest type size up to a limit in which no line of the text
// is broken, but those that are broken in every size. Where there is none, code
// is broken as the limit has it, and an output in small type.
func (t text) size(limit int) int {
	least := min(limit, smallest)
	if t.Kind == "output" {
		least = smallestOutput
	}
	longest := t.longest(math.MaxInt)
	if t.Kind == "output" && longest > columns(least) {
		longest, limit = t.longest(columns(least)), min(limit, broken)
	}
	for size := limit; size >= least; size-- {
		if longest <= columns(size) {
			return size
		}
	}
	if t.Kind == "output" {
		return least
	}
	return min(limit, broken)
}

// longest returns the length of the longest line among those of no more than so
// many characters.
func (t text) longest(limit int) (longest int) {
	for _, l := range t.Lines {
		if l.Length <= limit {
			longest = max(longest, l.Length)
		}
	}
	return longest
}

// fits sets the texts of a slide in the largest type in which all of it fits,
// down to the smallest, and reports whether there is one.
func (s *slide) fits() bool { return s.fitsIn(smallest) }

// fitsIn is fits down to another size.
func (s *slide) fitsIn(least int) bool {
	for limit := largest; limit >= least; limit-- {
		h := s.headHeight()
		for i, t := range s.Texts {
			s.Texts[i].Size = t.size(limit)
			if i > 0 && t.Kind == "output" {
				before := &s.Texts[i-1]
				h -= before.height(before.Size)
				before.Size = min(before.Size, max(s.Texts[i].Size+step, smallest))
				h += before.height(before.Size)
			}
			h += t.height(s.Texts[i].Size)
		}
		if h <= room {
			return true
		}
	}
	return len(s.Texts) == 0
}

// spread puts the texts under the head, over as many slides as it takes. The
// slides after the first have the title of it.
func spread(head slide, texts []text) []slide {
	head.fits()
	slides := []slide{head}
	for _, t := range texts {
		last := &slides[len(slides)-1]
		with := *last
		with.Texts = append(with.Texts[:len(with.Texts):len(with.Texts)], t)
		least := smallest
		if len(last.Texts) == 0 {
			least = squeezed // rather than points with nothing below them
		}
		if with.fitsIn(least) {
			*last = with
			continue
		}
		for _, part := range head.next().pieces(t) {
			s := head.next()
			s.Texts = []text{part}
			s.fitsIn(squeezed)
			slides = append(slides, s)
		}
	}
	if len(slides) > 1 && len(head.Points)+len(slides[0].Texts) == 0 {
		slides = slides[1:] // nothing but the title, which the next one has too
		slides[0].Level = head.Level
	}
	return slides
}

// pieces cuts a text into pieces that each fit on a slide, preferably where a
// line is empty.
func (s slide) pieces(t text) (pieces []text) {
	for lines := t.Lines; len(lines) > 0; {
		n := s.fitting(t, lines)
		t.Lines = lines[:n]
		pieces = append(pieces, t)
		lines = lines[n:]
		for len(lines) > 0 && lines[0].Length == 0 {
			lines = lines[1:]
		}
	}
	return pieces
}

// fitting returns how many of the lines go on a slide, at least one.
func (s slide) fitting(t text, lines []line) int {
	s.Texts = []text{t}
	if s.Texts[0].Lines = lines; s.fitsIn(squeezed) {
		return len(lines)
	}
	for n := len(lines) - 1; n > 1; n-- {
		if s.Texts[0].Lines = lines[:n]; s.fits() {
			return breakBefore(lines, n)
		}
	}
	return 1
}

// breakBefore returns where to break lines of which n fit: in their second half
// at the last empty line; or else where a statement begins, as far out as there
// is one. One that is not within another may stand a little earlier.
func breakBefore(lines []line, n int) int {
	for i := n; i > n/2; i-- {
		if lines[i].Length == 0 {
			return i
		}
	}
	best := n
	for i := n; i > n/3; i-- {
		switch l := lines[i]; {
		case l.Closes, i <= n/2 && l.Indent > 0:
		case lines[best].Closes, l.Indent < lines[best].Indent:
			best = i
		}
	}
	return best
}

// Sizes of type for tables. One that is too long even in the smallest goes on on
// another slide.
const (
	largestTable  = 26
	smallestTable = 20
	rowGap        = 11
	columnGap     = 24
	tableLeading  = 1.33
)

// tableSize returns the largest type size in which a table is no higher than
// that, or the smallest.
func tableSize(rows [][]int, height float64) int {
	for size := largestTable; size > smallestTable; size-- {
		if tableHeight(rows, size) <= height {
			return size
		}
	}
	return smallestTable
}

// partTable parts a table into as few as are no higher than that.
func partTable(table page.Item, height float64) []page.Item {
	parts := []page.Item{table}
	high := func(part page.Item) bool { return tableHeight(part.Rows, smallestTable) > height }
	for n := 2; n < len(table.Rows) && slices.ContainsFunc(parts, high); n++ {
		parts = table.Parts(n)
	}
	return parts
}

// tableHeight returns the height of a table in a type size. Where its columns
// need more than there is, they get their share of it.
func tableHeight(rows [][]int, size int) float64 {
	columns := make([]int, len(rows[0])) // the longest cells
	need := 0
	for i := range columns {
		for _, row := range rows {
			columns[i] = max(columns[i], row[i])
		}
		need += columns[i]
	}
	share := min(1, (inner-columnGap*float64(len(columns)))/(float64(need*size)*sansWidth))
	h := float64(textGap)
	for _, row := range rows {
		lines := 1
		for i, length := range row {
			broken := math.Ceil(1.25 * float64(length) / (share * float64(max(columns[i], 1))))
			if share < 1 {
				lines = max(lines, int(broken))
			}
		}
		h += float64(lines*size)*tableLeading + rowGap
	}
	return h
}

// Sizes of type for lists. One that is too long even in the smallest goes on on
// another slide.
const (
	largestItem  = 26
	smallestItem = 22
)

// listSize returns the largest type size in which a list is no higher than
// that, or the smallest.
func listSize(l page.List, height float64) int {
	if l.Items[0].Rows != nil {
		size := largestTable
		for _, part := range l.Items {
			size = min(size, tableSize(part.Rows, height))
		}
		return size
	}
	for size := largestItem; size > smallestItem; size-- {
		h := 0.0
		for _, item := range l.Items {
			h += itemHeight(item, size)
		}
		if h <= height {
			return size
		}
	}
	return smallestItem
}

func itemHeight(item page.Item, size int) float64 {
	if item.Rows != nil {
		return tableHeight(item.Rows, size)
	}
	return float64(size*linesOf(item.Length, float64(size), sansWidth, inner-40))*itemLeading + itemGap
}

// spreadList puts a list on as many slides as it takes.
func spreadList(head slide, l page.List) []slide {
	next := head.next()
	if l.Title != "" {
		next.Title, next.Untold = l.Title, false
	}
	height := room - next.headHeight()
	if table := l.Items[0]; table.Rows != nil {
		l.Items = partTable(table, height)
	}
	next.Size = listSize(l, height)
	var slides []slide
	h, start := math.Inf(1), 1
	for i, item := range l.Items {
		need := itemHeight(item, next.Size)
		if h+need > room {
			s := next
			s.List, s.Start = page.List{Element: l.Element}, start+i
			slides = append(slides, s)
			h = s.headHeight()
		}
		list := &slides[len(slides)-1].List
		list.Items = append(list.Items, item)
		h += need
	}
	return slides
}

// smallestBelow is the smallest type of a list below points. One that needs
// smaller type has a slide to itself.
const smallestBelow = 22

// holds reports whether a list fits below the points of a slide.
func (s slide) holds(l page.List) bool {
	if len(s.Points) == 0 || l.Title != "" {
		return false
	}
	s = s.with(l)
	h := s.headHeight()
	for _, item := range l.Items {
		h += itemHeight(item, s.Size)
	}
	return s.Size >= smallestBelow && h <= room
}

// with returns a slide that has a list below its points.
func (s slide) with(l page.List) slide {
	s.List, s.Start = l, 1
	s.Size = listSize(l, room-s.headHeight())
	return s
}
