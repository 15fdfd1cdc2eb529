package sim

import (
	"fmt"
	"time"
)

// A Period is one month of metering. January 2026 is 1 and December 2026 is
// 12, as in [time.Month]; longer simulations go on with 2027-01 at 13. The
// zero Period is none: never reset, not caught, not written.
//
// A Period is event time in [Reading.Period] and processing time in
// [Reading.Arrival].
type Period int32

// The periods of the lessons.
const (
	January Period = 1 + iota
	February
	March
	April
	May
	June
	July
	August
	September
	October
	November
	December
)

const (
	firstYear = 2026
	perYear   = 12
)

// String returns the period as in "2026-07", and "none" for the zero Period.
func (p Period) String() string {
	switch {
	case p == 0:
		return "none"
	case p < 0:
		return fmt.Sprintf("Period(%d)", int(p))
	}
	return fmt.Sprintf("%d-%s", firstYear+int(p-1)/perYear, p.Month())
}

// Month returns the two digits of the month, "07" in 2026-07.
func (p Period) Month() string {
	if p < 1 {
		return p.String()
	}
	return fmt.Sprintf("%02d", 1+int(p-1)%perYear)
}

// Start returns the first instant of the period, in UTC; the period ends with
// the start of the next.
func (p Period) Start() time.Time {
	return time.Date(firstYear, time.Month(p), 1, 0, 0, 0, 0, time.UTC)
}

// ParsePeriod reads a period written as in "2026-07".
func ParsePeriod(s string) (Period, error) {
	var year, month int
	var rest string
	n, _ := fmt.Sscanf(s+" .", "%4d-%2d %s", &year, &month, &rest)
	p := Period((year-firstYear)*perYear + month)
	if n != 3 || rest != "." || month < 1 || month > perYear || p.String() != s {
		return 0, fmt.Errorf("sim: period must be written as 2026-07 and not lie before 2026-01, got %q", s)
	}
	return p, nil
}
