package answer

// Of the lesson on choosing a tolerance.
var (
	// DearWaiting asks for the tolerance of the north when a period of waiting
	// costs 0.2.
	DearWaiting = Exercise{
		Of:      "periods for the north",
		Given:   0,
		Because: "The north gives its cells up: every tolerance that would help costs more than a cell is worth. The other regions go down from 3 to 2.",
		Errors: []Misconception{
			{5, "That is the tolerance at 0.02 a period. At 0.2, five periods of waiting cost as much as a polluted cell."},
			{4, "A period less than before saves 0.2, but four periods still cost 0.8 for cells that are polluted now and then."},
			{3, "Three periods cost 0.6, and so many of the north's readings are later than that that half of its cells are polluted all the same."},
			{2, "So it is in the other regions. In the north nine cells of ten are polluted even then, and the waiting is paid on top."},
			{1, "One period costs 0.2 and saves nothing: nearly every cell of the north lacks a reading that is later than that."},
		},
		Hint: "For each tolerance add 0.2 for each of its periods to the chance of a polluted cell. What does it cost not to wait at all?",
	}

	// OneMonth asks for the lines of the Kaplan-Meier table after one month.
	OneMonth = Exercise{
		Of:      "lines",
		Given:   1,
		Because: "When the month ends its readings have been watched for their own period and no longer. How many are late is known, and nothing of how late.",
		Errors: []Misconception{
			{4, "That is the table after eight months. The oldest reading is one month old now: which delays can it have shown?"},
			{8, "There are eight delays that are told apart, but a reading shows a delay only once it has been watched for so long."},
			{2, "For a second line somebody must have watched a late reading for a period more. The next month has not begun."},
			{0, "The month has ended, so it is known which readings came in it. That is one delay, of 0 periods."},
			{46, "These are the readings that the first line counts, one for each subscriber of the north."},
		},
		Hint: "A line needs readings that have been watched for as many periods as its delay. How old is the oldest reading?",
	}

	// LargerNetwork asks for the tolerance of the north with ten times as many
	// subscribers.
	LargerNetwork = Exercise{
		Of:      "periods for the north",
		Given:   7,
		Because: "A cell is now the sum of ten times as many readings, so the same share of late ones pollutes nearly every cell, and the far tail counts. The larger the network, the less its own quantiles say.",
		Errors: []Misconception{
			{5, "So it is with 200 subscribers. The readings are as late as before, but a clean cell now needs all of some 900 of them instead of 90."},
			{4, "You expected it to fall. More readings make each of them less important for the sum, but a cell is clean only if none is missing."},
			{3, "That is what most regions had with 200 subscribers. The north is later than they are, and a cell needs ten times as many readings now."},
			{6, "It rises, and by more: the chance that all come in time is to the power of ten."},
			{50, "Tolerances do not grow with the network but with the logarithm of it: each further period makes a late reading several times rarer."},
		},
		Hint: "If a share p of the readings is later than the tolerance, how likely is it that none of 90 is, and of 900?",
	}

	// EveryOther asks for the tolerance of the east when every other period
	// begins with an interruption.
	EveryOther = Exercise{
		Of:      "periods for the east",
		Given:   1,
		Because: "Three of four cells are lost even so, seven of eight with tolerance 2. There is little left to wait for, and the north does not wait at all.",
		Errors: []Misconception{
			{3, "That is the tolerance of a run that is never interrupted. With tolerance 3 a cell survives only if four periods in a row begin without an interruption, once in sixteen."},
			{2, "So it is with one period in twenty. Now a period more of tolerance halves what survives."},
			{0, "Nearly: so it is in the north, and everywhere with four interruptions in five periods. Here one period of waiting still saves enough of the cells that survive."},
			{7, "A longer tolerance has more to lose, not less: a cell is lost if any of its periods begins with an interruption."},
		},
		Hint: "With tolerance t a cell survives if t + 1 periods begin without an interruption. What does a period more save of what survives, and what does it lose?",
	}

	// SlowCheckpoint asks how much longer a run takes with Young's interval than
	// with the best one, when writing a checkpoint takes 2 periods and the run
	// is interrupted every 3.
	SlowCheckpoint = Exercise{
		Of:      "per cent",
		Given:   8,
		Because: "Young says 3.46 periods, Daly 2.26, and the best is 2.28. The further terms of Daly's series count once a checkpoint is no longer short beside the time between interruptions.",
		Errors: []Misconception{
			{0, "So it is in the lesson, where a checkpoint is a thousandth of the time between interruptions. Here it is two thirds of it."},
			{1, "The curve is flat around its least point, but Young's interval is half as long again as the best one here."},
			{50, "Young's interval is about that much longer than the best one, 3.46 periods instead of 2.28. The run is not: the curve is flat around its least point."},
			{52, "That is by how much the interval is longer, 3.46 periods instead of 2.28. The run is not: the curve is flat around its least point."},
			{100, "It is not as bad as that: the curve is flat around its least point, even here."},
		},
		Hint: "Work out Young's interval, the root of twice 2 times 3, and compare the slowdown there with that at 2.28.",
	}
)
