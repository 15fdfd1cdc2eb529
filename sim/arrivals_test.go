package sim

import (
	"slices"
	"testing"
)

func TestArrivalsAreAllRows(t *testing.T) {
	for _, faults := range [][]Fault{nil, {Late(1)}, {Late(7), Duplicated.In(March)}} {
		d, err := Default().Deliver(faults...)
		if err != nil {
			t.Fatal(err)
		}
		var rows []Reading
		for now, arrived := range d.Arrivals() {
			for _, r := range arrived {
				if r.Arrival != now {
					t.Fatalf("want arrivals of %v, got %+v", now, r)
				}
			}
			rows = append(rows, arrived...)
		}
		if all := slices.Collect(d.All()); !slices.Equal(rows, all) {
			t.Errorf("%v: want the %d rows of All, got %d", faults, len(all), len(rows))
		}
		for now := range d.Arrivals() {
			if now == March {
				break
			}
			if now > March {
				t.Error("want the loop to end when it is left")
			}
		}
	}
}

func TestSubtract(t *testing.T) {
	last := map[Subscriber]int64{1: 10}
	rows := []Reading{
		{Subscriber: 1, Period: February, Region: North, Index: Number(12)},
		{Subscriber: 1, Period: March, Region: North, Index: Text("x")},
		{Subscriber: 1, Period: April, Region: North, Index: Text("15")},
		{Subscriber: 2, Period: January, Region: East, Index: Number(3)},
		{Subscriber: 3, Period: May, Region: East, Index: Number(4)},
	}
	got, uncomputable := Subtract(rows, last)
	want := []Consumption{{1, North, February, 2}, {1, North, April, 3}}
	if !slices.Equal(got, want) || uncomputable != 2 {
		t.Errorf("want %v and 2 rows without a consumption, got %v and %d", want, got, uncomputable)
	}
	if last[1] != 15 || last[2] != 3 || last[3] != 4 {
		t.Errorf("want the last readings kept, got %v", last)
	}
}
