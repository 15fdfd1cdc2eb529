package sim

import "fmt"

// A Ledger says where every row of a run went. In every run it balances: the
// rows sent are those counted on time, counted late, dropped late, screened
// out, dropped as duplicates, and still on their way when the run ended.
type Ledger struct {
	Sent        int // rows sent; a reading that is never written is not sent
	OnTime      int // counted, arrived in their own period
	Late        int // counted, arrived after their own period
	LateDropped int // late records: arrived after their window had closed
	Screened    int // dropped, a field was missing
	Duplicates  int // dropped, subscriber and period were there already
	InTransit   int // not yet arrived when the run ended
}

// Counted returns the rows that went into the run's state.
func (l Ledger) Counted() int { return l.OnTime + l.Late }

// Balance returns an error that says by how many rows the ledger is out, or
// nil.
func (l Ledger) Balance() error {
	placed := l.Counted() + l.LateDropped + l.Screened + l.Duplicates + l.InTransit
	if placed != l.Sent {
		return fmt.Errorf("sim: ledger must place all %d rows sent, got %d", l.Sent, placed)
	}
	return nil
}

// String returns the ledger as a line.
func (l Ledger) String() string {
	return fmt.Sprintf("%d sent = %d on time + %d late + %d dropped + %d screened out + %d duplicates + %d in transit",
		l.Sent, l.OnTime, l.Late, l.LateDropped, l.Screened, l.Duplicates, l.InTransit)
}

// count counts a row that a run kept.
func (l *Ledger) count(late bool) {
	if late {
		l.Late++
	} else {
		l.OnTime++
	}
}

// A Step is what a run had done and held at the end of one period.
type Step struct {
	Period       Period
	RowsRead     int // in all runs so far
	CarriedState int // entries carried into the next period, or held at their most in this one
}
