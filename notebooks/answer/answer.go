// Package answer replies to the predictions that readers make in the exercises
// of the lessons. It knows what people tend to predict, and what they had in
// mind.
package answer

import (
	"fmt"
	"strings"
)

// An Exercise asks for a number that a run of the simulation then gives.
type Exercise struct {
	Of      string // what the number counts, as in "polluted cells"
	Given   int    // what the run gives, as the exercise is posed
	Because string // why
	Errors  []Misconception
	Hint    string // for those who predict something else
}

// A Misconception leads to a number that is not the right one.
type Misconception struct {
	Predicts int
	Because  string // where it goes wrong, told to somebody who holds it
}

// None is the prediction of somebody who has not made one yet. The exercises
// come with it.
const None = -1

// To replies to a prediction. The number that the run gave is shown only then,
// and with it further results, as fmt.Println prints them.
func (e Exercise) To(predict, given int, further ...any) string {
	if predict <= None {
		return wrap(fmt.Sprintf("First your prediction: put the number of %s in place of %d, then run again.", e.Of, predict))
	}
	reply := wrap(e.verdict(predict, given))
	if len(further) > 0 {
		reply += strings.TrimRight(fmt.Sprintln(further...), "\n") + "\n"
	}
	return reply
}

func (e Exercise) verdict(predict, given int) string {
	counted := fmt.Sprintf("You predicted %d, and the run gives %d %s. ", predict, given, e.Of)
	switch {
	case given != e.Given:
		return counted + fmt.Sprintf("It is not the run of the exercise any more, which gives %d: what did you change, and why does it matter?", e.Given)
	case predict == given:
		return fmt.Sprintf("Right, %d %s. ", given, e.Of) + e.Because
	}
	for _, m := range e.Errors {
		if m.Predicts == predict {
			return counted + m.Because
		}
	}
	return counted + e.Hint
}

const width = 88 // of a line, in letters

// wrap breaks a text into lines.
func wrap(text string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		switch {
		case column == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
	return b.String()
}
