package engine

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/sim"
)

// nine are the set-ups of the window lesson, and lost the one whose state is lost.
var (
	nine = sim.Grid(sim.Default(), []int{0, 1, 2}, []int{0, 1, 2})
	lost = sim.Setup{
		Network:   sim.Default(),
		Faults:    []sim.Fault{sim.Late(1)},
		Windowing: sim.Windowing{Tolerance: 1, ResetAt: sim.August},
	}
)

// The same numbers ten times: what an engine gives once may be luck. One run after the other: two
// at a time take longer, because each uses more than one core.
func TestLessonOnPrism(t *testing.T) {
	setups := append(slices.Clone(nine), lost)
	for i := range 10 {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			same(t, HeldBack, setups)
		})
	}
}

func TestOwnRule(t *testing.T) {
	same(t, OwnRule, append(slices.Clone(nine), lost))
}

// Whatever happens to the rows on their way, the engine makes of them what the simulation does.
func TestClassesOnPrism(t *testing.T) {
	var setups []sim.Setup
	for _, c := range sim.Corruptions() {
		setups = append(setups, sim.Setup{Network: sim.Default(), Faults: []sim.Fault{c.In(sim.July)}})
	}
	same(t, HeldBack, setups)
}

func TestOtherNetworks(t *testing.T) {
	small := sim.Network{Subscribers: 3, Periods: 4, Seed: 1}
	late := func(p sim.Period, delay int) []sim.Fault {
		return []sim.Fault{{Class: sim.LateArrival, Period: p, Delay: delay}}
	}
	same(t, HeldBack, []sim.Setup{
		{Network: sim.Network{Subscribers: 1, Periods: 1}},
		{Network: small},
		{Network: small, Windowing: sim.Windowing{Tolerance: 11}},            // never closes
		{Network: small, Faults: late(sim.April, 2)},                         // still on their way at the end
		{Network: small, Faults: late(sim.March, 1)},                         // a window that gets no row in time
		{Network: small, Faults: []sim.Fault{{Class: sim.MissingPartition}}}, // no rows at all
		{Network: small, Faults: []sim.Fault{{Class: sim.TypeDrift}}},        // every index a text
		{Network: small, Windowing: sim.Windowing{ResetAt: sim.March}},       // state lost
		{Network: sim.Network{Subscribers: 40, Periods: 15, Seed: 7}, Faults: []sim.Fault{sim.Late(3)}, Windowing: sim.Windowing{Tolerance: 2}},
	})
}

// same runs set-ups on Prism and in the simulation and compares everything.
func same(t *testing.T, f Formulation, setups []sim.Setup) {
	t.Helper()
	outcomes, err := sim.Sweep(setups)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range onPrism(t, Jobs(f, setups)...) {
		if d := r.Differences(outcomes[i]); len(d) != 0 {
			t.Errorf("set-up %d, %v: differs in %s", i+1, f, strings.Join(d, ", "))
		}
		if r.Ledger != outcomes[i].Ledger {
			t.Errorf("set-up %d, %v: got ledger %v, want %v", i+1, f, r.Ledger, outcomes[i].Ledger)
		}
		if err := r.Balance(); err != nil {
			t.Errorf("set-up %d, %v: %v", i+1, f, err)
		}
	}
}

func onPrism(t *testing.T, jobs ...Job) []Result {
	t.Helper()
	prism, err := StartPrism()
	if err != nil {
		t.Fatal(err)
	}
	defer prism.Stop()
	results, err := prism.Run(t.Context(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// Held open, a window should drop what the lesson drops. Prism keeps late rows while a later window
// holds rows, so the set-up with delay 2 and tolerance 1 departs.
func TestHeldOpen(t *testing.T) {
	outcomes, err := sim.Sweep(nine)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range onPrism(t, Jobs(HeldOpen, nine)...) {
		departs := i == 7
		if d := r.Differences(outcomes[i]); (len(d) != 0) != departs {
			t.Errorf("set-up %d: differs in %q", i+1, d)
		}
		if departs && (r.LateDropped != 0 || len(r.Polluted()) != 5) {
			t.Errorf("set-up %d: got %d dropped and %d polluted, want 0 and 5", i+1, r.LateDropped, len(r.Polluted()))
		}
	}
}

// With late panes each cell is written on time and again, no window holds rows longer than its
// period, and a row that is two periods late is too late for its successor's cells.
func TestLatePanes(t *testing.T) {
	outcomes, err := sim.Sweep(nine)
	if err != nil {
		t.Fatal(err)
	}
	polluted := []int{0, 0, 0, 10, 0, 0, 10, 10, 15}
	for i, r := range onPrism(t, Jobs(LatePanes, nine)...) {
		got := []any{r.LateDropped, r.CarriedState, len(r.Polluted()), r.Written(sim.July), r.Writes}
		want := []any{outcomes[i].LateDropped, 400, polluted[i], sim.July, 110}
		if !slices.Equal(got, want) {
			t.Errorf("set-up %d: got dropped, state, polluted, written, writes %v, want %v", i+1, got, want)
		}
		if late := r.Setup.Windowing.Tolerance; r.Revised(sim.July) != sim.August+sim.Period(late) {
			t.Errorf("set-up %d: got 2026-07 written last in %v", i+1, r.Revised(sim.July))
		}
	}
}

// What a late pane holds decides what a sink makes of it: one that writes by key and keeps the last
// write, and one that adds all of them up.
func TestPanes(t *testing.T) {
	for _, want := range []struct {
		panes                  Panes
		setup                  int
		writes, keyed, addedUp int
	}{
		{Accumulating, 4, 110, 0, 55},
		{Discarding, 4, 60, 5, 0},
		{Retracting, 4, 165, 0, 0},
		{Accumulating, 8, 110, 15, 55},
		{Discarding, 8, 60, 15, 15},
		{Retracting, 8, 165, 15, 15},
	} {
		r := onPrism(t, Job{Setup: nine[want.setup], Formulation: LatePanes, Panes: want.panes})[0]
		got := []int{r.Writes, len(r.Polluted()), len(r.Added.Polluted(r.Baseline))}
		if !slices.Equal(got, []int{want.writes, want.keyed, want.addedUp}) {
			t.Errorf("%v, set-up %d: got writes, polluted by key, polluted if added up %v, want %v", want.panes, want.setup+1, got, want)
		}
		if err := r.Balance(); err != nil {
			t.Error(err)
		}
	}
	if _, err := new(Server).Run(t.Context(), Job{Panes: 3}); err == nil {
		t.Error("want an error for a mode that there is not")
	}
}

// All rows at once are late for nothing.
func TestLiveSource(t *testing.T) {
	source := Source{Live: true, Together: true}
	r := onPrism(t, Job{Setup: nine[7], Source: source})[0]
	if r.LateDropped != 0 || len(r.Polluted()) != 0 || r.Sent != 2400 {
		t.Errorf("got %v and %d polluted cells", r.Ledger, len(r.Polluted()))
	}
	r = onPrism(t, Job{Setup: nine[0], Source: Source{Live: true, Pause: time.Millisecond}, Flip: 100})[0]
	if r.Undecodable != 24 || r.Balance() != nil {
		t.Errorf("got %d undecodable, %v", r.Undecodable, r.Balance())
	}
}

// A run that starts in the middle of the log knows no index from before.
func TestFromTheMiddle(t *testing.T) {
	r := onPrism(t, Job{Setup: nine[4], From: sim.August})[0]
	if r.Sent != 1040 || r.Uncomputable != 200 || r.Cells.Len() != 25 || r.Balance() != nil {
		t.Errorf("got %v, %d uncomputable, %d cells", r.Ledger, r.Uncomputable, r.Cells.Len())
	}
}

// Broken rows go to the dead-letter output, and the ledger misses none.
func TestDeadLetters(t *testing.T) {
	sent := 0
	r := onPrism(t, Job{Setup: nine[3], Flip: 50, OnRow: func(sim.Reading) { sent++ }})[0]
	if r.Undecodable != 48 || len(r.DeadLetters) != 48 || sent != 2400-48 || r.Sent != 2400 {
		t.Errorf("got %d undecodable, %d dead letters, %d decoded of %d", r.Undecodable, len(r.DeadLetters), sent, r.Sent)
	}
	for _, x := range r.DeadLetters {
		if got, err := x.Decode(); err == nil {
			t.Errorf("dead letter %x decodes as %v", x, got)
		}
	}
	if err := r.Balance(); err != nil {
		t.Error(err)
	}
	const want = "2400 sent = 2313 on time + 0 late + 39 dropped + 0 screened out + 0 duplicates + 0 in transit\n+ 48 undecodable"
	if got := r.Account(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBadJobs(t *testing.T) {
	prism, err := StartPrism()
	if err != nil {
		t.Fatal(err)
	}
	defer prism.Stop()
	for want, j := range map[string]Job{
		"engine: formulation must be 0 to 3, got 4":                                                         {Setup: nine[0], Formulation: 4},
		"engine: log must be read from 2026-01 to 2026-12, got 2027-01":                                     {Setup: nine[0], From: 13},
		"engine: pause must be at least 0, got -1s":                                                         {Setup: nine[0], Source: Source{Pause: -time.Second}},
		"engine: every how many rows a bit breaks must be at least 0, got -1":                               {Setup: nine[0], Flip: -1},
		"engine: network must have at most 63 periods and 131071 subscribers to fit the rows, got 64 and 1": {Setup: sim.Setup{Network: sim.Network{Subscribers: 1, Periods: 64}}},
		"sim: tolerance must be at least 0 periods, got -1":                                                 {Setup: sim.Setup{Network: sim.Default(), Windowing: sim.Windowing{Tolerance: -1}}},
		"sim: subscribers must be 1 to 100000000, got 0":                                                    {},
	} {
		if _, err := prism.Run(t.Context(), j); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	_, err = prism.Run(t.Context(), Job{Setup: nine[0]}, Job{})
	if err == nil || !strings.HasPrefix(err.Error(), "job 2 of 2: sim: ") {
		t.Errorf("got %v", err)
	}
}

func TestBadServers(t *testing.T) {
	for address, want := range map[string]string{
		"nowhere":     `engine: job server must be a host:port, got "nowhere"`,
		"127.0.0.1:1": "engine: no job server answers at 127.0.0.1:1: ",
		listening(t):  "engine: Flink ",
	} {
		s, err := Connect("Flink", address)
		if err == nil {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			_, err = s.Run(ctx, Job{Setup: nine[0]})
			cancel()
			s.Stop()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line %s", address, err, want)
		}
	}
}

// listening gives the address of a server that speaks another language.
func listening(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, "220 smtp\r\n")
			c.Close()
		}
	}()
	return l.Addr().String()
}

// An engine that goes away while it works is an error, and so is a run that is called off.
func TestEngineGone(t *testing.T) {
	prism, err := StartPrism()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = prism.Run(ctx, Job{Setup: nine[0], OnRow: func(r sim.Reading) {
		if r.Arrival == sim.March {
			cancel()
		}
	}})
	if err == nil || !strings.HasPrefix(err.Error(), "engine: run on Prism was stopped") {
		t.Errorf("got %v", err)
	}
	_, err = prism.Run(t.Context(), Job{Setup: nine[0], OnRow: func(r sim.Reading) {
		if r.Arrival == sim.March {
			prism.conn.Close()
		}
	}})
	prism.stop()
	if err == nil || !strings.HasPrefix(err.Error(), "engine: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}
