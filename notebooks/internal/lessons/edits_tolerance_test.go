package lessons

const choosingTolerance = "04-choosing-a-tolerance.ipynb"

func init() {
	edits = append(edits, []edit{
		{lesson: choosingTolerance, cell: "costs", old: "Waited: 0.02}", new: "Waited: 0.2}",
			want: []string{`The cheapest tolerance is 0 periods for north and 2 for the others`}},
		{lesson: choosingTolerance, cell: "costs", old: "Waited: 0.02}", new: "Waited: -1}", oneLine: true,
			want: []string{`^policy: cost of a period of waiting must be a number of at least 0, got -1$`}},
		{lesson: choosingTolerance, cell: "costs", old: "world(lateness.Drifting(), 24)", new: "world(lateness.Drifting(), 0)", oneLine: true,
			want: []string{`^lateness: history must be 1 to 12 months, got 0$`}},
		{lesson: choosingTolerance, cell: "five", old: "now := sim.April", new: "now := sim.February", oneLine: true,
			want: []string{`^lateness: watched reading must be of 2026-01 to 2026-01 and arrive then or later, got 2026-02 arriving in 2026-02$`}},
		{lesson: choosingTolerance, cell: "predict-five", old: "predict := -1", new: "predict := 20",
			want: []string{`You predicted 20, and the run gives 30 readings of a hundred\.`}},
		{lesson: choosingTolerance, cell: "five-hand", old: "now := sim.April", new: "now := sim.August",
			want: []string{`^ +1 +3 +2 +0\.67 +0\.20 +0\.20 +0\.20$`}},
		{lesson: choosingTolerance, cell: "censoring", old: "plots.CensoringSetting()", new: "plots.CensoringSetting().Months(24, 12)",
			want: []string{`^The readings that have arrived are the quick ones: they hide \d+.% of those that are more than 2 periods late`}},
		{lesson: choosingTolerance, cell: "calibration", old: "beyond := 0", new: "beyond := 1",
			want: []string{`^The logistic hazard is off by [\d.]+.points on average, Kaplan-Meier by [\d.]+.points`}},
		{lesson: choosingTolerance, cell: "calibration", old: "beyond := 0", new: "beyond := 9", oneLine: true,
			want: []string{`^survival: delay to calibrate must be 0 to 7 periods, got 9$`}},
		{lesson: choosingTolerance, cell: "train", old: "plots.NewProgress(\"training\", 1200)", new: "plots.NewProgress(\"training\", 1200); os.Setenv(\"GOMLX_BACKEND\", \"xla:cuda\")", oneLine: true,
			want: []string{`^hazard: train: hazard: GOMLX_BACKEND must name a backend that is linked, go, got "xla:cuda"$`}},
		{lesson: choosingTolerance, cell: "break", old: "lateness.Unannounced(), 24", new: "lateness.Worsening(), 24",
			want: []string{`^Over all months, the hazard fitted once leaves \d+.% of the cells polluted`}},
		{lesson: choosingTolerance, cell: "interval-figure", old: "Write: 0.02, Restart: 0.05, Between: 20}", new: "Write: 2, Restart: 0.05, Between: 3}",
			want: []string{`A checkpoint every 2\.3 periods is best`}},
		{lesson: choosingTolerance, cell: "interval", old: "Write: 0.02,", new: "Write: 0,", oneLine: true,
			want: []string{`^restart: writing a checkpoint must take more than 0, got 0$`}},
		{lesson: choosingTolerance, cell: "predict-awaited", old: "predict := -1", new: "predict := 10",
			want: []string{`You predicted 10, and the run gives 1 kinds of world\.`}},
		{lesson: choosingTolerance, cell: "predict-interval", old: "predict := -1", new: "predict := 23",
			want: []string{`Right, 23 checkpoints\.`}},
		{lesson: choosingTolerance, cell: "exercise-1", old: "predict := -1", new: "predict := 5",
			want: []string{`You predicted 5, and the run gives 0 periods for the north\.`, `clean cells: 71.?.%`}},
		{lesson: choosingTolerance, cell: "exercise-4", old: "chance := 0.5", new: "chance := 1.5", oneLine: true,
			want: []string{`^policy: chance of an interruption must be 0 to 1 a period, got 1\.5$`}},
	}...)
}
