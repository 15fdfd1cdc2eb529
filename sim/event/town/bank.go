package town

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tidemark/sim/event"
)

// A Card of the bank, from 1.
type Card int32

// String returns the card's name, "C001" for 1.
func (c Card) String() string { return fmt.Sprintf("C%03d", int(c)) }

// A Place is where a card is used. The zero Place is a missing field.
type Place uint8

var placeNames = [...]string{"none", "Bergen", "Cork", "Graz", "Lund", "Porto", "Split", "Turku", "Vilnius"}

const placeCount = len(placeNames) - 1

// String returns the name of the place.
func (p Place) String() string {
	if int(p) >= len(placeNames) {
		return fmt.Sprintf("Place(%d)", p)
	}
	return placeNames[p]
}

// A Transaction is one use of a card.
type Transaction struct {
	Card   Card
	Place  Place
	Amount float64 // in euros
	Stolen bool    // the truth, which no rule sees
}

// Of returns the card: the key of a transaction.
func (t Transaction) Of() Card { return t.Card }

// Valid returns an error for a transaction that cannot be one: without a card or
// place, or with an amount that is NaN, not positive or beyond counting.
func (t Transaction) Valid() error {
	switch {
	case t.Card < 1:
		return fmt.Errorf("town: card must be at least 1, got %d", t.Card)
	case t.Place < 1 || int(t.Place) > placeCount:
		return fmt.Errorf("town: place must be 1 to %d, got %v", placeCount, t.Place)
	case !event.Measurable(t.Amount) || t.Amount <= 0:
		return fmt.Errorf("town: amount must be more than 0 and at most %v euros, got %v", event.MaxNumber, t.Amount)
	}
	return nil
}

// A Profile is what the bank knows of a card beforehand.
type Profile struct {
	Places [2]Place // where it is used
	Usual  float64  // the mean amount, in euros
}

// Known is a transaction with the profile of its card.
type Known struct {
	Transaction
	Profile Profile
}

// Know adds a profile to a transaction, for [event.Enrich].
func Know(t Transaction, p Profile) Known { return Known{t, p} }

// A Bank has cards, of which thieves get hold from time to time.
type Bank struct {
	Cards  int
	Thefts float64 // share of the arrivals that are thieves, 0 to 1
	Seed   uint64  // of the profiles
}

func (b Bank) validate() error {
	if !(b.Thefts >= 0 && b.Thefts <= 1) {
		return fmt.Errorf("town: thefts must be a share of 0 to 1, got %v", b.Thefts)
	}
	return atLeast("cards", b.Cards)
}

// profile returns the profile of a card.
func (b Bank) profile(c Card) Profile {
	h := mix(b.Seed + uint64(c))
	home := h % uint64(placeCount)
	work := (home + 1 + (h>>8)%uint64(placeCount-1)) % uint64(placeCount) // another one
	return Profile{[2]Place{Place(1 + home), Place(1 + work)}, float64(10 + (h>>16)%91)}
}

// mix is the finaliser of splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Profiles returns the table of all cards.
func (b Bank) Profiles() (map[Card]Profile, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	table := make(map[Card]Profile, b.Cards)
	for c := range Card(b.Cards) {
		table[c+1] = b.profile(c + 1)
	}
	return table, nil
}

// Transactions returns what the cards are used for.
func (b Bank) Transactions(t Traffic) (event.Stream[Transaction], error) {
	if err := firstError(t.validate(), b.validate()); err != nil {
		return nil, err
	}
	return stream(t, 'b', func(w *world[Transaction]) { w.arrive = b.use }), nil
}

// use plans what a customer does, or a thief.
func (b Bank) use(w *world[Transaction]) {
	c := Card(1 + w.IntN(b.Cards))
	p := b.profile(c)
	t := Transaction{Card: c, Place: p.Places[w.IntN(2)], Amount: euros(p.Usual * (0.3 + 1.4*w.Float64()))}
	if w.Float64() >= b.Thefts {
		w.plan(0, t)
		return
	}
	t.Stolen = true
	switch w.IntN(3) {
	case 0: // somewhere else; the draw may find a place that the card knows
		t.Place = Place(1 + w.IntN(placeCount))
	case 1: // many times, quickly
		for range 7 {
			w.plan(w.between(time.Second, 45*time.Second), t)
		}
	case 2: // much at once
		t.Amount = euros(p.Usual * (3 + 7*w.Float64()))
	}
	w.plan(0, t)
}

// euros rounds to cents.
func euros(x float64) float64 { return math.Round(x*100) / 100 }

// Rules are rules that a transaction breaks.
type Rules uint8

// The three rules of the lesson.
const (
	UnusualPlace Rules = 1 << iota // none of the card's places
	TooMany                        // one more than the limit within a minute
	HighAmount                     // so many times the usual
)

// String returns the names of the rules, "place" or "count+amount".
func (r Rules) String() string {
	var names []string
	for i, n := range []string{"place", "count", "amount"} {
		if r>>i&1 == 1 {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "+")
}

// A Decision on a transaction is made before the next one is looked at.
type Decision struct {
	Broken Rules
	Looked int // values compared to decide, which bounds the time that it takes
}

// Blocked reports whether the transaction is refused.
func (d Decision) Blocked() bool { return d.Broken != 0 }

// A Detector decides on transactions, one at a time. It keeps a few times of
// each card, and nothing that grows with their number.
type Detector struct {
	Limit  int           // transactions of a card that may lie within one Minute
	Minute time.Duration // half-open, as all intervals: exactly that apart is outside
	Factor float64       // an amount above so many times the usual is high

	recent map[Card][]event.Time // the newest of each card, at most Limit, oldest first
}

// NewDetector returns a detector with the rules of the lesson: more than five
// transactions in one minute, and more than three times the usual amount.
func NewDetector() *Detector { return &Detector{Limit: 5, Minute: time.Minute, Factor: 3} }

// Decide decides on a transaction that is valid. A detector whose limit is less
// than 1 takes any second transaction in a minute for one too many.
func (d *Detector) Decide(e event.Event[Known]) Decision {
	var out Decision
	if known := e.Value.Profile.Places; !slices.Contains(known[:], e.Value.Place) {
		out.Broken |= UnusualPlace
	}
	if e.Value.Amount > d.Factor*e.Value.Profile.Usual {
		out.Broken |= HighAmount
	}
	near, looked := d.count(e.Value.Card, e.Time)
	if near > max(d.Limit, 1) {
		out.Broken |= TooMany
	}
	out.Looked = looked + len(e.Value.Profile.Places) + 1
	return out
}

// count notes a time and returns how many of the card's lie in the minute up to
// it, itself included, and how many it looked at.
func (d *Detector) count(c Card, t event.Time) (near, looked int) {
	if d.recent == nil {
		d.recent = map[Card][]event.Time{}
	}
	times := d.recent[c]
	near = 1
	for _, other := range times {
		if other <= t && t.Sub(other) < d.Minute {
			near++
		}
	}
	at, _ := slices.BinarySearch(times, t)
	kept := slices.Insert(times, at, t)
	d.recent[c] = slices.Delete(kept, 0, max(len(kept)-max(d.Limit, 1), 0))
	return near, len(times)
}

// A Record is how a detector did: transactions with a stolen card that it
// blocked or let through, and those of honest owners that it blocked.
type Record struct {
	Caught, Missed, Wronged int
	Blocked                 map[Rules]int // by the rules that were broken
	Looked                  int           // values compared for one decision, at most
}

// Judge has the detector decide on each transaction of a stream, which has to
// end.
func (d *Detector) Judge(in event.Stream[Known]) Record {
	r := Record{Blocked: map[Rules]int{}}
	for e := range in {
		made := d.Decide(e)
		r.Looked = max(r.Looked, made.Looked)
		switch {
		case made.Blocked() && e.Value.Stolen:
			r.Caught++
		case made.Blocked():
			r.Wronged++
		case e.Value.Stolen:
			r.Missed++
		}
		if made.Blocked() {
			r.Blocked[made.Broken]++
		}
	}
	return r
}

// SixPayments returns payments of ten euros by one card, five of them within a
// minute and a sixth after it, in one of the card's places.
func SixPayments() []event.Event[Known] {
	home := Profile{Places: [2]Place{1, 1}, Usual: 20}
	var log []event.Event[Known]
	for i, second := range []int{0, 10, 20, 30, 40, 75} {
		pay := Known{Transaction: Transaction{Card: 1, Place: 1, Amount: 10}, Profile: home}
		log = append(log, event.Event[Known]{ID: event.ID(i + 1), Time: event.At(12, 0, second), Value: pay})
	}
	return log
}

// A Bill is what a bank makes of the payments that it got.
type Bill struct {
	Payments []event.ID
	Euros    float64
	Blocked  int // by the rules of [NewDetector]
}

// Settle adds payments up, as often as they come.
func Settle(in event.Stream[Known]) Bill {
	var b Bill
	d := NewDetector()
	for e := range in {
		b.Payments = append(b.Payments, e.ID)
		b.Euros += e.Value.Amount
		if d.Decide(e).Blocked() {
			b.Blocked++
		}
	}
	return b
}

// String returns the bill on one line.
func (b Bill) String() string {
	return fmt.Sprintf("payments %v, %.0f euros, %d blocked", b.Payments, b.Euros, b.Blocked)
}
