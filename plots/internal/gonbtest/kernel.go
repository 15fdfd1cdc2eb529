// Package gonbtest stands in for the GoNB kernel in tests.
package gonbtest

import (
	"encoding/gob"
	"io"
	"slices"
	"sync"
	"testing"

	"tidemark/plots/internal/gonb"
)

// A Kernel takes what a cell sends and keeps the outputs as a notebook does.
type Kernel struct {
	// Values gets each value that the cell sends to the front end.
	Values chan gonb.Value
	// Subscribed gets each address whose values the cell wants.
	Subscribed chan string

	mu      sync.Mutex
	outputs []gonb.Message
	out     *gob.Encoder
	stop    func()
}

// Start gives a kernel and the connection of a cell to it.
func Start(t *testing.T) (*Kernel, *gonb.Conn) {
	t.Helper()
	if err := gonb.Register(); err != nil {
		t.Fatal(err)
	}
	fromCell, toKernel := io.Pipe()
	fromKernel, toCell := io.Pipe()
	k := &Kernel{
		Values:     make(chan gonb.Value, 100),
		Subscribed: make(chan string, 10),
		out:        gob.NewEncoder(toCell),
		stop:       func() { toCell.Close(); fromCell.Close() },
	}
	go k.serve(gob.NewDecoder(fromCell))
	t.Cleanup(k.stop)
	return k, gonb.New(toKernel, fromKernel)
}

// Stop ends the kernel: the cell finds its pipes closed.
func (k *Kernel) Stop() { k.stop() }

// Send sends what a script in the front end would send.
func (k *Kernel) Send(t *testing.T, address string, value any) {
	t.Helper()
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.out.Encode(gonb.Value{Address: address, Value: value}); err != nil {
		t.Fatal(err)
	}
}

// Outputs gives the outputs below the cell as they are now.
func (k *Kernel) Outputs() []gonb.Message {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.outputs)
}

func (k *Kernel) serve(in *gob.Decoder) {
	for {
		var m gonb.Message
		if in.Decode(&m) != nil {
			return
		}
		if v, ok := m.Data[gonb.ValueKey].(gonb.Value); ok {
			k.value(v)
		} else if s, ok := m.Data[gonb.SubscribeKey].(gonb.Subscription); ok {
			k.Subscribed <- s.Address
		} else {
			k.show(m)
		}
	}
}

func (k *Kernel) value(v gonb.Value) {
	if v.Address != gonb.SyncAddress {
		k.Values <- v
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.out.Encode(gonb.Value{Address: gonb.AckAddress, Value: v.Value}) // the cell may be gone
}

// show adds an output, or replaces the one with the same id.
func (k *Kernel) show(m gonb.Message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.outputs, func(o gonb.Message) bool { return m.DisplayID != "" && o.DisplayID == m.DisplayID })
	if i < 0 {
		k.outputs = append(k.outputs, m)
	} else {
		k.outputs[i] = m
	}
}
