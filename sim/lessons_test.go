package sim

import (
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"
)

// The file testdata/lessons.json holds what the definitions of the source
// lessons give, for every run that they print.
type lessons struct {
	Baseline   wantCells
	SourceHead [][]any `json:"source_head"`
	SourceSum  int64   `json:"source_sum"`
	Windows    []struct {
		wantCells
		Delay, Tolerance, Dropped, State, Uncomputable, Polluted int
		ResetAt                                                  string `json:"reset_at"`
		Written                                                  map[string]string
	}
	Modes []struct {
		Class, Period string
		Corrupted     int
		Batch, Stream wantMode
	}
}

type wantCells struct {
	Cells  map[string]int64
	Served map[string]float64
}

type wantMode struct {
	wantCells
	Check       *string
	Stage       *int
	CaughtIn    *string `json:"caught_in"`
	RowsRead    int     `json:"rows_read"`
	State       int
	LateDropped int `json:"late_dropped"`
	Polluted    int
}

func readLessons(t *testing.T) (want lessons) {
	t.Helper()
	data, err := os.ReadFile("testdata/lessons.json")
	if err == nil {
		err = json.Unmarshal(data, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// equal fails the test unless what was seen is what was wanted.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func checkCells(t *testing.T, got Summary, want wantCells) {
	t.Helper()
	cells := map[string]int64{}
	for c, m3 := range got.All() {
		cells[c.String()] = m3
	}
	if !maps.Equal(cells, want.Cells) {
		t.Errorf("cells: got %v, want %v", cells, want.Cells)
	}
	served := map[string]float64{}
	for _, v := range got.Serve() {
		served[v.Region.String()] = v.M3
	}
	if !maps.Equal(served, want.Served) {
		t.Errorf("served: got %v, want %v", served, want.Served)
	}
}

func TestSource(t *testing.T) {
	want := readLessons(t)
	rows, err := Default().Source()
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, r := range rows {
		index, _ := r.Index.Int()
		sum += index
	}
	equal(t, "sum of all indexes", sum, want.SourceSum)
	equal(t, "rows", len(rows), 2400)
	for i, w := range want.SourceHead {
		r := rows[i]
		equal(t, "subscriber", r.Subscriber.String(), w[0].(string))
		equal(t, "region", r.Region.String(), w[1].(string))
		equal(t, "type", r.Type.String(), w[2].(string))
		equal(t, "period", r.Period.String(), w[3].(string))
		equal(t, "index", r.Index, Number(int64(w[4].(float64))))
		equal(t, "unit", r.Unit.String(), "m3")
	}
}

// The baseline is taken from a stream of rows; the stages of a batch run give
// the same cells.
func TestBaseline(t *testing.T) {
	want := readLessons(t).Baseline
	got, err := Default().Baseline()
	if err != nil {
		t.Fatal(err)
	}
	checkCells(t, got, want)
	rows, _ := Default().Source()
	checkCells(t, pipeline(rows).cells, want)
}

func TestWindowLesson(t *testing.T) {
	for _, want := range readLessons(t).Windows {
		s := Grid(Default(), []int{want.Delay}, []int{want.Tolerance})[0]
		if want.ResetAt != "" {
			s.Windowing.ResetAt = August
			equal(t, "reset at", s.Windowing.ResetAt.String(), want.ResetAt)
		}
		got, err := s.Run()
		if err != nil {
			t.Fatal(err)
		}
		checkCells(t, got.Cells, want.wantCells)
		equal(t, "dropped", got.LateDropped, want.Dropped)
		equal(t, "state", got.CarriedState, want.State)
		equal(t, "uncomputable", got.Uncomputable, want.Uncomputable)
		equal(t, "polluted", len(got.Polluted()), want.Polluted)
		for p := January; p <= December; p++ {
			w, ok := want.Written[p.String()]
			if !ok {
				w = "none"
			}
			equal(t, "written period of "+p.String(), got.Written(p).String(), w)
		}
	}
}

func TestModesLesson(t *testing.T) {
	for _, want := range readLessons(t).Modes {
		c, err := ParseCorruption(want.Class)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Compare(Default(), []Fault{c.In(July)})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "period", got.Period.String(), want.Period)
		equal(t, "corrupted", got.Corrupted, want.Corrupted)
		t.Run(want.Class+"/batch", func(t *testing.T) { checkMode(t, got.Batch, got.Baseline, want.Batch) })
		t.Run(want.Class+"/stream", func(t *testing.T) { checkMode(t, got.Stream, got.Baseline, want.Stream) })
	}
}

func checkMode(t *testing.T, got *Result, baseline Summary, want wantMode) {
	t.Helper()
	checkCells(t, got.Cells, want.wantCells)
	equal(t, "rows read", got.RowsRead, want.RowsRead)
	equal(t, "state", got.CarriedState, want.State)
	equal(t, "late dropped", got.LateDropped, want.LateDropped)
	equal(t, "polluted", len(got.Cells.Polluted(baseline)), want.Polluted)
	equal(t, "caught", got.Detection.Caught(), want.Check != nil)
	if want.Check != nil {
		equal(t, "check", got.Detection.Check, *want.Check)
		equal(t, "stage", int(got.Detection.Stage), *want.Stage)
		equal(t, "caught in", got.Detection.Period.String(), *want.CaughtIn)
	}
}

// The tables of the batch-and-stream lesson, letter for letter.
func TestModesTables(t *testing.T) {
	sound, err := Compare(Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := CompareAll(Default(), July)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "tables", CostTable(sound)+DetectionTable(all)+"\n"+PollutionTable(all), golden(t, "modes.txt"))
}

// The tables of the window lesson. Their source came with each run of spaces
// squeezed to one, so the columns of the headings are ours.
func TestWindowTables(t *testing.T) {
	base, err := BaselineLines(Default())
	if err != nil {
		t.Fatal(err)
	}
	nine, _ := Sweep(Grid(Default(), []int{0, 1, 2}, []int{0, 1, 2}))
	closes, _ := Sweep(Grid(Default(), []int{1}, []int{1, 11}))
	lost := closes[0].Setup
	lost.Windowing.ResetAt = August
	state, err := Sweep([]Setup{closes[0].Setup, lost})
	if err != nil {
		t.Fatal(err)
	}
	got := base + "\n" + WindowTable(nine) +
		ToleranceTable([]string{"closes each period", "never closes"}, closes) + "\n" +
		StateTable([]string{"kept", "lost"}, state)
	want := strings.Split(golden(t, "windows.txt"), "\n")
	for i, line := range strings.Split(got, "\n") {
		if strings.Contains(line, "dirty/55") {
			line = strings.Join(strings.Fields(line), " ")
		}
		equal(t, "line", line, want[i])
	}
}

func golden(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
