package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"tidemark/sim/event"
)

// Results is a [Sink] that appends to a file, one line of JSON for each result.
// It stands for the database that a job writes to.
type Results[K comparable, A any] struct {
	file *os.File
}

// OpenResults opens the file for appending. A last line that a kill cut short
// is removed.
func OpenResults[K comparable, A any](name string) (*Results[K, A], error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	content, err := io.ReadAll(f)
	whole := int64(bytes.LastIndexByte(content, '\n') + 1)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("checkpoint: %w", err), f.Close())
	}
	return &Results[K, A]{f}, nil
}

// Put appends a result.
func (r *Results[K, A]) Put(result event.Result[K, A]) error {
	line, err := json.Marshal(result)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Sync makes the results appended so far safe.
func (r *Results[K, A]) Sync() error { return r.file.Sync() }

// Close closes the file.
func (r *Results[K, A]) Close() error { return r.file.Close() }

// ReadResults reads a file of results into a table, in the order in which they
// were put.
func ReadResults[K comparable, A any](name string) (*event.Table[K, A], error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	defer f.Close()
	table := &event.Table[K, A]{}
	for in := bufio.NewReader(f); ; {
		line, err := in.ReadBytes('\n')
		if err == io.EOF { // what follows the last newline was cut short
			return table, nil
		}
		var r event.Result[K, A]
		if err == nil {
			err = json.Unmarshal(line, &r)
		}
		if err != nil {
			return nil, fmt.Errorf("checkpoint: line %d of results: %w", table.Writes+1, err)
		}
		table.Put(r)
	}
}
