package town

import (
	"fmt"
	"maps"
	"time"

	"tidemark/sim/event"
)

// A Product of the shop, from 1.
type Product int32

// String returns the product's name, "P1" for 1.
func (p Product) String() string { return fmt.Sprintf("P%d", int(p)) }

// A Sale is an order of some pieces of one product.
type Sale struct {
	Product Product
	Pieces  int
}

// Of returns the product: the key of a sale.
func (s Sale) Of() Product { return s.Product }

// Valid returns an error for a sale of no product or no pieces.
func (s Sale) Valid() error {
	if s.Product < 1 || s.Pieces < 1 {
		return fmt.Errorf("town: sale must be of at least 1 piece of a product, got %d of product %d", s.Pieces, s.Product)
	}
	return nil
}

// A Shop sells products, the first of them more than the second, and so on.
type Shop struct{ Products int }

// Sales returns what customers order, also of what is sold out.
func (s Shop) Sales(t Traffic) (event.Stream[Sale], error) {
	if err := firstError(t.validate(), atLeast("products", s.Products)); err != nil {
		return nil, err
	}
	return stream(t, 's', func(w *world[Sale]) {
		w.arrive = func(w *world[Sale]) {
			product := min(1+w.IntN(s.Products), 1+w.IntN(s.Products))
			w.plan(0, Sale{Product(product), 1 + w.IntN(3)})
		}
	}), nil
}

// An Outcome is what became of a sale.
type Outcome uint8

// The outcomes.
const (
	Sold     Outcome = iota
	SoldOut          // there are fewer pieces than ordered: none is sold
	Unlisted         // the shop does not have the product, or no pieces were ordered
)

// String returns the outcome in words.
func (o Outcome) String() string {
	names := [...]string{"sold", "sold out", "unlisted"}
	if int(o) >= len(names) {
		return fmt.Sprintf("Outcome(%d)", o)
	}
	return names[o]
}

// An Inventory counts the pieces in stock, down with each sale.
type Inventory struct {
	stock    map[Product]int
	outcomes [3]int
}

// NewInventory returns an inventory that begins with some stock.
func NewInventory(stock map[Product]int) (*Inventory, error) {
	inv := &Inventory{stock: make(map[Product]int, len(stock))}
	for p, n := range stock {
		if n < 0 {
			return nil, fmt.Errorf("town: stock must not be negative, got %d of %v", n, p)
		}
		inv.stock[p] = n
	}
	return inv, nil
}

// Sell takes the pieces of a sale out of the stock, if all of them are there.
func (inv *Inventory) Sell(s Sale) Outcome {
	o := Sold
	switch left, ok := inv.stock[s.Product]; {
	case !ok || s.Valid() != nil:
		o = Unlisted
	case left < s.Pieces:
		o = SoldOut
	default:
		inv.stock[s.Product] = left - s.Pieces
	}
	inv.outcomes[o]++
	return o
}

// Left returns how many pieces of a product there are.
func (inv *Inventory) Left(p Product) int { return inv.stock[p] }

// Count returns how many sales had an outcome.
func (inv *Inventory) Count(o Outcome) int {
	if int(o) >= len(inv.outcomes) {
		return 0
	}
	return inv.outcomes[o]
}

// A StockTake is an inventory that is counted every so often, as by a batch job:
// in between, the shop sells by the last count. So it can sell what is not
// there.
type StockTake struct {
	every event.Time
	next  event.Time
	shown map[Product]int // by the last count
	left  *Inventory      // what there really is; less than nothing is owed
}

// NewStockTake returns a stock take that begins with some stock, counted, and
// counts again at whole multiples of every since midnight.
func NewStockTake(stock map[Product]int, every time.Duration) (*StockTake, error) {
	if every < time.Millisecond || every%time.Millisecond != 0 {
		return nil, fmt.Errorf("town: stock must be counted every 1ms or more, in whole milliseconds, got %v", every)
	}
	left, err := NewInventory(stock)
	if err != nil {
		return nil, err
	}
	return &StockTake{every: event.Time(every.Milliseconds()), shown: maps.Clone(stock), left: left}, nil
}

// Sell sells the pieces of a sale if the last count before it has them.
func (st *StockTake) Sell(e event.Event[Sale]) Outcome {
	if now := e.Arrived(); now >= st.next {
		st.next = now - now%st.every + st.every
		st.shown = maps.Clone(st.left.stock)
	}
	s, o := e.Value, Sold
	switch shown, ok := st.shown[s.Product]; {
	case !ok || s.Valid() != nil:
		o = Unlisted
	case shown < s.Pieces:
		o = SoldOut
	default:
		st.left.stock[s.Product] -= s.Pieces
	}
	st.left.outcomes[o]++
	return o
}

// Left returns how many pieces of a product there are; less than nothing is
// what was sold without being there.
func (st *StockTake) Left(p Product) int { return st.left.Left(p) }

// Count returns how many sales had an outcome.
func (st *StockTake) Count(o Outcome) int { return st.left.Count(o) }
