package plots

import (
	"math"
	"strconv"
	"strings"
)

const minus = "\u2212" // a true minus sign, as wide as a plus

// Count writes a number with a comma between thousands and a true minus sign:
// 13,200 and −7.66. One that would fill a line is rounded: 1.23e21.
func Count[N int | int64 | float64](n N) string {
	v := float64(n)
	if _, real := any(n).(float64); real && unwieldy(v) {
		return scientific(v)
	}
	s := group(strconv.FormatFloat(math.Abs(v), 'f', -1, 64))
	if v < 0 {
		return minus + s
	}
	return s
}

// Signed writes a number as [Count] does, with a plus sign where it is
// positive.
func Signed[N int | int64 | float64](n N) string {
	if n > 0 {
		return "+" + Count(n)
	}
	return Count(n)
}

// Fixed writes a number as [Count] does, rounded to the given decimals, none
// of them left out: 881.30.
func Fixed(v float64, decimals int) string {
	if decimals > mostDecimals && v != 0 || math.Abs(v) >= mostCounted {
		return scientific(v)
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if v < 0 && strings.Trim(s, "0.") != "" {
		return minus + group(s)
	}
	return group(s)
}

// plain64 writes a number in a file name: in full, for 1e+06 is none.
func plain64(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// What is beyond these is written with a power of ten.
const (
	mostCounted  = 1e15
	mostDecimals = 9
)

func unwieldy(v float64) bool {
	a := math.Abs(v)
	return a >= mostCounted || a > 0 && a < math.Pow10(-mostDecimals)
}

// scientific writes a number in three digits and a power of ten: 1.23e21.
func scientific(v float64) string {
	return strings.NewReplacer("e+", "e", "-", minus).Replace(strconv.FormatFloat(v, 'g', 3, 64))
}

// group puts a comma between thousands of a decimal number without a sign.
func group(s string) string {
	whole, fraction, point := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		return whole + "." + fraction
	}
	return whole
}

// A Unit makes large counts short: a count of 2,400,000 is 2.4 million.
type Unit struct {
	One  float64 // how many make one of the unit
	Name string  // "", "thousand", "million" or "billion"
}

// UnitOf returns the unit in which counts up to largest take at most five
// digits.
func UnitOf(largest float64) Unit {
	switch {
	case largest < 1e5:
		return Unit{One: 1}
	case largest < 1e7:
		return Unit{One: 1e3, Name: "thousand"}
	case largest < 1e10:
		return Unit{One: 1e6, Name: "million"}
	}
	return Unit{One: 1e9, Name: "billion"}
}

// Count writes v in the unit, with one decimal where it says something.
func (u Unit) Count(v float64) string {
	v /= u.One
	if u.One == 1 || math.Abs(v) >= 100 {
		return Count(math.Round(v))
	}
	return Count(math.Round(v*10) / 10)
}

// Of returns "entries" or "thousand entries".
func (u Unit) Of(things string) string { return strings.TrimSpace(u.Name + " " + things) }
