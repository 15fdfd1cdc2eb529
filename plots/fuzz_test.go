package plots

import (
	"fmt"
	"strings"
	"testing"
)

// FuzzFigures looks at the figures of the window lesson with any parameters:
// each gives an error in one line, or a figure without fault at every size.
func FuzzFigures(f *testing.F) {
	f.Add(uint8(1), uint8(0), uint8(40), uint8(7), uint8(200), uint8(12), uint8(8), int64(20260218))
	f.Add(uint8(7), uint8(3), uint8(0), uint8(0), uint8(3), uint8(24), uint8(0), int64(1))
	f.Add(uint8(0), uint8(11), uint8(1), uint8(1), uint8(1), uint8(2), uint8(2), int64(-1))
	f.Fuzz(func(t *testing.T, delay, tolerance, late, of, subscribers, periods, lost uint8, seed int64) {
		params := []string{
			fmt.Sprintf("delay=%d", delay), fmt.Sprintf("late=%d", late), "of=" + monthOf(of),
			fmt.Sprintf("subscribers=%d", subscribers), fmt.Sprintf("periods=%d", periods%40), fmt.Sprintf("seed=%d", seed),
			fmt.Sprintf("tolerance=%d", tolerance), "lost=" + monthOf(lost),
		}
		for _, r := range windowRecipes() {
			known := params[:6:6]
			for i, name := range []string{"tolerance", "lost"} {
				if strings.Contains(r.names(), name) {
					known = append(known, params[6+i])
				}
			}
			fig, err := r.With(known...)
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("%s %v: %v", r.Name, known, err)
				}
				continue
			}
			readable(t, fig, Light)
		}
	})
}

// monthOf writes a period of the first 40, or none.
func monthOf(n uint8) string {
	if n == 0 {
		return "none"
	}
	i := int(n) % 40
	return fmt.Sprintf("%d-%02d", 2026+i/12, i%12+1)
}
