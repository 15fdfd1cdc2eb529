package answer

// Of the lesson on choosing a tolerance.
var (
	// FiveReadings asks for the share of readings that come more than one period
	// late, from five of which two have not come yet.
	FiveReadings = Exercise{
		Of:      "readings of a hundred",
		Given:   30,
		Because: "Three of five were not there in their own period. Of B and D, which were watched for one more, one came in it: 3/5 · 1/2.",
		Errors: []Misconception{
			{0, "So say the three that have arrived. But D was not there one period later either: it is more than one period late already."},
			{20, "D alone is more than one period late for certain, one of five. You took E not to be, and nobody knows that yet."},
			{40, "You counted both that are still awaited. E has been watched for its own period only: it may come in the next."},
			{50, "That is the share of B and D, which could be seen one period late: one of two came. It holds for readings that were late at all, which are three of five."},
			{60, "That is how many are late at all. Some of these come in the next period: of B and D, which were watched in it, one."},
			{33, "That is how many of the arrived were late at all. D and E, which are awaited, are late too, and D by more than one period."},
		},
		Hint: "How many of five were not there in their own period? And how many of those that were watched for one more were not there in it?",
	}

	// EvenTheTruth asks how many cells are polluted if somebody who knows the law
	// waits for 99 % of the readings.
	EvenTheTruth = Exercise{
		Of:      "polluted cells of a hundred",
		Given:   30,
		Because: "It is not the estimate. Who knows everything about the delays and asks for 99 % of the readings gets just that, and a cell needs all of its own and of the month before.",
		Errors: []Misconception{
			{0, "Who knows the law knows chances, not which reading will be late. And 99 % leaves one reading in a hundred out, by intention."},
			{1, "One reading in a hundred is missing then. A cell is the sum of about forty, and it takes one that is missing to pollute it."},
			{6, "That is what somebody who knows the law leaves polluted at the least cost. Here it is 99 % of the readings that is asked for, and nothing else is known to the rule."},
			{15, "You took half of the fault to be the estimate's. Hardly any of it is: the question is the wrong one."},
			{32, "So it is with Kaplan-Meier, and perfect knowledge is hardly better. The question is wrong, not the answer to it."},
			{55, "So it would be if exactly 99 % of eighty readings came in time. A tolerance is a whole number of periods, and mostly more than 99 % are there at its end."},
		},
		Hint: "A cell needs all of its readings, about forty, and all of those of the month before. What does it help to know exactly that one in a hundred is late?",
	}

	// ToldTheMonth asks in how many of ten kinds of world a model is better off
	// with the month.
	ToldTheMonth = Exercise{
		Of:      "kinds of world",
		Given:   0,
		Because: "The quality drifts to and fro. A trend that is fitted to two years of it is carried on into a year in which it does not hold, and where the network does get worse, that begins after the fit.",
		Errors: []Misconception{
			{10, "More to know seems to be no harm. But each weight has to be fitted, and this one finds a trend in a drift that goes nowhere."},
			{2, "You thought of the two worsening worlds. They get worse after the fit: in the months that the model is fitted to there is no trend to be learned."},
			{4, "You thought of the worlds in which quality drifts or worsens. In the months that the model sees there is a drift to and fro, and the month can only say a straight line."},
			{5, "You took it to help with one of the two lengths of history. With two years it does less harm than with eight months, but harm it is."},
			{1, "There seemed to be one at least. The weight of the month is fitted to a drift, and in every kind it is carried on into a year where it does not hold."},
		},
		Hint: "What trend is there in the months before the fit, and does it go on after it?",
	}

	// AwaitedBuy asks in how many of ten kinds of world counting the awaited is
	// clearly cheaper.
	AwaitedBuy = Exercise{
		Of:      "kinds of world",
		Given:   1,
		Because: "What costs is the far tail of the curve, and there both have seen the same longest delay. The awaited readings are missing in the middle of it.",
		Errors: []Misconception{
			{10, "It makes a better curve in all of them. But the least cost is read at the far tail of the curve, where both have seen the same longest delay."},
			{9, "So it is for whoever asks for 99 % of the readings, in the middle of the curve. The least cost is read at its far tail, where both have seen the same longest delay."},
			{5, "You thought that it matters where the history is short. More is hidden there, but not at the far tail, where the least cost is read: both have seen the same longest delay."},
			{0, "Nearly. There is one kind in which it is clear, the worsening one with two years of history, and the difference is small."},
			{8, "You left the breaks out, perhaps. But the least cost is read at the far tail of the curve, where both have seen the same longest delay."},
		},
		Hint: "Where on the curve does a rule look that wants nearly all cells clean, and what do the awaited readings change there?",
	}

	// LateTogether asks how many cells are polluted if all readings of a cell are
	// late at once, in one month of a hundred.
	LateTogether = Exercise{
		Of:      "polluted cells of a hundred",
		Given:   2,
		Because: "The cell of the cut is polluted and the one after it, and all the others are clean: the late readings are all in the same place.",
		Errors: []Misconception{
			{1, "You counted the month of the cut. The month after it is polluted too: its readings are taken less an index that is two months old."},
			{55, "That is when each reading is late on its own, a little in nearly every month. Here all that are late are late in the same one."},
			{40, "These are the readings of one cell. How many months have a cut, and how many cells does it spoil?"},
			{33, "Forty readings at one in a hundred make a cell in three that lacks one, if each is late on its own. Here they are late all at once or not at all."},
			{100, "Every reading of the cell is late when the cable is cut, but it is cut in one month of a hundred."},
		},
		Hint: "In how many months of a hundred is anything late at all? And which cells does one such month spoil?",
	}

	// LostWindows asks how many cells are lost with the state, if three windows
	// wait in it.
	LostWindows = Exercise{
		Of:      "lost cells",
		Given:   20,
		Because: "The rows of 2026-05, 06 and 07 wait in open windows and are gone, and those of 2026-08 have no index to be subtracted from: four months of five regions.",
		Errors: []Misconception{
			{5, "That is the last indexes alone, without which 2026-08 cannot be computed. Which rows wait in open windows, and are gone too?"},
			{15, "You counted the three months whose rows wait in open windows. The rows of 2026-08 come, but there is no index that they could be subtracted from."},
			{10, "That is tolerance 1: one month waits, and one cannot be computed. With tolerance 3, three months wait."},
			{25, "You counted a fourth window. That of 2026-08 opens after the loss: its rows come, and lack an index."},
			{30, "Six months of five regions. Which windows are open when 2026-08 begins, and which month needs an index that is gone?"},
			{55, "The run finds new indexes in 2026-08 and goes on from them. What had been written is not lost."},
		},
		Hint: "Which months wait in open windows when 2026-08 begins? And which month needs an index that is gone?",
	}

	// Checkpoints asks how many checkpoints are best between two interruptions.
	Checkpoints = Exercise{
		Of:      "checkpoints",
		Given:   23,
		Because: "One every 0.88 periods. Writing 23 of them takes 0.46 periods, and an interruption loses half an interval, 0.44: at the best interval the two are about equal.",
		Errors: []Misconception{
			{1, "It would do just before the interruption, but nobody knows when that is. On average half of the work since the last checkpoint is lost, and the run takes 73 % longer."},
			{10, "One every other period: near, since the curve is flat. The run takes 6.5 % longer, and with 23 of them 4.9 %."},
			{20, "One a period, which is nearly as good: around the best interval the curve is flat."},
			{22, "So says Young's formula, 0.894 periods instead of 0.881. Nobody would notice the difference."},
			{32, "You took the root of a thousand, the ratio of the two times. The formula has twice the time of writing under the root, so the intervals are longer."},
			{100, "Writing so many takes two periods of twenty, 10 %, and half an interval is then all that can be lost. There is a better place between the two."},
			{1000, "So many fit in if the run does nothing but write and work by turns, in equal parts: it takes twice as long."},
		},
		Hint: "Writing one takes 0.02 periods, an interruption loses half of the time between two. With how many of them do the two cost about the same?",
	}

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
