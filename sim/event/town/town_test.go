package town

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/sim/event"
)

// pinned is the traffic whose first events are pinned.
var pinned = Traffic{Seed: 1, Count: 2000, Gap: 2 * time.Second, Late: 0.2, Delay: 3 * time.Minute}

// take reads a stream twice, checks what all streams promise, and returns it.
func take[T comparable](t *testing.T, in event.Stream[T], err error) []event.Event[T] {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	events := slices.Collect(in)
	if !slices.Equal(events, slices.Collect(in)) {
		t.Error("the same seed must give the same events")
	}
	if len(events) != pinned.Count {
		t.Errorf("must give %d events, got %d", pinned.Count, len(events))
	}
	late := 0
	for i, e := range events {
		if err := e.Valid(); err != nil {
			t.Fatal(err)
		}
		if i > 0 && e.Arrived() < events[i-1].Arrived() {
			t.Fatalf("events must come in order of arrival, got %v after %v", e.Arrived(), events[i-1].Arrived())
		}
		if d := e.Arrived().Sub(e.Time); d > pinned.Delay {
			t.Fatalf("delay must be at most %v, got %v", pinned.Delay, d)
		} else if d > 0 {
			late++
		}
	}
	if share := float64(late) / float64(len(events)); math.Abs(share-pinned.Late) > 0.06 {
		t.Errorf("%v of the events must be late, got %v", pinned.Late, share)
	}
	ids := map[event.ID]bool{}
	for _, e := range events {
		ids[e.ID] = true
	}
	if len(ids) != len(events) || ids[0] {
		t.Errorf("each event must have an ID of its own, got %d for %d", len(ids), len(events))
	}
	return events
}

func TestStreams(t *testing.T) {
	clicks, err := Site{Users: 20}.Clicks(pinned)
	take(t, clicks, err)
	taps, err := Phones{Phones: 50}.Taps(pinned)
	take(t, taps, err)
	sales, err := Shop{Products: 5}.Sales(pinned)
	for _, e := range take(t, sales, err) {
		if e.Value.Valid() != nil || e.Value.Product > 5 {
			t.Fatalf("sale must be of one of 5 products, got %+v", e.Value)
		}
	}
	requests, err := Taxi{Zones: 3}.Requests(pinned)
	take(t, requests, err)
	offers, err := Taxi{Zones: 3}.Offers(pinned)
	take(t, offers, err)
	pressures, err := Plant{Machines: 4, Leaks: 2, From: event.At(12, 5, 0)}.Pressures(pinned)
	take(t, pressures, err)
	transactions, err := Bank{Cards: 100, Thefts: 0.01}.Transactions(pinned)
	for _, e := range take(t, transactions, err) {
		if err := e.Value.Valid(); err != nil {
			t.Fatal(err)
		}
	}
	calls, err := CallCentre{Agents: 3}.Calls(pinned)
	take(t, calls, err)
}

// TestPinned pins the beginning of each stream: what it draws must not change,
// for the lessons quote what follows from it.
func TestPinned(t *testing.T) {
	clicks, _ := Site{Users: 20}.Clicks(pinned)
	transactions, _ := Bank{Cards: 100, Thefts: 0.01}.Transactions(pinned)
	sales, _ := Shop{Products: 5}.Sales(pinned)
	calls, _ := CallCentre{Agents: 3}.Calls(pinned)
	pressures, _ := Plant{Machines: 4}.Pressures(pinned)
	taps, _ := Phones{Phones: 50}.Taps(pinned)
	for _, c := range []struct{ got, want string }{
		{begins(clicks), "12:00:00.657 {U20 search}; 12:00:06.116 {U20 product}; 12:00:08.758 {U20 home}; "},
		{begins(transactions), "12:00:00.770 {C060 Graz 51.53 false}; 12:00:02.949 {C043 Porto 38.99 false}; 12:00:04.102 {C100 Porto 74.17 false}; "},
		{begins(sales), "12:00:00.347 {P3 2}; 12:00:09.661 {P1 1}; 12:00:12.026 {P4 2}; "},
		{begins(calls), "12:00:05.311 {1 rings}; 12:00:06.311 {1 answered}; 12:00:07.958 {2 rings}; "},
		{begins(pressures), "12:00:02 {M1 200.6}; 12:00:02 {M3 200.1}; 12:00:02 {M4 200.8}; "},
		{begins(taps), "12:00:00.166 {F16}; 12:00:01.603 {F17}; 12:00:02.015 {F16}; "},
	} {
		if c.got != c.want {
			t.Errorf("must begin\n%s, got\n%s", c.want, c.got)
		}
	}
}

// begins writes the first events of a stream.
func begins[T any](in event.Stream[T]) string {
	var b strings.Builder
	n := 0
	for e := range in {
		fmt.Fprintf(&b, "%v %v; ", e.Arrived(), e.Value)
		if n++; n == 3 {
			break
		}
	}
	return b.String()
}

func TestErrors(t *testing.T) {
	bad := []Traffic{
		{Count: -1, Gap: 1e9}, {Count: 1}, {Count: 1, Gap: -1}, {Count: 1, Gap: 1e9, Late: 1.5, Delay: 1e9},
		{Count: 1, Gap: 1e9, Late: math.NaN(), Delay: 1e9}, {Count: 1, Gap: 1e9, Late: 0.5},
		{Count: 1, Gap: 1e9, Delay: -1}, {Count: 1, Gap: 1e9, Start: -1}, {Count: 1, Gap: math.MaxInt64},
	}
	for _, b := range bad {
		if _, err := (Site{Users: 1}).Clicks(b); err == nil {
			t.Errorf("%+v must be refused", b)
		}
	}
	for what, err := range map[string]error{
		"a site without users":          second(Site{}.Clicks(pinned)),
		"a bank without cards":          second(Bank{}.Transactions(pinned)),
		"thefts without a number":       second(Bank{Cards: 1, Thefts: math.NaN()}.Transactions(pinned)),
		"no profiles":                   second(Bank{}.Profiles()),
		"a shop without products":       second(Shop{}.Sales(pinned)),
		"a call centre without agents":  second(CallCentre{}.Calls(pinned)),
		"talk of less than nothing":     second(CallCentre{Agents: 1, Talk: -1}.Calls(pinned)),
		"a dashboard without a refresh": second(CallCentre{Agents: 1}.Dashboard(nil, nil, 0)),
		"a plant without machines":      second(Plant{}.Pressures(pinned)),
		"a leak in no machine":          second(Plant{Machines: 1, Leaks: 2}.Pressures(pinned)),
		"no phones":                     second(Phones{}.Taps(pinned)),
		"phones never on the network":   second(Phones{Phones: 1}.Taps(Traffic{Count: 1, Gap: 1e9, Late: 1, Delay: 1e9})),
		"a taxi rank without zones":     second(Taxi{}.Offers(pinned)),
		"a taxi rank with too many":     second(Taxi{Zones: 256}.Requests(pinned)),
		"a stock of less than nothing":  second(NewInventory(map[Product]int{1: -1})),
	} {
		if err == nil {
			t.Errorf("%s must be refused", what)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestTransactionValid(t *testing.T) {
	sound := Transaction{Card: 1, Place: 1, Amount: 10}
	if err := sound.Valid(); err != nil {
		t.Error(err)
	}
	for want, set := range map[string]func(*Transaction){
		"town: card must be at least 1, got 0":                               func(x *Transaction) { x.Card = 0 },
		"town: place must be 1 to 8, got none":                               func(x *Transaction) { x.Place = 0 },
		"town: place must be 1 to 8, got Place(9)":                           func(x *Transaction) { x.Place = 9 },
		"town: amount must be more than 0 and at most 1e+06 euros, got NaN":  func(x *Transaction) { x.Amount = math.NaN() },
		"town: amount must be more than 0 and at most 1e+06 euros, got -1":   func(x *Transaction) { x.Amount = -1 },
		"town: amount must be more than 0 and at most 1e+06 euros, got +Inf": func(x *Transaction) { x.Amount = math.Inf(1) },
	} {
		bad := sound
		set(&bad)
		if err := bad.Valid(); err == nil || err.Error() != want {
			t.Errorf("must be %q, got %v", want, err)
		}
	}
}

func TestRules(t *testing.T) {
	home := Profile{Places: [2]Place{1, 2}, Usual: 20}
	buy := func(second int, place Place, amount float64) event.Event[Known] {
		return event.Event[Known]{Time: event.At(12, 0, second), Value: Known{Transaction{Card: 1, Place: place, Amount: amount}, home}}
	}
	d := NewDetector()
	for i, c := range []struct {
		e    event.Event[Known]
		want Rules
	}{
		{buy(0, 1, 20), 0},
		{buy(10, 3, 20), UnusualPlace},
		{buy(20, 2, 60), 0},
		{buy(30, 2, 60.01), HighAmount},
		{buy(40, 2, 20), 0},
		{buy(59, 3, 90), UnusualPlace | TooMany | HighAmount}, // the sixth within a minute
		{buy(60, 1, 20), TooMany},                             // from 12:00:10 on, six
		{buy(70, 1, 20), TooMany},                             // exactly a minute after 12:00:10, which is out; six from 12:00:20
		{buy(99, 1, 20), 0},                                   // five from 12:00:40
		{buy(300, 1, 20), 0},
		{buy(0, 1, 20), 0}, // late: in its own minute it is the first that is remembered
	} {
		if got := d.Decide(c.e); got.Broken != c.want || got.Blocked() != (c.want != 0) || got.Looked > d.Limit+3 {
			t.Errorf("transaction %d must break %v, got %+v", i+1, c.want, got)
		}
	}
	for r, want := range map[Rules]string{0: "none", TooMany: "count", UnusualPlace | HighAmount: "place+amount"} {
		if r.String() != want {
			t.Errorf("must be %q, got %q", want, r)
		}
	}
}

// TestDetectorBounded checks that a decision looks at a bounded number of
// values and that the detector does not grow with the transactions.
func TestDetectorBounded(t *testing.T) {
	bank := Bank{Cards: 200, Thefts: 0.01}
	profiles, err := bank.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	transactions, err := bank.Transactions(Traffic{Seed: 9, Count: 100_000, Gap: 700 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var book event.Ledger
	known := event.Enrich(&book, event.Screen(&book, transactions, Transaction.Valid), profiles, Transaction.Of, Know)
	d := NewDetector()
	caught, missed, wrong := 0, 0, 0
	for e := range known {
		book.OnTime++
		switch x := d.Decide(e); {
		case x.Looked > 8:
			t.Fatalf("a decision must look at 8 values or fewer, got %d", x.Looked)
		case x.Blocked() && e.Value.Stolen:
			caught++
		case x.Blocked():
			wrong++
		case e.Value.Stolen:
			missed++
		}
	}
	remembered := 0
	for _, times := range d.recent {
		remembered += len(times)
	}
	if remembered > 5*bank.Cards || !book.Balanced() || book.Rejected != 0 {
		t.Errorf("must remember five times a card, got %d, and balance, got %v", remembered, book)
	}
	if caught < missed/2 || wrong > caught/2 {
		t.Errorf("rules must catch a good part and block few others, got %d caught, %d missed, %d wrong", caught, missed, wrong)
	}
}

func TestInventory(t *testing.T) {
	inv, err := NewInventory(map[Product]int{1: 5, 2: 0})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		sale Sale
		want Outcome
		left int
	}{
		{Sale{1, 3}, Sold, 2}, {Sale{1, 3}, SoldOut, 2}, {Sale{1, 2}, Sold, 0}, {Sale{1, 1}, SoldOut, 0},
		{Sale{2, 1}, SoldOut, 0}, {Sale{3, 1}, Unlisted, 0}, {Sale{1, 0}, Unlisted, 0}, {Sale{1, -4}, Unlisted, 0},
	} {
		if got := inv.Sell(c.sale); got != c.want || inv.Left(c.sale.Product) != c.left {
			t.Errorf("sale %d must be %v and leave %d, got %v and %d", i+1, c.want, c.left, got, inv.Left(c.sale.Product))
		}
	}
	if inv.Count(Sold) != 2 || inv.Count(SoldOut) != 3 || inv.Count(Unlisted) != 3 || inv.Count(9) != 0 {
		t.Errorf("must count 2, 3 and 3, got %v", inv.outcomes)
	}
}

// FuzzInventory checks that no stock is ever less than nothing, and that no
// piece is lost.
func FuzzInventory(f *testing.F) {
	f.Add([]byte{1, 3, 1, 3, 2, 200, 0, 0, 1, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		inv, err := NewInventory(map[Product]int{0: 9, 1: 20, 2: 300})
		if err != nil {
			t.Fatal(err)
		}
		sold, sales := 0, 0
		for i := 0; i+1 < len(data); i += 2 {
			s := Sale{Product(data[i] % 4), int(int8(data[i+1]))}
			sales++
			if inv.Sell(s) == Sold {
				sold += s.Pieces
			}
		}
		left := 0
		for p := range Product(4) {
			if inv.Left(p) < 0 {
				t.Errorf("stock of %v must not be negative, got %d", p, inv.Left(p))
			}
			left += inv.Left(p)
		}
		if left+sold != 329 || inv.Count(Sold)+inv.Count(SoldOut)+inv.Count(Unlisted) != sales {
			t.Errorf("pieces must be sold or left, got %d and %d", sold, left)
		}
	})
}

// TestDashboard checks every panel against the whole history.
func TestDashboard(t *testing.T) {
	centre := CallCentre{Agents: 4, Talk: 2 * time.Minute}
	calls, err := centre.Calls(Traffic{Seed: 4, Count: 3000, Gap: 31 * time.Second, Late: 0.3, Delay: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Collect(calls)
	var book event.Ledger
	sorted, err := event.InOrder(&book, event.Screen(&book, calls, Call.Valid), 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	panels, err := centre.Dashboard(&book, sorted, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var last Panel
	n, busy := 0, 0
	for p := range panels {
		if want := history(centre, all, p.At); p != want {
			t.Fatalf("panel must be %+v, got %+v", want, p)
		}
		if n > 0 && p.At.Sub(last.At) != 5*time.Second {
			t.Fatalf("panels must be 5s apart, got %v after %v", p.At, last.At)
		}
		if p.Waiting > 0 {
			busy++
		}
		last = p
		n++
	}
	if n < 5000 || busy < 100 || book.OnTime != len(all) || !book.Balanced() {
		t.Errorf("must give thousands of panels, some with a queue, and count all calls, got %d, %d, %v", n, busy, book)
	}
}

// history makes a panel from all that happened before at.
func history(c CallCentre, all []event.Event[Call], at event.Time) Panel {
	stage := map[int]map[Stage]event.Time{}
	for _, e := range all {
		if e.Time < at {
			if stage[e.Value.Number] == nil {
				stage[e.Value.Number] = map[Stage]event.Time{}
			}
			stage[e.Value.Number][e.Value.Stage] = e.Time
		}
	}
	p := Panel{At: at}
	var sum time.Duration
	n := 0
	for _, s := range stage {
		switch {
		case s[HungUp] != 0:
		case s[Answered] != 0:
			p.Active++
		default:
			p.Waiting++
		}
		if s[Answered] >= at.Add(-Recent) {
			sum += s[Answered].Sub(s[Rings])
			n++
		}
	}
	p.MeanWait = (sum / time.Duration(max(n, 1))).Truncate(time.Millisecond)
	p.AgentsFree = c.Agents - p.Active
	return p
}

func TestDashboardOddCalls(t *testing.T) {
	call := func(second, number int, s Stage) event.Event[Call] {
		return event.Event[Call]{Time: event.At(12, 0, second), Value: Call{number, s}}
	}
	var book event.Ledger
	panels, err := CallCentre{Agents: 1}.Dashboard(&book, slices.Values([]event.Event[Call]{
		call(0, 1, Answered), call(1, 1, Rings), call(2, 1, Rings), call(3, 1, Answered), call(4, 2, Rings),
		call(5, 2, Answered), call(6, 2, HungUp), call(7, 2, HungUp), call(20, 1, HungUp),
	}), 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Collect(panels)
	want := []Panel{
		{event.At(12, 0, 10), 1, 0, 2 * time.Second, 0},
		{event.At(12, 0, 20), 1, 0, 2 * time.Second, 0},
	}
	// nobody rang; rings twice; no agent free; hung up twice
	if !slices.Equal(got, want) || book.Rejected != 4 || book.OnTime != 5 {
		t.Errorf("must be %v with 4 rejected, got %v with %v", want, got, book)
	}
}

// TestLeak checks that a five-second window sees the leak long before the
// pressure is halved.
func TestLeak(t *testing.T) {
	plant := Plant{Machines: 3, Leaks: 2, From: event.At(12, 1, 0)}
	pressures, err := plant.Pressures(Traffic{Count: 3 * 200, Gap: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var book event.Ledger
	out, err := event.Aggregate(&book, event.Screen(&book, pressures, Pressure.Valid), event.Sliding(10*time.Second, time.Second),
		Pressure.Of, event.Summarize(func(p Pressure) float64 { return p.Bar }))
	if err != nil {
		t.Fatal(err)
	}
	for r := range out {
		if r.Value.Range() > 4 {
			if r.Key != plant.Leaks || r.At.Sub(plant.From) > 5*time.Second {
				t.Errorf("%v must be seen within 5s, got %v after %v", plant.Leaks, r.Key, r.At.Sub(plant.From))
			}
			return
		}
	}
	t.Error("the leak must be seen")
}

func TestStockTake(t *testing.T) {
	if _, err := NewStockTake(nil, 0); err == nil {
		t.Error("a count every 0s must be refused")
	}
	if _, err := NewStockTake(map[Product]int{1: -1}, time.Hour); err == nil {
		t.Error("a stock of less than nothing must be refused")
	}
	st, err := NewStockTake(map[Product]int{1: 5}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		hour, minute int
		sale         Sale
		want         Outcome
		left         int
	}{
		{12, 1, Sale{1, 3}, Sold, 2}, {12, 30, Sale{1, 6}, SoldOut, 2}, {12, 59, Sale{1, 3}, Sold, -1},
		{13, 0, Sale{1, 1}, SoldOut, -1}, {13, 1, Sale{2, 1}, Unlisted, 0}, {13, 1, Sale{1, -1}, Unlisted, -1},
	} {
		e := event.Event[Sale]{Time: event.At(c.hour, c.minute, 0), Value: c.sale}
		if got := st.Sell(e); got != c.want || st.Left(c.sale.Product) != c.left {
			t.Errorf("sale %d must be %v and leave %d, got %v and %d", i+1, c.want, c.left, got, st.Left(c.sale.Product))
		}
	}
	if st.Count(Sold) != 2 || st.Count(SoldOut) != 2 || st.Count(Unlisted) != 2 {
		t.Errorf("must count 2 of each, got %v", st.left.outcomes)
	}
}

func TestOneLate(t *testing.T) {
	taps := OneLate(4*time.Minute, 6*time.Minute)
	if len(taps) != 19 {
		t.Fatalf("must be 19 taps, got %d", len(taps))
	}
	for i, e := range taps {
		if late := e.Time != e.Arrival; late != (e.Value.Phone == 2) || e.ID != event.ID(i+1) || e.Valid() != nil {
			t.Errorf("only the tap of the second phone may be late, got %+v", e)
		}
		if e.Value.Phone == 2 && (e.Time != event.At(12, 1, 0) || e.Arrival != event.At(12, 5, 0) || taps[i-1].Time != event.At(12, 4, 50)) {
			t.Errorf("the late tap must come at 12:05, got %+v", e)
		}
	}
	if early := OneLate(-time.Minute, time.Minute); len(early) != 4 || early[3].Arrival != event.At(12, 1, 0) {
		t.Errorf("a delay of less than nothing must be none, got %v", early)
	}
}

func TestRide(t *testing.T) {
	for delay, late := range map[time.Duration]int{-time.Minute: 0, 0: 0, time.Second: 3, time.Hour: 3} {
		got, before := 0, event.Time(0)
		for _, e := range Ride(delay) {
			if e.Valid() != nil || e.Arrival < before {
				t.Errorf("delay %v: must be valid taps in order of arrival, got %+v", delay, e)
			}
			before = e.Arrival
			if e.Arrival != e.Time {
				got++
			}
		}
		if n := len(Ride(delay)); n != 12 || got != late {
			t.Errorf("delay %v: must be 12 taps, %d of them late, got %d and %d", delay, late, n, got)
		}
	}
}

func TestWaits(t *testing.T) {
	pair := func(passenger, driver, asked, offered int) event.Pair[Request, Offer] {
		return event.Pair[Request, Offer]{
			Left:  event.Event[Request]{Time: event.At(12, 0, asked), Value: Request{Passenger: passenger}},
			Right: event.Event[Offer]{Time: event.At(12, 0, offered), Value: Offer{Driver: driver}},
		}
	}
	got := Waits(slices.Values([]event.Pair[Request, Offer]{
		pair(1, 1, 0, 9), pair(1, 2, 0, 10), pair(2, 1, 5, 9), pair(2, 2, 15, 10), pair(3, 3, 20, 24),
	}))
	if want := []time.Duration{0, 4 * time.Second, 9 * time.Second}; !slices.Equal(got, want) {
		t.Errorf("must be waits of %v, got %v", want, got)
	}
}

func TestTapsAt(t *testing.T) {
	taps := TapsAt(30, 60, 40)
	if late := taps[2]; len(taps) != 3 || late.Time != event.At(12, 0, 40) || late.Arrival != event.At(12, 1, 0) || late.Valid() != nil {
		t.Errorf("must be three taps, the last one late, got %+v", taps)
	}
}

func TestJudge(t *testing.T) {
	log := SixPayments()[:5]
	log = append(log, log[4], log[4], log[4]) // three more than may be within a minute
	log[6].Value.Stolen = true
	log[7].Value.Stolen = true
	log[0].Value.Stolen = true
	got := NewDetector().Judge(slices.Values(log))
	if got.Missed != 1 || got.Caught != 2 || got.Wronged != 1 || got.Blocked[TooMany] != 3 || got.Looked != 8 {
		t.Errorf("must miss one, catch two and wrong one, got %+v", got)
	}
}

func TestSettle(t *testing.T) {
	if got, want := Settle(slices.Values(SixPayments())).String(), "payments [1 2 3 4 5 6], 60 euros, 0 blocked"; got != want {
		t.Errorf("must be %q, got %q", want, got)
	}
}
