package plots

import (
	"fmt"
	"slices"
	"time"

	"tidemark/sim/event"
	"tidemark/sim/event/town"
)

// StockLevels draws how many pieces of a product are left while it is ordered,
// twice: with an inventory that each sale decrements, and with one that is only
// counted every so often, so that the shop sells what is not there. The sales
// are those of one product, in order of arrival.
func StockLevels(sales []event.Event[town.Sale], pieces int, every time.Duration) (*Figure, error) {
	s, err := newStockLevels(sales, pieces, every)
	if err != nil {
		return nil, err
	}
	return &Figure{
		Name:    stockLevels,
		Variant: s.variant(),
		Title:   s.title(),
		Lead:    fmt.Sprintf("Pieces left of %s while %s come in", Count(pieces), plural(len(sales), "order")),
		Note:    s.note(),
		Alt:     s.alt(),
		Aspect:  0.4,
		Panels:  func(l Look) [][]*Panel { return [][]*Panel{{s.panel(l)}} },
	}, nil
}

const stockLevels = "stock-levels"

// A stock is what the figure shows.
type stock struct {
	pieces  int
	every   time.Duration
	edges   []float64 // times of sales, and the ends
	levels  [2][]float64
	refused [2]int
}

func newStockLevels(sales []event.Event[town.Sale], pieces int, every time.Duration) (*stock, error) {
	if len(sales) == 0 {
		return nil, fmt.Errorf("plots: figure %s must have sales, got none", stockLevels)
	}
	product := sales[0].Value.Product
	river, err := town.NewInventory(map[town.Product]int{product: pieces})
	if err != nil {
		return nil, err
	}
	bucket, err := town.NewStockTake(map[town.Product]int{product: pieces}, every)
	if err != nil {
		return nil, err
	}
	s := &stock{pieces: pieces, every: every}
	s.step(sales[0].Arrived().Add(-time.Minute), pieces, pieces)
	for _, e := range sales {
		if e.Value.Product != product {
			return nil, fmt.Errorf("plots: figure %s must have sales of one product, got %v and %v", stockLevels, product, e.Value.Product)
		}
		river.Sell(e.Value)
		bucket.Sell(e)
		s.step(e.Arrived(), river.Left(product), bucket.Left(product))
	}
	s.edges = append(s.edges, float64(sales[len(sales)-1].Arrived().Add(time.Minute)))
	s.refused = [2]int{river.Count(town.SoldOut), bucket.Count(town.SoldOut)}
	return s, nil
}

// step notes what is left from t on.
func (s *stock) step(t event.Time, river, bucket int) {
	s.edges = append(s.edges, float64(t))
	s.levels[stream] = append(s.levels[stream], float64(river))
	s.levels[batch] = append(s.levels[batch], float64(bucket))
}

// variant names what differs from the lesson's.
func (s *stock) variant() string {
	var parts []string
	if s.pieces != 60 {
		parts = append(parts, fmt.Sprintf("pieces%d", s.pieces))
	}
	if s.every != time.Hour {
		parts = append(parts, "every"+s.every.String())
	}
	return joinParts(parts)
}

// end returns what is left in a mode at the end.
func (s *stock) end(mode int) int { return int(s.levels[mode][len(s.levels[mode])-1]) }

// oversold returns how many pieces are sold without being there.
func (s *stock) oversold() int { return max(0, -int(slices.Min(s.levels[batch]))) }

func (s *stock) title() string {
	if n := s.oversold(); n > 0 {
		return fmt.Sprintf("Decremented with each sale, the stock stops at\u00a0%s; counted every %s, it is oversold by %s",
			Count(s.end(stream)), every(s.every), plural(n, "piece"))
	}
	return fmt.Sprintf("Decremented with each sale or counted every %s: nothing is oversold here", every(s.every))
}

func (s *stock) note() string {
	return fmt.Sprintf("Orders refused because too little is left: %s with each sale counted at once, %s with a count every %s.",
		Count(s.refused[stream]), Count(s.refused[batch]), every(s.every))
}

func (s *stock) alt() string {
	return fmt.Sprintf("Two falling staircases from %s. The stream's ends at %s, that of the batch at %s. %s",
		plural(s.pieces, "piece"), Count(s.end(stream)), Count(s.end(batch)), s.note())
}

func (s *stock) panel(l Look) *Panel {
	low := min(0, slices.Min(s.levels[batch]))
	first, last := s.edges[0], s.edges[len(s.edges)-1]
	p := NewPanel(first, last, low-float64(s.pieces)/20, float64(s.pieces))
	p.Add(YTicks{Scale: Counts(low, float64(s.pieces), UnitOf(float64(s.pieces))), Style: l.Text(l.Muted), Rule: l.Hair()},
		XTicks{Scale: Clock(event.Time(first), event.Time(last)), Style: l.Text(l.Muted)},
		l.Heading(p, "Pieces left"))
	if low < 0 {
		p.Add(Box{X0: first, X1: last, Y0: p.Y.Min, Y1: 0, Fill: l.Tint(l.Lost, 0.07)},
			l.key(p, "below 0: sold, but not there", l.Lost, 0))
	}
	ends := [2]float64{float64(s.end(stream)), float64(s.end(batch))}
	for mode, hue := range modeHues(l) {
		p.Add(Stroke{Steps(s.edges, s.levels[mode]), l.Line(hue, 2.2)})
		name := fmt.Sprintf("%s\n%s", modes[mode].name, Count(ends[mode]))
		label := Label{X: last, Y: ends[mode], Text: name, Style: l.Bold(hue), At: Right}
		p.Add(apartFrom(label, ends[1-mode], float64(s.pieces)-low))
	}
	return p
}
