package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tidemark/sim"
)

func TestRowsComeBack(t *testing.T) {
	for _, index := range []sim.Index{{}, sim.Number(0), sim.Number(MaxIndex), sim.Text("123"), sim.Text("none of it")} {
		want := sim.Reading{Subscriber: MaxSubscribers, Period: 62, Arrival: 63, Region: sim.Central, Unit: sim.CubicMetre, Index: index}
		x, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := x.Decode(); err != nil || got != want {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
}

// Whatever one bit is broken, the row is known as broken.
func TestEveryBrokenBitShows(t *testing.T) {
	d, err := sim.Default().Deliver(sim.Late(1))
	if err != nil {
		t.Fatal(err)
	}
	for r := range d.All() {
		x, err := Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range 64 {
			broken := x ^ 1<<bit
			if got, err := broken.Decode(); err == nil {
				t.Fatalf("row %x with bit %d broken decodes as %v", x, bit, got)
			}
			if _, ok := broken.isTick(); ok {
				t.Fatalf("row %x with bit %d broken is a tick", x, bit)
			}
		}
	}
}

// No number at all makes Decode panic, and what it accepts it would also send.
func TestAnyNumberDecodesOrNot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for range 100_000 {
		x := Row(random.Uint64())
		r, err := x.Decode()
		if err != nil {
			continue
		}
		accepted++
		y, err := Encode(r)
		if err != nil {
			t.Fatalf("row %x decodes as %v and does not encode: %v", x, r, err)
		}
		if back, err := y.Decode(); err != nil || back != r {
			t.Fatalf("row %x decodes as %v, and again as %v, %v", x, r, back, err)
		}
	}
	if accepted == 0 {
		t.Error("no number was accepted")
	}
}

func TestRowsThatDoNotFit(t *testing.T) {
	fits := sim.Reading{Subscriber: 1, Period: 1, Arrival: 1, Region: sim.East, Unit: sim.CubicMetre, Index: sim.Number(1)}
	for want, change := range map[string]func(*sim.Reading){
		"engine: period must be 0 to 63":          func(r *sim.Reading) { r.Period = 64 },
		"engine: arrival must be 0 to 63":         func(r *sim.Reading) { r.Arrival = -1 },
		"engine: subscriber must be 0 to 131071":  func(r *sim.Reading) { r.Subscriber = 131072 },
		"engine: index must be 0 to 268435455":    func(r *sim.Reading) { r.Index = sim.Number(-5) },
		"engine: index must be 0 to 268435455 to": func(r *sim.Reading) { r.Index = sim.Text("268435456") },
	} {
		r := fits
		change(&r)
		if _, err := Encode(r); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
