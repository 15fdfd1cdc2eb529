package plots

import (
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// This file talks to the GoNB kernel, in which each cell of a notebook is a
// program of its own. GoNB has a library for that, gonbui; with it a figure
// cell takes a quarter of a second longer to build than with these lines. They
// use the same wire, gob values under registered names, and a test ties them
// to the version of the kernel that the notebooks run in.

// A Bundle is one output of a cell in several forms, by MIME type. A front end
// shows the richest form that it can. Texts are strings, pictures bytes.
type Bundle struct {
	Data     map[string]any
	Metadata map[string]any
}

// Envelope of the wire. gob matches its fields by name.
type displayData struct {
	Data      map[string]any
	Metadata  map[string]any
	DisplayID string
}

type commValue struct {
	Address string
	Request bool
	Value   any
}

const (
	commValueName = "github.com/janpfeifer/gonb/gonbui/protocol.CommValue"
	commValueKey  = "gonb/comm_value"
	syncAddress   = "#gonbui/sync"
	ackAddress    = "#gonbui/sync_ack"
	ackTimeout    = 30 * time.Second
)

// A kernel is the connection of a cell to its kernel: two named pipes.
type kernel struct {
	out  *gob.Encoder
	in   *gob.Decoder
	back *os.File
	sent int
}

// connect opens the connection once, on first use.
var (
	connect = sync.OnceValues(openKernel)
	turn    sync.Mutex // held while a bundle is on its way
)

// InNotebook reports whether the program is a cell of a notebook.
func InNotebook() bool { return os.Getenv("GONB_PIPE") != "" }

func openKernel() (*kernel, error) {
	if err := register(); err != nil {
		return nil, err
	}
	out, err := os.OpenFile(os.Getenv("GONB_PIPE"), os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("plots: reach the kernel: %w", err)
	}
	back, err := os.OpenFile(os.Getenv("GONB_PIPE_BACK"), os.O_RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("plots: reach the kernel: %w", err)
	}
	return &kernel{out: gob.NewEncoder(out), in: gob.NewDecoder(back), back: back}, nil
}

// register gives the types of the wire their names. It panics inside gob when
// gonbui is in the same program and has given them away; the kernel could not
// tell the two apart either, so that is an error. Such a program sends
// [Figure.Bundle] through gonbui.
func register() (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("plots: a program with gonbui must send its bundles through gonbui")
		}
	}()
	gob.RegisterName(commValueName, commValue{})
	gob.Register(map[string]int{})
	return nil
}

// Display sends a bundle to the notebook and returns when the kernel has passed
// it on. Bundles appear in the order in which they were sent. Standard output
// takes another way and may overtake them, so a cell that displays something
// writes its text with [Printf] and [Println].
func Display(b Bundle) error {
	turn.Lock()
	defer turn.Unlock()
	k, err := connect()
	if err != nil {
		return err
	}
	if err := k.send(b); err != nil {
		return fmt.Errorf("plots: send to the kernel: %w", err)
	}
	return nil
}

// send sends a bundle and waits until the kernel says that it has got
// everything so far: what is on its way when a cell ends is lost.
func (k *kernel) send(b Bundle) error {
	if err := k.out.Encode(displayData{Data: b.Data, Metadata: b.Metadata}); err != nil {
		return err
	}
	k.sent++
	sync := commValue{Address: syncAddress, Value: k.sent}
	if err := k.out.Encode(displayData{Data: map[string]any{commValueKey: sync}}); err != nil {
		return err
	}
	return k.await(k.sent)
}

// await reads until the kernel has acknowledged the n-th message. A kernel that
// stays silent is an error, not a cell that hangs.
func (k *kernel) await(n int) error {
	if err := k.back.SetReadDeadline(time.Now().Add(ackTimeout)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	for {
		var v commValue
		if err := k.in.Decode(&v); err != nil {
			return err
		}
		if v.Address == ackAddress && v.Value == n {
			return nil
		}
	}
}

// Printf prints like [fmt.Printf]. In a notebook the text takes the same way
// as the figures, so that it stays in order with them.
func Printf(format string, a ...any) { report(say(fmt.Sprintf(format, a...))) }

// Println prints like [fmt.Println], in order with the figures; see [Printf].
func Println(a ...any) { report(say(fmt.Sprintln(a...))) }

// say prints s, in a notebook as an output of its own.
func say(s string) error {
	if !InNotebook() {
		_, err := os.Stdout.WriteString(s)
		return err
	}
	return Display(Bundle{Data: map[string]any{"text/plain": s}})
}
