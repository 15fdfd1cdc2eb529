package plots

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"tidemark/plots/internal/gonb"
	"tidemark/plots/internal/gonbtest"
)

// A progress is one output, whatever it has shown, and in the end the figure.
func TestProgress(t *testing.T) {
	kernel, conn := gonbtest.Start(t)
	p := NewProgress("training", 40)
	p.connect = func() (*gonb.Conn, error) { return conn, nil }
	for i, want := range []string{
		"training [                              ] 0 of 40 loss 0.9",
		"training [===============               ] 20 of 40 loss 0.9",
		"training [==============================] 40 of 40 loss 0.9",
	} {
		p.shown = time.Time{}
		p.At(20*i, "loss 0.9")
		p.At(20*i+1, "too soon to be shown")
		outputs := kernel.Outputs()
		if len(outputs) != 1 || outputs[0].Data["text/plain"] != want {
			t.Fatalf("outputs are %v, want one that says %q", outputs, want)
		}
	}
	r, err := FindRecipe(Recipes(), "contest")
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.With()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.show(f, nil); err != nil {
		t.Fatal(err)
	}
	outputs := kernel.Outputs()
	if len(outputs) != 1 || outputs[0].Data["text/plain"] != f.Description() || outputs[0].Data["text/html"] == nil {
		t.Errorf("outputs are %d, want the figure alone", len(outputs))
	}
}

// Without a notebook a progress is silent; with an error there is no figure.
func TestProgressElsewhere(t *testing.T) {
	p := NewProgress("training", 0)
	p.At(3, "nobody sees this")
	if err := p.show(nil, []error{errors.New("no figure was made")}); err != nil || p.failed != nil {
		t.Errorf("errors are %v and %v, want none of its own", err, p.failed)
	}
	if err := p.show(nil, nil); err == nil {
		t.Error("no figure is no error")
	}
}

// TestProgressOfAnyTotal checks that a progress is a short line whatever it
// counts.
func TestProgressOfAnyTotal(t *testing.T) {
	for _, of := range []int{math.MinInt, -3, 0, 1, 7, math.MaxInt} {
		for _, n := range []int{math.MinInt, -1, 0, 1, 7, math.MaxInt} {
			p := NewProgress("work", of)
			if line := p.line(n, "note"); len(line) > 100 || !strings.HasPrefix(line, "work") || of < 1 && strings.Contains(line, "of") {
				t.Errorf("%d of %d: %q", n, of, line)
			}
		}
	}
}
