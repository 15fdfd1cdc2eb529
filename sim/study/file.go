package study

import (
	"bufio"
	_ "embed" // for the stored results
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Results are what a study found: how each contestant did in each world.
type Results struct {
	Contestants []string
	Worlds      []Result
}

//go:embed worlds.txt
var stored string

// Stored returns the results that the lesson quotes: 30 worlds of each kind.
func Stored() (Results, error) { return Read(strings.NewReader(stored)) }

// Write writes results as text: a line for each world, with the cost and the
// share of polluted cells of each contestant, to six decimals.
func (r Results) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "# cost per cell and share of polluted cells, by contestant; made by go run ./sim/study/run")
	fmt.Fprintf(b, "law\tmonths\tseed\t%s\n", strings.Join(r.Contestants, "\t"))
	for _, world := range r.Worlds {
		fmt.Fprintf(b, "%s\t%d\t%d", world.Law, world.Months, world.Seed)
		for _, s := range world.Scores {
			fmt.Fprintf(b, "\t%.6f %.6f", s.Cost, s.Polluted)
		}
		fmt.Fprintln(b)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("study: write results: %w", err)
	}
	return nil
}

// Read reads what [Results.Write] wrote.
func Read(from io.Reader) (Results, error) {
	var r Results
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		if strings.HasPrefix(text, "#") {
			continue
		}
		if err := r.add(strings.Split(text, "\t")); err != nil {
			return Results{}, fmt.Errorf("study: results, line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return Results{}, fmt.Errorf("study: read results: %w", err)
	}
	if len(r.Worlds) == 0 {
		return Results{}, fmt.Errorf("study: results must have at least 1 world, got 0")
	}
	return r, nil
}

// columns is how many columns stand before those of the contestants.
const columns = 3

// add adds a line: the heading, or a world.
func (r *Results) add(fields []string) error {
	switch {
	case r.Contestants == nil && len(fields) > columns:
		r.Contestants = fields[columns:]
		return nil
	case len(fields) <= columns || len(fields) != columns+len(r.Contestants):
		return fmt.Errorf("want %d columns, got %d", columns+max(len(r.Contestants), 1), len(fields))
	}
	months, err := strconv.Atoi(fields[1])
	if err != nil {
		return fmt.Errorf("months must be a number, got %q", fields[1])
	}
	seed, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return fmt.Errorf("seed must be a number, got %q", fields[2])
	}
	world := Result{Law: fields[0], Months: months, Seed: seed}
	for _, f := range fields[columns:] {
		s, err := parseScore(f)
		if err != nil {
			return err
		}
		world.Scores = append(world.Scores, s)
	}
	r.Worlds = append(r.Worlds, world)
	return nil
}

func parseScore(s string) (Score, error) {
	cost, polluted, _ := strings.Cut(s, " ")
	c, err := strconv.ParseFloat(cost, 64)
	if err != nil {
		return Score{}, fmt.Errorf("cost must be a number, got %q", cost)
	}
	p, err := strconv.ParseFloat(polluted, 64)
	if err != nil {
		return Score{}, fmt.Errorf("share of polluted cells must be a number, got %q", polluted)
	}
	return Score{c, p}, nil
}
