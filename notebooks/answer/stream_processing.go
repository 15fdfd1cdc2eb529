package answer

// Of the lesson on what stream processing is.
var (
	// TwoTunnels asks how many of twelve taps come after their window of two
	// minutes is closed, with three of them two minutes late.
	TwoTunnels = Exercise{
		Of:      "taps",
		Given:   2,
		Because: "The tap of 12:02:05 is late too, but its window runs to 12:04, and when it arrives, at 12:04:05, the newest tap that has come is that of 12:03:50. To be late is not to be lost: it depends on where in its window a tap was made.",
		Errors: []Misconception{
			{3, "Three are late, but one of them is not lost. When the tap of 12:02:05 arrives, has any tap come that was made at 12:04 or later?"},
			{0, "A window of two minutes and a delay of two minutes sound as if they would do. But a tap that is made at the end of its window arrives when newer ones are long there."},
			{1, "Look at both tunnels: from the first one a tap is lost, and from the second one too."},
			{12, "Most taps arrive as they are made, when their window cannot be over."},
		},
		Hint: "For each of the three: which taps have come when it arrives, and is the newest of them made after the end of its window?",
	}

	// FiveWindows asks for the sum of the counts of sliding windows over 24
	// clicks.
	FiveWindows = Exercise{
		Of:      "counts",
		Given:   120,
		Because: "A window of five minutes starts every minute, so at any moment five are open, and each click counts in all of them: 24 times five.",
		Errors: []Misconception{
			{24, "That is with tumbling windows. Sliding ones overlap: how many are open when a click comes?"},
			{5, "Each click counts five times. There are 24 clicks."},
			{9, "These are the windows. Most of them count many clicks."},
			{45, "You took five for each of nine windows. Count from the clicks: in how many windows is each?"},
		},
		Hint: "At 12:02:30, which windows of five minutes have started and not ended? The first of them began at 11:58.",
	}

	// SameLoss asks how many of 5,000 taps a lateness of two minutes drops,
	// when a tolerance of two minutes drops 273.
	SameLoss = Exercise{
		Of:      "taps",
		Given:   273,
		Because: "The same ones: a tap is lost when the newest that has come is two minutes past the end of its window, whether the window was still waiting then or already written. What differs is when it is written, and how often.",
		Errors: []Misconception{
			{0, "A correction comes only while the window can be corrected, here for two minutes of event time. Some taps are on their way for longer."},
			{816, "That is with neither, when a window is written at its end and never again."},
			{543, "These are the taps that cause a correction: they come late and are counted."},
		},
		Hint: "Until when does a window take a tap, with a tolerance of two minutes? And with a lateness of two minutes?",
	}

	// HalfCaught asks how many of a hundred transactions with a stolen card the
	// three rules block.
	HalfCaught = Exercise{
		Of:      "transactions in a hundred",
		Given:   49,
		Because: "Most that get through are the beginning of a burst: the rule of five must have seen five before it refuses the sixth. A rule that looks back cannot stop what it needs to see first.",
		Errors: []Misconception{
			{100, "Then a thief would have to break a rule with every payment. How many payments does a burst have before one is one too many?"},
			{33, "Three kinds of theft and three rules, but they are not as often as each other: a burst has eight transactions, the other kinds have one."},
			{0, "Each rule stops some. The one on amounts alone stops 78 of 669."},
		},
		Hint: "A third of the thefts are bursts of eight transactions within a minute, and most stolen transactions belong to one. Which of the eight can the rule of five refuse?",
	}

	// TwoTwice asks what six payments of ten euros add up to when two of them
	// come twice.
	TwoTwice = Exercise{
		Of:      "euros",
		Given:   80,
		Because: "The last note was made after the fourth payment, so the fifth and the sixth come again: eight payments of ten euros.",
		Errors: []Misconception{
			{60, "That is what was paid. After the crash the consumer reads on from its last note, and that lies before what it did last."},
			{100, "You let four payments come again. The note after the fourth was made; which came after it?"},
			{120, "You let all six come again. The note after the fourth says that the first four are done."},
			{40, "You stopped at the note. After the crash the consumer goes on from there."},
		},
		Hint: "Which payments lie between the last note and the crash?",
	}

	// ReadAgain asks how many events are processed a second time after a crash
	// at event 480, with a checkpoint after every fifty.
	ReadAgain = Exercise{
		Of:      "events",
		Given:   29,
		Because: "The last checkpoint stands after event 450. Events 451 to 479 had been processed and come again; event 480 comes for the first time.",
		Errors: []Misconception{
			{30, "Event 480 was read and not processed: the child died before. So it is not done a second time."},
			{0, "That would take a checkpoint after each event. Here the last one stands at 450."},
			{50, "That is the most it could be. Where is the last checkpoint before event 480?"},
			{479, "That is a job without checkpoints, which begins again."},
			{20, "That is how far it is to the next checkpoint. It was never written: what counts is the last one."},
		},
		Hint: "Which event does the last checkpoint stand after? And which was the last that was processed?",
	}

	// ShorterPause asks for the number of sessions that a pause of twenty
	// seconds makes of the clicks.
	ShorterPause = Exercise{
		Of:      "sessions",
		Given:   6,
		Because: "A shorter pause cuts where a longer one does, and in one more place. With ten minutes no pause is long enough, and there is one session for each of the three users.",
		Errors: []Misconception{
			{5, "That is with a pause of one minute. Twenty seconds cut in at least the same places: is there a pause between that is shorter than a minute and longer than twenty seconds?"},
			{3, "That is one session for each user, as with a pause of ten minutes. A shorter pause ends a session sooner, so there are more of them."},
			{4, "Fewer than with one minute? A shorter pause ends a session sooner, and what it cuts stays cut."},
			{15, "You took the pause to be a third and the sessions three times as many. Only a pause that is there can cut, and the users click in bursts."},
			{24, "You made a session of each click. Within a burst the clicks of a user come less than twenty seconds apart."},
		},
		Hint: "Look at the rows of dots in the figure of the session windows: where is a gap longer than twenty seconds?",
	}

	// JustLateEnough asks for the longest delay, in seconds, that a tolerance
	// of four minutes waits for.
	JustLateEnough = Exercise{
		Of:      "seconds",
		Given:   310,
		Because: "The window ends at 12:02, and the tap made at 12:06:10 is the first that brings the watermark to 12:02 or beyond. What was made at 12:01:00 may come until then; at 12:06:10 itself the late tap is the first of the two.",
		Errors: []Misconception{
			{240, "That is the tolerance. But the tap was made at the beginning of its window, which lasts for another minute, and a watermark moves only when a tap comes."},
			{300, "Five minutes bring it to 12:06:00, and at that moment the newest tap is that of 12:05:50. The watermark moves in steps, with each tap. When does the next one come?"},
			{330, "At 12:06:30 the watermark stands at 12:02:10 already, by the tap of 12:06:10. The window was written then."},
			{250, "You added ten seconds to the tolerance. Count from where the window ends, at 12:02, and not from where the tap was made."},
			{360, "You let the window wait for a whole minute too long. It ends at 12:02 and waits for four minutes of event time."},
		},
		Hint: "The watermark is the time of the newest tap less four minutes. Which tap brings it to 12:02, where the window ends?",
	}

	// CostlyCrash asks how many payments come again at most, with a note after
	// every four.
	CostlyCrash = Exercise{
		Of:      "payments that come again",
		Given:   4,
		Because: "A crash after the fourth payment costs most: it has been processed, its note has not been made, and all four come again. After the first or the fifth it is one. Noting more often makes a crash cheaper, and never free.",
		Errors: []Misconception{
			{3, "That is a crash after the third. One more is possible: between the work on the fourth payment and the note about it there is a moment too."},
			{2, "That is a crash after the sixth, in which the fifth and the sixth come again. Look for the crash with the longest way back to the last note."},
			{6, "All six would come again if no note had been made at all. The one after the fourth is there when the sixth comes."},
			{1, "That is a crash after the first or the fifth, the cheapest that there is. The question is how dear it can be."},
			{0, "That would need a note in the same moment as the work. There are two moments, and a crash fits in between."},
		},
		Hint: "When has the consumer done the most since its last note? The note is made after the work.",
	}

	// NoBound asks how many events a join holds whose bound is a day.
	NoBound = Exercise{
		Of:      "events",
		Given:   600,
		Because: "Nothing may be let go while the stream runs, since a partner could come a day later. The state grows with the stream, so that in the end any machine is too small.",
		Errors: []Misconception{
			{300, "You counted one side. Requests wait for offers and offers for requests, and both are held."},
			{18102, "These are the pairs. An event is held once, however many partners it finds."},
			{18, "That is with a bound of ten seconds. What may be let go when a partner can come a day later?"},
			{0, "An event that has found a partner is not done: within the bound it can find another. So even those stay."},
		},
		Hint: "What may be let go when a partner can come a day later?",
	}

	// SlidingByTwo asks how often a click counts at most in windows of five
	// minutes that slide by two.
	SlidingByTwo = Exercise{
		Of:      "windows",
		Given:   3,
		Because: "Five divided by two is no whole number: a click in an even minute is in three windows and one in an odd minute in two. Here 16 clicks count three times and 8 twice.",
		Errors: []Misconception{
			{2, "You rounded five divided by two down. That is right for every other minute; the others are in one window more."},
			{5, "That is for a slide of one minute. A window that starts every two minutes covers a click half as often."},
			{1, "Windows that overlap count a click more than once. How many have started, and not ended, at the time of a click?"},
			{10, "Five times two is the wrong way round: the further a window slides, the fewer cover the same click."},
		},
		Hint: "Windows start at 12:00, 12:02, 12:04 and so on, and last for five minutes. In which of them is a click at 12:04:30?",
	}
)
