package answer

// Of the lesson on a real engine.
var (
	// PaneAfterTheFact asks how many cells are polluted when each window is
	// written on time and again, and rows that are three periods late are let in.
	PaneAfterTheFact = Exercise{
		Of:      "polluted cells",
		Given:   15,
		Because: "When the forty rows come, the last index is already that of 2026-09. So 2026-07 subtracts a later index from an earlier one, 2026-08 has two months in it, and 2026-10 subtracts the index of 2026-07. 2026-09 was written before they came and stays right.",
		Errors: []Misconception{
			{0, "No row is dropped, but a late pane does not go back: the last index has moved on while the rows were on their way."},
			{10, "That is for rows that are dropped, which leave the state alone. Here they come in, and with them an old index."},
			{20, "You counted every month from 2026-07 to 2026-10. That of 2026-09 subtracts the index of 2026-08, and both were in time."},
			{5, "You counted 2026-07. Which index do the rows of 2026-08 find in the state, and which the first ones after the late rows?"},
			{40, "These are the rows that are late. A cell is a region in a month."},
		},
		Hint: "Go from month to month: which index is the last one in the state when its rows are taken, and when do the late rows come in between?",
	}

	// WritesOnTime asks how many cells are written when nothing is late and two
	// periods of lateness are allowed.
	WritesOnTime = Exercise{
		Of:      "writes",
		Given:   110,
		Because: "Each of the 55 cells is written on time, and once more when its lateness is over: this engine fires a last pane also if nothing came. Other engines, and Beam's own model, need new data for it.",
		Errors: []Misconception{
			{55, "That is what the model says: without late rows there is no second pane. Prism fires one more when the lateness is over. It is harmless if a write has a key, and double counting if it has none."},
			{165, "You let a window fire in each period that it stays open. It fires on time, and once when the lateness is over."},
			{60, "Late rows would write the five cells of one period again. Here none is late, and it is not the rows that make it fire."},
			{65, "Late rows would write ten cells again. Here none is late, and it is not the rows that make it fire."},
		},
		Hint: "How many cells are there, when does this engine fire, and does it ask whether anything is new?",
	}

	// AddedUp asks how many cells are wrong when accumulating panes are added up.
	AddedUp = Exercise{
		Of:      "polluted cells",
		Given:   55,
		Because: "An accumulating pane is the whole cell. Prism gives each cell on time and once more when its lateness is over, so a sum has every cell twice.",
		Errors: []Misconception{
			{0, "That is for a sink that writes by key: the last pane takes the place of the first. A sum takes both."},
			{5, "Those are the cells that late rows belong to. But this engine gives every cell again when its lateness is over."},
			{10, "That is for rows that are dropped. Here none is; the question is what is added to what."},
		},
		Hint: "How often is each cell given, and what does each pane hold?",
	}

	// FromTheMiddle asks how many cells a run writes that reads the log from
	// 2026-07 on.
	FromTheMiddle = Exercise{
		Of:      "cells",
		Given:   25,
		Because: "Of six months the first has nothing to subtract: its 200 rows cannot be computed, and five regions have cells for the five months after it.",
		Errors: []Misconception{
			{30, "Six months of five regions. But what does the first of them subtract? No index from before is in the state."},
			{55, "That is a run over the whole log. This one never sees the first six months."},
			{50, "One month is missing, but of twelve. This run reads the rows of six months only."},
			{5, "Five is how many cells one month has. How many of the six months have an index before?"},
			{1000, "These are the rows that can be computed. A cell is a region in a month."},
		},
		Hint: "Which months does the run read, and for which of them is there an index of the month before?",
	}

	// EverySecondRow asks how many rows cannot be computed when every second row
	// is broken.
	EverySecondRow = Exercise{
		Of:      "rows without an index before",
		Given:   0,
		Because: "Rows arrive in the order of subscribers, 200 in a month, and 200 is even: the same 100 subscribers are broken in every month and never seen at all, and the other 100 are complete. Every cell is wrong, and no row says so.",
		Errors: []Misconception{
			{1200, "That is how many rows are broken. They go to the dead letters; the question is what happens to those that are not."},
			{1100, "You took every readable row to have a broken one before it. Which subscribers are hit: others in each month, or always the same?"},
			{600, "You let the broken rows fall at random. They do not: every second row of 200 that always come in the same order."},
			{200, "That is a lost state, which hits all subscribers in one month. Here nothing is forgotten."},
			{100, "You counted subscribers. The first reading of a subscriber has none before it and is not counted either."},
		},
		Hint: "Write down which of the 200 subscribers are hit in 2026-01, and then in 2026-02.",
	}
)
