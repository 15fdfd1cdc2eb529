package answer

// Of the lesson on a real engine.
var (
	// TwoMachines asks in how many of the nine set-ups the engine differs from
	// the simulation.
	TwoMachines = Exercise{
		Of:      "set-ups that differ",
		Given:   0,
		Because: "No cell, no count and no time of writing differs in any of the nine. The two share the readings and two small functions; what a late row is they agree on because the rule is the same.",
		Errors: []Misconception{
			{2, "You expect them to part where a window waits for less than the delay. But the rule says which rows are too late there as well, and both follow it."},
			{3, "You took the set-ups that lose rows. Losing is part of the rule: the same forty rows are too late for both."},
			{6, "You took those in which something comes late. Late is what a watermark says, and both are given the same one."},
			{9, "Two programs that were built apart may well differ everywhere. These agree, down to the single cell."},
		},
		Hint: "What decides here which row is late: how fast a machine is, or the order of rows and watermarks that it is given?",
	}

	// LateAndBroken asks how many late rows are dropped when every fiftieth row
	// cannot be read.
	LateAndBroken = Exercise{
		Of:      "dropped rows",
		Given:   39,
		Because: "Forty rows are late, one of them has a broken bit and goes to the dead letters. The window never sees it, so it cannot drop it.",
		Errors: []Misconception{
			{40, "Forty rows are late, but what cannot be read has no period, and so is not late either. Is one of the forty among the broken ones?"},
			{48, "That is how many rows cannot be read. They go to an output of their own, before the window."},
			{88, "You added the late rows and the broken ones. A broken row reaches no window that could drop it."},
			{87, "You added both and took off the one row that is in both. But a broken row reaches no window that could drop it."},
		},
		Hint: "Where do the broken rows leave the pipeline, and how many of the forty late ones are among them?",
	}

	// LateButTaken asks how many cells are polluted when windows are written on
	// time and again, and rows that are two periods late are let in.
	LateButTaken = Exercise{
		Of:      "polluted cells",
		Given:   15,
		Because: "No row is lost, but when the forty come the last index has moved on to 2026-08. So 2026-08 has two months in it, 2026-07 subtracts a later index from an earlier one, and 2026-09 subtracts the index of 2026-07.",
		Errors: []Misconception{
			{0, "No row is dropped, but taking it is not enough: what is subtracted depends on the order in which rows come."},
			{5, "You counted the cells of 2026-07. Which index do the rows of the month after them find in the state?"},
			{10, "That is for rows that are dropped: their month and the one after it. Here they come in after all, and change the state for the next month."},
			{40, "These are the rows that are late. A cell is a region in a month."},
		},
		Hint: "Go from month to month: which index is the last one in the state when the rows of 2026-07, 2026-08 and 2026-09 are taken?",
	}

	// AllAtOnce asks how many late rows are dropped when a live source hands over
	// everything at once.
	AllAtOnce = Exercise{
		Of:      "dropped rows",
		Given:   0,
		Because: "The source says how far its watermark is, but all rows are there before that gets anywhere. When the first window closes nothing is missing, so nothing is late.",
		Errors: []Misconception{
			{40, "So it is in a replay, where the engine takes each event to its end before the next. Here nobody waits: which is at the window first, the row or the watermark?"},
			{20, "You expect some to win the race and some to lose it. Here they all start before the watermark does."},
			{200, "That would be a whole month. At most the forty that are late can be dropped."},
		},
		Hint: "The row and the watermark go to the window by different ways. Which of them can be there first when the source hands over everything?",
	}

	// OnlyInMemory asks how many rows of 2026-07 wait in an open window when the
	// process is killed.
	OnlyInMemory = Exercise{
		Of:      "rows that wait",
		Given:   160,
		Because: "Of the 200 readings of 2026-07 forty are late and still in the log. The other 160 have been read and wait in the open window, which is nowhere but in memory.",
		Errors: []Misconception{
			{0, "With tolerance 1 the window of 2026-07 stays open until the rows of 2026-08 have come. What was read before that waits."},
			{40, "Those are the late ones. They are still in the log at that moment, and will be read by the next process."},
			{200, "That is a whole month. But forty of its readings have not arrived yet."},
			{360, "You added those of 2026-08. The process dies at the first of them."},
			{400, "You counted the last indexes too, or two months. The question is the rows of 2026-07 alone."},
		},
		Hint: "How many readings does a month have, and how many of them have arrived by the end of it?",
	}

	// FlinkToPrism asks how many times the rows of Prism a second Flink does.
	FlinkToPrism = Exercise{
		Of:      "times the rows a second",
		Given:   4,
		Because: "Flink did 12,545 rows a second and Prism 3,106. Flink is for more rows and more machines than this; its start alone took twelve seconds.",
		Errors: []Misconception{
			{1, "So it is at 12,000 rows, where Flink is still warming up. At ten times as many it has got faster, and Prism has not."},
			{10, "Engines that go over many machines are built to be fast with many rows. 120,000 are few for them, and here is one machine."},
			{100, "On one machine, and with so few rows, the two are nearer to each other than that."},
			{1000, "That is nearer to what the simulation does beside Flink."},
		},
		Hint: "Flink goes over many machines and is made for many rows. Here it has one machine, and 120,000 rows are few.",
	}

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
