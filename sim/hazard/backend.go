package hazard

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/backends"
	_ "github.com/gomlx/gomlx/backends/simplego" // the backend in pure Go
)

// sequential is the backend in pure Go, one operation at a time. Do not let it
// run operations side by side: in this version of GoMLX, operations that wait
// for each other's threads can wait forever, without an error. For graphs as
// small as these it is the faster way, too.
const sequential = "go:ops_sequential"

// open opens the backend. The environment may name another one that is linked
// into the program.
func open() (backends.Backend, error) {
	config := sequential
	if named := os.Getenv(backends.ConfigEnvVar); named != "" {
		name, _, _ := strings.Cut(named, ":")
		linked := slices.Sorted(slices.Values(backends.List()))
		if !slices.Contains(linked, name) {
			return nil, fmt.Errorf("hazard: %s must name a backend that is linked, %s, got %q",
				backends.ConfigEnvVar, strings.Join(linked, ", "), named)
		}
		if name != "go" {
			config = named
		}
	}
	backend, err := backends.NewWithConfig(config)
	if err != nil {
		return nil, fmt.Errorf("hazard: open backend %q: %w", config, err)
	}
	return backend, nil
}
