package plots

import "testing"

func TestCount(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 13200: "13,200", 1234567: "1,234,567",
		-7.66: "−7.66", -1000: "−1,000", 1065.55: "1,065.55",
	} {
		if got := Count(v); got != want {
			t.Errorf("Count(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestSigned(t *testing.T) {
	for v, want := range map[int]string{0: "0", 293: "+293", -1280: "−1,280"} {
		if got := Signed(v); got != want {
			t.Errorf("Signed(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestFixed(t *testing.T) {
	for v, want := range map[float64]string{881.3: "881.30", -0.004: "0.00", -0.005001: "−0.01", 12345.678: "12,345.68"} {
		if got := Fixed(v, 2); got != want {
			t.Errorf("Fixed(%v, 2) = %q, want %q", v, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
		unit string
	}{
		{0, "0", "entries"}, {2400, "2,400", "entries"}, {99999, "99,999", "entries"},
		{148140, "148", "thousand entries"}, {2.6e6, "2,600", "thousand entries"},
		{13.2e6, "13.2", "million entries"}, {2e10, "20", "billion entries"},
	} {
		u := UnitOf(c.v)
		if got := u.Count(c.v); got != c.want || u.Of("entries") != c.unit {
			t.Errorf("%v = %q %q, want %q %q", c.v, got, u.Of("entries"), c.want, c.unit)
		}
	}
}

func TestThreeDigits(t *testing.T) {
	for v, want := range map[float64]string{-7.66: "−7.66", 38.31: "+38.3", 106.55: "+107", 0: "0.00"} {
		if got := threeDigits(v); got != want {
			t.Errorf("threeDigits(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		plural(1, "row"):                 "1 row",
		plural(2400, "entry"):            "2,400 entries",
		plural(6, "class of corruption"): "6 classes of corruption",
		spellPlural(0, "row"):            "no rows",
		spellPlural(13, "cell"):          "13 cells",
		sentence(spell(10)):              "Ten",
		sentence("übrig"):                "Übrig",
		sentence(""):                     "",
		list(nil):                        "",
		list([]string{"a"}):              "a",
		list([]string{"a", "b", "c"}):    "a, b and c",
		ranges([]int{0, 1, 2, 3, 5, 7}):  "0 to 3, 5 and 7",
		ranges([]int{10, 11}):            "10 and 11",
		alternatives([]int{0, 1, 2}):     "0, 1 or 2",
		verb(1, "leave"):                 "leaves",
		verb(2, "leave"):                 "leave",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
