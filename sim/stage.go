package sim

// A Stage numbers the steps of a run, for the place where a check stands: a
// check at stage 0 sees the rows as they arrive, one at stage 4 the cells that
// the fourth stage wrote.
type Stage int

// The five stages, after the arrival.
const (
	Arrived Stage = iota
	Screened
	Deduped
	Consumed
	Summarized
	ServedOut
)

var stageNames = [...]string{"arrival", "screen", "dedupe", "consumption", "summary", "serve"}

// String returns the stage's name as the lessons print it.
func (s Stage) String() string { return name("Stage", int(s), stageNames[:]) }

// BatchStages names the stages of a batch run.
func BatchStages() []string { return append([]string(nil), stageNames[1:]...) }

// StreamStages names the stages of a stream run: the watermark goes before
// those of the batch run, and the two kinds of state to be stored after them.
func StreamStages() []string {
	return append(append([]string{"watermark"}, stageNames[1:]...), "state_keys", "state_index")
}

// Screen keeps the rows that have every field the later stages need and returns
// how many it dropped.
func Screen(rows []Reading) (kept []Reading, dropped int) {
	kept = make([]Reading, 0, len(rows))
	for _, r := range rows {
		if r.complete() {
			kept = append(kept, r)
		}
	}
	return kept, len(rows) - len(kept)
}

// Dedupe keeps the first row of each subscriber and period and returns how many
// it dropped.
func Dedupe(rows []Reading) (kept []Reading, dropped int) {
	kept = make([]Reading, 0, len(rows))
	seen := make(map[key]struct{}, len(rows))
	for _, r := range rows {
		if _, again := seen[r.key()]; !again {
			seen[r.key()] = struct{}{}
			kept = append(kept, r)
		}
	}
	return kept, len(rows) - len(kept)
}

// A Consumption is what one subscriber used in one period: the difference of
// two readings.
type Consumption struct {
	Subscriber Subscriber
	Region     Region
	Period     Period
	M3         int64
}

// Consume subtracts from each reading the one of the period before, as a batch
// run does, and returns how many it dropped because one of the two is missing
// or cannot be read. The first period has no period before it, and its readings
// are neither returned nor counted as dropped.
func Consume(rows []Reading) (consumption []Consumption, dropped int) {
	index := make(map[key]int64, len(rows))
	for _, r := range rows {
		if m3, ok := r.Index.Int(); ok {
			index[r.key()] = m3
		}
	}
	consumption = make([]Consumption, 0, len(rows))
	for _, r := range rows {
		m3, ok := index[r.key()]
		before, found := index[key{r.Subscriber, r.Period - 1}]
		switch {
		case r.Period <= January:
		case ok && found:
			consumption = append(consumption, Consumption{r.Subscriber, r.Region, r.Period, m3 - before})
		default:
			dropped++
		}
	}
	return consumption, dropped
}

// Subtract subtracts from each reading the last index of its subscriber, as a
// stream run does, and makes the reading the last one. It returns how many rows
// after the first period had nothing to be subtracted from, or no value. A
// reading without one leaves the last index as it is.
func Subtract(rows []Reading, last map[Subscriber]int64) (consumption []Consumption, uncomputable int) {
	for _, r := range rows {
		index, readable := r.Index.Int()
		before, known := last[r.Subscriber]
		if readable && known {
			consumption = append(consumption, Consumption{r.Subscriber, r.Region, r.Period, index - before})
		} else if r.Period > January {
			uncomputable++
		}
		if readable {
			last[r.Subscriber] = index
		}
	}
	return consumption, uncomputable
}

// Summarize adds the consumption up by region and period.
func Summarize(consumption []Consumption) Summary {
	var s Summary
	for _, c := range consumption {
		s.add(Cell{c.Region, c.Period}, c.M3)
	}
	return s
}
