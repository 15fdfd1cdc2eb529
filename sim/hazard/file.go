package hazard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"tidemark/sim"
	"tidemark/sim/survival"
)

// format and version name the kind of file that [Model.Write] writes. The
// version changes when the meaning of anything in it does.
const (
	format  = "tidemark hazard model"
	version = 1
)

// A file is a model as it is stored.
type file struct {
	Format   string   `json:"format"`
	Version  int      `json:"version"`
	Hidden   int      `json:"hidden"`
	Features []string `json:"features"`
	Regions  []string `json:"regions"`
	Loss     float64  `json:"loss"`
	Weights  []Weight `json:"weights"`
}

// Write writes the model: a checkpoint of its weights. The same model gives the
// same bytes.
func (m *Model) Write(w io.Writer) error {
	f := file{
		Format: format, Version: version,
		Hidden: m.network.Hidden, Features: m.network.Sees.Names(),
		Loss: m.Loss, Weights: m.weights,
	}
	for _, r := range sim.Regions() {
		if m.seen[r] {
			f.Regions = append(f.Regions, r.String())
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	if err := e.Encode(f); err != nil {
		return fmt.Errorf("hazard: write a model: %w", err)
	}
	return nil
}

// Read reads a model. One that is not whole, is of another version or does not
// have the shape that it says is an error.
func Read(r io.Reader) (*Model, error) {
	var head struct {
		Format  string
		Version int
	}
	data, err := io.ReadAll(r)
	if err == nil {
		err = json.Unmarshal(data, &head)
	}
	if err != nil {
		return nil, fmt.Errorf("hazard: read a model: %w", err)
	}
	if head.Format != format || head.Version != version {
		return nil, fmt.Errorf("hazard: file must be a %s of version %d, got %q of version %d", format, version, head.Format, head.Version)
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("hazard: read a model: %w", err)
	}
	return f.model()
}

// model returns the model that the file holds.
func (f *file) model() (*Model, error) {
	sees, err := survival.ParseCovariates(f.Features)
	if err != nil {
		return nil, fmt.Errorf("hazard: model: %w", err)
	}
	seen := survival.Seen{}
	for _, name := range f.Regions {
		r, err := sim.ParseRegion(name)
		if err != nil {
			return nil, fmt.Errorf("hazard: model: %w", err)
		}
		seen[r] = true
	}
	n := Network{Sees: sees, Hidden: f.Hidden, Steps: 1, Rate: 1}
	if err := n.validate(); err != nil {
		return nil, err
	}
	if err := fits(f.Weights, n.shapes()); err != nil {
		return nil, err
	}
	return newModel(n, f.Weights, f.Loss, seen)
}

// fits returns an error unless the weights have the names and shapes wanted.
func fits(got, want []Weight) error {
	if len(got) != len(want) {
		return fmt.Errorf("hazard: model must have %d tensors of weights, got %d", len(want), len(got))
	}
	for i, w := range want {
		g := got[i]
		size := 1
		for _, n := range w.Shape {
			size *= n
		}
		if g.Name != w.Name || !slices.Equal(g.Shape, w.Shape) || len(g.Values) != size {
			return fmt.Errorf("hazard: weights must be %s of shape %v, got %s of shape %v with %d values", w.Name, w.Shape, g.Name, g.Shape, len(g.Values))
		}
	}
	return nil
}

// Save writes the model into a file, which is whole or not there, and makes the
// folder of the file where it is missing.
func (m *Model) Save(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("hazard: save a model: %w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".model-*")
	if err != nil {
		return fmt.Errorf("hazard: save a model: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails once the file has its own name
	if err := errors.Join(m.Write(tmp), tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return fmt.Errorf("hazard: save a model: %w", err)
	}
	return nil
}

// Load reads a model from a file; see [Read].
func Load(path string) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("hazard: load a model: %w", err)
	}
	defer f.Close()
	return Read(f)
}
