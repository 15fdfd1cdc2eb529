package engine

import (
	_ "embed" // the stored measurements
	"fmt"
	"strconv"
	"strings"
)

// CostTable is what the command cost printed when it was last stored: engine, rows, start-up in
// seconds, run in seconds, rows per second and peak memory in megabytes.
//
//go:embed cost.txt
var CostTable string

// Rate returns how many rows a second an engine did on so many rows, by CostTable. It is an error if
// that was not measured.
func Rate(engine string, rows int) (float64, error) {
	for line := range strings.Lines(CostTable) {
		f := strings.Fields(line)
		if len(f) > 4 && f[0] == engine && f[1] == strconv.Itoa(rows) {
			return strconv.ParseFloat(f[4], 64)
		}
	}
	return 0, fmt.Errorf("engine: cost of %d rows on %s must be measured, is not in the table", rows, engine)
}
