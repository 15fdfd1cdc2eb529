package answer

// Of the lesson on window, tolerance and state.
var (
	// LongerDelay asks for the entries that are carried with the smallest
	// tolerance that loses nothing, for a delay of three periods.
	LongerDelay = Exercise{
		Of:      "entries",
		Given:   1000,
		Because: "The smallest tolerance that loses nothing is 3. Four windows of 200 rows are open at once, and there are 200 last indexes. The cells of 2026-07 are written in 2026-10.",
		Errors: []Misconception{
			{3, "That is the tolerance, and it is right. Now: how many entries does a run carry whose windows stay open for three more periods?"},
			{600, "You counted three windows of 200 rows. With tolerance 3 there are four, since the one of the current period is open too, and the state also holds a last index for each subscriber."},
			{800, "You counted the rows in four open windows. The state also holds the last index of each of the 200 subscribers."},
			{1200, "That is tolerance 4. The window need not stay open longer than the delay: with tolerance 3 the rows of 2026-07 still find their window open in 2026-10."},
			{520, "You added room for the forty late rows only. A window that stays open keeps the rows of all 200 subscribers waiting, three periods long."},
			{400, "That is tolerance 0, which loses all forty. Each period of tolerance keeps one more window open."},
		},
		Hint: "Find the tolerance first: where does loss turn? Then count the windows that are open at once, with 200 rows each, and do not forget the last indexes.",
	}

	// OneSubscriber asks how many cells are polluted when one subscriber is
	// late.
	OneSubscriber = Exercise{
		Of:      "polluted cells",
		Given:   2,
		Because: "A001 lives in the central region: central/2026-07 is short by its consumption, and central/2026-08 has two months of it.",
		Errors: []Misconception{
			{1, "You counted the month in which the reading is missing. The next one is wrong too: its reading is subtracted from the index of 2026-06 and gives the consumption of two months."},
			{10, "That is for forty subscribers, who live in all five regions. One subscriber lives in one."},
			{5, "You counted the five regions once. One subscriber lives in one region, but its reading counts in two months."},
			{0, "One row in two hundred seems little, but a cell that is off by the consumption of one subscriber differs from the baseline all the same."},
			{6, "You let the mistake run on to the end of the year. From 2026-08 on the state has a good index again, so nothing later is wrong."},
		},
		Hint: "In which region does A001 live, and in which months is the missing reading used?",
	}

	// TwoMonths asks how many cells are polluted when the same forty are late
	// twice in a row.
	TwoMonths = Exercise{
		Of:      "polluted cells",
		Given:   15,
		Because: "2026-07 and 2026-08 are short, and 2026-09 gets the consumption of three months. The month in the middle is wrong once, not twice.",
		Errors: []Misconception{
			{20, "You took ten cells twice. But the cells of 2026-08 are in both tens: too large after the first loss, they are now short because of the second."},
			{10, "You counted the two months whose readings are lost, or the one loss of the lesson. The first reading that does arrive, that of 2026-09, is subtracted from the index of 2026-06."},
			{5, "You counted one month of five regions. Count the months: two without readings, and one that has to make up for both."},
			{30, "You let each loss spoil three months. A good index ends it: the one of 2026-09 spoils its own month only, and from there on all is well."},
			{80, "These are the rows that are dropped. A cell is a region in a month."},
		},
		Hint: "Go from month to month: which index is the last one in the state, and what is subtracted from it?",
	}

	// StateLostEarlier asks how many cells are missing when the state is lost
	// at the start of 2026-02.
	StateLostEarlier = Exercise{
		Of:      "missing cells",
		Given:   0,
		Because: "With tolerance 1 the window of 2026-01 closes in 2026-02, so at the start of 2026-02 there is no last index yet that could be lost. One period later, in 2026-03, it costs the five cells of 2026-02.",
		Errors: []Misconception{
			{5, "That is what it costs in 2026-08. At the start of 2026-02 not one window has closed yet, with tolerance 1. What is there to lose?"},
			{10, "You let the loss spoil two months. A missing index leaves one month without consumption, and here not even that: no window has closed before 2026-02."},
			{55, "You let the run lose all that follows. It finds new indexes in the next window and goes on from them."},
			{50, "That is how many cells are left in 2026-08, when five are missing. Here nothing is lost."},
			{200, "These are rows: those that cannot be computed in 2026-08. And in 2026-02 there are none."},
		},
		Hint: "Which window closes in 2026-02 when the tolerance is 1, and which indexes are in the state before it does?",
	}

	// PastTheEnd asks how many cells are polluted when the rows come after the
	// stream has ended and the window never closes.
	PastTheEnd = Exercise{
		Of:      "polluted cells",
		Given:   10,
		Because: "No row is dropped, yet 40 are still in transit when the stream ends, and for the cells that is the same. No tolerance helps against a stream that ends first.",
		Errors: []Misconception{
			{0, "A window that never closes drops nothing, that is right. But the rows come in 2027-02, and the run ends before. What never arrives is missing from its cell, whoever is to blame."},
			{5, "You counted 2026-07. The readings of 2026-08 do arrive, and they are subtracted from the index of 2026-06: these five cells are too large."},
			{40, "These are the rows that are in transit. A cell is a region in a month."},
			{30, "You let the five regions be wrong from 2026-07 to the end. The readings of 2026-08 are there: from 2026-09 on each consumption is right again."},
		},
		Hint: "Where is a row that arrives seven periods after 2026-07, when the run ends with 2026-12? And which cells would have needed it?",
	}

	// TwoPeriodsOpen asks for the entries that are carried with tolerance 2,
	// with nothing late.
	TwoPeriodsOpen = Exercise{
		Of:      "entries",
		Given:   800,
		Because: "Three windows of 200 rows are open at once, those of this period and of the two before, and there are 200 last indexes. Nothing has to be late for that.",
		Errors: []Misconception{
			{600, "You counted the rows of three open windows. The last indexes of the 200 subscribers are carried too. Or you counted two windows: with tolerance 2 there are three, since the current one is open as well."},
			{400, "You let the state follow what is late. An open window holds the rows of everybody, late or not: room is kept for a row that may never come."},
			{480, "You made room for forty late rows, twice. A window that stays open keeps the rows of all 200 subscribers."},
			{1200, "You let each period of tolerance keep 400. The last indexes are there once, whatever the tolerance; each further window adds its 200 rows."},
		},
		Hint: "Which windows are open at the same moment, with how many rows each? Then add one last index for each subscriber.",
	}

	// TooLarge asks how many of the ten polluted cells are too large.
	TooLarge = Exercise{
		Of:      "cells that are too large",
		Given:   5,
		Because: "The five cells of 2026-07 miss a reading. The five of 2026-08 are too large: the state still holds the index of 2026-06, and the next reading gives the consumption of two months.",
		Errors: []Misconception{
			{0, "You looked at the month of the dropped rows only. Consumption is a difference of two indexes: what is subtracted from the reading of 2026-08?"},
			{10, "Those of 2026-07 are short: in them forty subscribers are missing."},
			{1, "You took all regions together. A cell is one region in one month, and the forty live in all five."},
		},
		Hint: "From which index is the next reading of a late subscriber subtracted, and how many months lie between the two?",
	}

	// HalfTheWait asks for the rows that tolerance 1 drops of those that are two
	// periods late.
	HalfTheWait = Exercise{
		Of:      "dropped rows",
		Given:   40,
		Because: "All forty come in 2026-09, and the window of 2026-07 closed at the end of 2026-08. A window is open or it is not; there is nothing between.",
		Errors: []Misconception{
			{20, "You halved the loss with half the patience. The forty come at the same moment, and at that moment their window is open or closed for all of them."},
			{0, "That is tolerance 2. With tolerance 1 the window of 2026-07 closes at the end of 2026-08, and the rows come in 2026-09."},
			{80, "You counted the rows once for each period. A row arrives once and is dropped once."},
		},
		Hint: "In which period do the rows come, and at the end of which one does their window close?",
	}

	// NeverCloses asks for the entries that are carried with tolerance 11.
	NeverCloses = Exercise{
		Of:      "entries",
		Given:   2400,
		Because: "All rows of the year wait, and no window closes before it ends, so there is no last index yet. It is the same number as with tolerance 10, where 2,200 rows wait beside 200 last indexes.",
		Errors: []Misconception{
			{2600, "You went on by 200. But a last index is there only once a window has closed, and with tolerance 11 none closes before the year is over."},
			{2200, "You counted eleven windows. In the last period there are twelve that are open."},
			{400, "That is tolerance 0, where one window is open at a time. Here all twelve are."},
		},
		Hint: "How many rows are there in a year, and how many last indexes does a run hold that has not closed a window yet?",
	}

	// LostInAugust asks how many cells are missing when the last indexes are
	// lost at the start of 2026-08.
	LostInAugust = Exercise{
		Of:      "missing cells",
		Given:   5,
		Because: "The window that closes next is that of 2026-07, and none of its 200 rows has anything to be subtracted from. From the window after it on there are last indexes again.",
		Errors: []Misconception{
			{0, "The rows are there, that is right. But consumption is a difference, and what it is taken from was in the state that was lost."},
			{1, "You counted the period. A cell is one region in one period, and there are five regions."},
			{10, "You let the loss spoil two periods. The first window that closes after it cannot be computed, and leaves new last indexes for the next."},
			{25, "You let all that follows go missing, five periods to the end of the year. One window is enough to have last indexes again."},
			{200, "These are the rows that cannot be computed. A cell is one region in one period."},
		},
		Hint: "Which window closes next, how many cells does it write, and what does the one after it find in the state?",
	}
)
