package plots

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var spelled = [...]string{
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
}

// spell writes a count in words up to twelve, "no" for none, and in digits
// beyond.
func spell(n int) string {
	if n >= 0 && n < len(spelled) {
		return spelled[n]
	}
	return Count(n)
}

// plural writes a count with its noun: 1 row, 2 rows, 2,400 rows.
func plural(n int, noun string) string { return Count(n) + " " + inflect(n, noun) }

// spellPlural writes a count in words with its noun: no rows, one row.
func spellPlural(n int, noun string) string { return spell(n) + " " + inflect(n, noun) }

// inflect returns the noun in the form that goes with the count: rows, entries,
// classes. A phrase such as "class of corruption" changes in its first word.
func inflect(n int, noun string) string {
	if n == 1 {
		return noun
	}
	head, rest, phrase := strings.Cut(noun, " of ")
	switch {
	case strings.HasSuffix(head, "ry"):
		head = strings.TrimSuffix(head, "y") + "ies"
	case strings.HasSuffix(head, "s"):
		head += "es"
	default:
		head += "s"
	}
	if phrase {
		return head + " of " + rest
	}
	return head
}

// verb returns a verb in the form that goes with the count.
func verb(n int, base string) string {
	if n == 1 {
		return base + "s"
	}
	return base
}

// be and have are the verbs that [verb] cannot form.
func be(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func have(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// list joins words as a sentence does: a, b and c.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// sentence returns s with a capital first letter.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// ranges writes whole numbers in ascending order, runs of them as ranges:
// 0 to 3, 5 and 7.
func ranges(ns []int) string {
	var parts []string
	for i := 0; i < len(ns); {
		j := i
		for j+1 < len(ns) && ns[j+1] == ns[j]+1 {
			j++
		}
		if j-i >= 2 {
			parts = append(parts, Count(ns[i])+" to "+Count(ns[j]))
			i = j + 1
			continue
		}
		parts = append(parts, Count(ns[i]))
		i++
	}
	return list(parts)
}
