package answer

// Of the lesson on batch and stream.
var (
	// LastMonth asks how many of the six classes the batch catches when they
	// corrupt the last period.
	LastMonth = Exercise{
		Of:      "classes",
		Given:   0,
		Because: "The run that would look at 2026-12 is the one at the start of 2027-01, and the twelve runs that are counted end before it. A batch always has one period that it has not looked at yet.",
		Errors: []Misconception{
			{6, "That needs a batch which looks at 2026-12, and a partition check that works. Neither is there: the run of 2026-12 sees the history up to 2026-11, and a missing partition it caught in no month."},
			{5, "That is what it catches for 2026-07. There a run came after the corrupted period. Which run comes after 2026-12?"},
			{4, "It seems that you counted for the stream, and took off the late rows and the missing partition. Look at the batch: in which of its runs is 2026-12 part of the history?"},
			{1, "One class too many: none of them is different here. What matters is not what went wrong in 2026-12 but that no run of the batch has 2026-12 in its history."},
		},
		Hint: "Do not go through the classes one by one. Ask for which runs 2026-12 is part of the history at all.",
	}

	// OneMoreRun asks the same with a run of the batch at the start of 2027-01.
	OneMoreRun = Exercise{
		Of:      "classes",
		Given:   4,
		Because: "The thirteenth run has the rows of 2026-12 in its history. What it still does not catch are the missing partition, as in every month, and the late rows, which are too small a part of each cell.",
		Errors: []Misconception{
			{5, "You expected what it catches in 2026-07. But the late rows of 2026-12 are not more than a quarter of any cell, and the distribution check lets them pass."},
			{6, "The missing partition it catches in no month: north is in the history of the months before. And of 2026-12 there is a second class that no check sees."},
			{0, "That is with twelve runs. The thirteenth, at the start of 2027-01, has the rows of 2026-12 in front of it."},
			{3, "One too few. Go through the classes: which of them does a check see in 2026-07, and for which of these does the month matter?"},
		},
		Hint: "Begin with the five that the batch catches in 2026-07, and ask of each whether anything is different in 2026-12.",
	}

	// MoreSubscribers asks for the entries that the stream carries for twice as
	// many subscribers.
	MoreSubscribers = Exercise{
		Of:      "entries",
		Given:   5200,
		Because: "It carries a seen key for each of 4,800 rows and a last index for each of 400 subscribers. Both double.",
		Errors: []Misconception{
			{2600, "You left the state as it was. But it has an entry for each row that was seen and one for each subscriber, and now there are twice as many of both."},
			{2800, "You doubled the last indexes, 400 in place of 200, and left the seen keys at 2,400. Each subscriber also sends twelve rows, and each row leaves a key."},
			{5000, "You doubled the seen keys to 4,800 and left the last indexes at 200. There is one for each subscriber."},
			{4800, "These are the seen keys. The stream also carries the last index of each subscriber, to subtract from the next one."},
			{400, "These are the last indexes. The stream also carries the key of each row it has seen, or it could not tell a duplicate."},
			{26400, "That is what the batch reads. The question is what the stream carries."},
		},
		Hint: "Add two numbers: the keys of the rows that were seen, and the last index of each subscriber.",
	}

	// TwoChecks asks how many classes the stream still catches when only the
	// checks for schema and type are left.
	TwoChecks = Exercise{
		Of:      "classes",
		Given:   2,
		Because: "The changed schema and the type drift change the shape of a row. The four others keep every single row in good shape.",
		Errors: []Misconception{
			{5, "You took off one class, but three checks are gone, and with them all that has to be seen by comparing rows with each other or with the past."},
			{6, "All six need more than the shape of a row. Which of them can be seen by looking at one row alone?"},
			{3, "Did you count the changed unit? Its label still says m3 and its index is still a number: the row looks as it should. Only its size is wrong, and these checks do not look at sizes."},
			{4, "Duplicates and changed units were among them, perhaps. A duplicate is a good row, only the second of its kind; a changed unit is a number under the usual label."},
			{1, "One check for one class, and there are two checks: one looks whether each field is there, the other whether the index is a number."},
			{0, "Both checks do fire: one finds that a field is missing, the other that a number has become a text."},
		},
		Hint: "Go through the six classes and ask of each: could I see it by looking at a single row?",
	}

	// TwelveRuns asks for the rows that the batch reads in its twelve runs when
	// nothing goes wrong.
	TwelveRuns = Exercise{
		Of:      "rows",
		Given:   13200,
		Because: "The first run finds nothing, the second 200 rows, the third 400, the twelfth 2,200: twice the history costs the batch four times as much.",
		Errors: []Misconception{
			{2400, "That is each row once, as the stream reads them. The batch begins from the beginning in each run."},
			{2200, "That is the last run alone. The ten before it have read too, each what had arrived by then."},
			{15600, "One run too many: the one at the start of 2027-01 is the first that has December, and it is not one of the twelve. Or does your first run, at the start of January, find rows of January?"},
			{28800, "Twelve runs over the whole year. But the run of March can have no row of April."},
			{26400, "Twelve runs over the eleven months that the last one sees. The earlier ones see less, on average half of it."},
		},
		Hint: "Write down what has arrived at the start of each month, and add it up: 0, 200, 400 …",
	}

	// OldKeys asks how many copies that come a month late are found by their key.
	OldKeys = Exercise{
		Of:      "copies found by their key",
		Given:   0,
		Because: "A copy that comes a month later is late, and the watermark drops it before anybody asks for its key. No key is needed once its window has closed.",
		Errors: []Misconception{
			{2200, "None of them is counted twice, that is right. But something else stands in front of the keys and stops them all."},
			{2400, "So many keys are kept. How many of the copies come as far as the keys?"},
			{200, "You kept the keys of one window. A copy that is a month late does not come into that window."},
			{1100, "No copy differs from another: each comes one month after its window has closed."},
		},
		Hint: "Follow one copy through the window above: which line does it meet first?",
	}

	// LateForGood asks how many cells the stream writes wrong when forty readings
	// come one period late.
	LateForGood = Exercise{
		Of:      "cells written wrong",
		Given:   10,
		Because: "Five regions in 2026-07, which lack what the forty used, and the same five in 2026-08, which have it too much: their readings are subtracted from those of 2026-06.",
		Errors: []Misconception{
			{5, "These are the five regions in 2026-07. But an index is used twice: what is missing in July is subtracted from in August."},
			{0, "That is the batch, which finds the forty in its next run. The stream looks at a closed window no more."},
			{40, "So many rows are dropped. A cell is a region in a month, and there are five regions."},
			{1, "The forty live in all five regions, and a cell is one region in one month."},
			{30, "You let the mistake run on to December. A consumption is a difference of two indexes; the one of 2026-09 has two good ones."},
			{55, "The months before are not touched, and from 2026-09 on both indexes are good again."},
		},
		Hint: "Which two differences is the index of 2026-07 part of, and in how many regions?",
	}

	// OneStep asks how many hours earlier the stream finds a changed unit than a
	// batch that starts six hours after the month has ended.
	OneStep = Exercise{
		Of:      "hours",
		Given:   6,
		Because: "Both look at July when it is over: the window at once, the batch when it starts. A lag of one period is a step of the schedule and need not be a month.",
		Errors: []Misconception{
			{750, "So long after July began the batch finds it. The stream has to wait for July to end as well."},
			{744, "That is the whole of July. The window, too, is judged when July is over."},
			{738, "A month less the six hours: but the batch comes after the end of July, not before it."},
			{0, "Nearly. The window is judged when July ends; the batch starts a little later."},
			{720, "That is a month of thirty days. When is the window of July judged?"},
		},
		Hint: "Put both on a clock: when is July over, when does each look at it?",
	}

	// NorthBefore asks how many rows of north a batch run of 2026-08 has in front
	// of it when north is missing in 2026-07.
	NorthBefore = Exercise{
		Of:      "rows of north",
		Given:   276,
		Because: "46 rows in each of the six months before. The check asks whether north is there, and it is there.",
		Errors: []Misconception{
			{0, "None in July, true. But the run of 2026-08 has all months so far in front of it."},
			{46, "That is one month of north, as many as are missing. The run has six good months of it."},
			{322, "With July. Those are the rows that are missing."},
			{230, "Five months of 46. January to June are six."},
		},
		Hint: "A run reads everything that has arrived, and north is missing in one month only. It has 46 rows in a month.",
	}

	// SameLimit asks in how many of fifty sound years a check with the limit of
	// the distribution check raises an alarm when it compares a cell with the last
	// one of its region.
	SameLimit = Exercise{
		Of:      "sound years with an alarm",
		Given:   40,
		Because: "The consumption of a region swings by a quarter from one month to the next somewhere in almost every year. Against its own baseline a sound cell is never off, since the baseline is that very run.",
		Errors: []Misconception{
			{0, "That is what the distribution check has, because it compares a sound cell with itself. Two different months are never quite the same."},
			{50, "Nearly. But each check looks at 50 pairs of months, and in some years not one of them is a quarter apart."},
			{1, "One alarm in 50 years would be a useful check. How large is the difference of two months when some forty meters are read?"},
			{5, "A tenth of the years, for a limit that looks wide. But it is tested 50 times a year: ten pairs of months in five regions."},
			{25, "Half of the years is too few. A limit that each pair of months mostly respects is broken sooner or later in a year of 50 pairs."},
		},
		Hint: "The check is asked once for each pair of months in each region, and a single one out of 50 makes an alarm.",
	}

	// OneRegion asks how many cells the stream pollutes when the readings of
	// one region come in litres.
	OneRegion = Exercise{
		Of:      "polluted cells",
		Given:   2,
		Because: "In 2026-07 the consumption of north is far too large, in 2026-08 far too small: the good index of 2026-08 minus the one in litres. The check sees it at once, and the served values do not move.",
		Errors: []Misconception{
			{1, "You counted 2026-07. But an index is used twice: in its own month, and as the one to subtract from in the next."},
			{10, "That is for all five regions. Here only north reads in litres, and a cell belongs to one region."},
			{5, "Five cells are the five regions in one month. One region is affected, and not in one month only."},
			{6, "You let the mistake run on to the end of the year. A consumption is a difference of two indexes, so a wrong index spoils its own month and the next, and is then forgotten."},
			{0, "The sum over both months is right, and so are the served values. The two cells are not: each is compared with its own baseline."},
		},
		Hint: "Write down the two differences that the index of 2026-07 is part of.",
	}
)
