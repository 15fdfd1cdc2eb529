// Package gonb speaks with the GoNB kernel, in which each cell of a notebook
// is a program of its own.
//
// GoNB has a library for that, gonbui; with it a figure cell takes a quarter
// of a second longer to build than with these lines. They use the same wire:
// gob values under registered names, through two named pipes. The wire belongs
// to the version of the kernel that the notebooks run in, and a test ties them
// to it.
package gonb

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"sync"
	"time"
)

// The values on the wire. gob matches their fields by name.
type (
	// A Message is what a cell sends: an output, or under one of the keys
	// below a value or a subscription.
	Message struct {
		Data      map[string]any
		Metadata  map[string]any
		DisplayID string
	}
	// A Value is on its way to or from an address in the front end.
	Value struct {
		Address string
		Request bool
		Value   any
	}
	// A Subscription asks for the values that are sent to an address.
	Subscription struct {
		Address     string
		Unsubscribe bool
	}
)

// Keys of a [Message] that is no output, and addresses at the kernel itself.
const (
	ValueKey     = "gonb/comm_value"
	SubscribeKey = "gonb/comm_subscribe"
	SyncAddress  = "#gonbui/sync"
	AckAddress   = "#gonbui/sync_ack"
)

const (
	protocol   = "github.com/janpfeifer/gonb/gonbui/protocol."
	ackTimeout = 30 * time.Second
)

// InNotebook reports whether the program is a cell of a notebook.
func InNotebook() bool { return os.Getenv("GONB_PIPE") != "" }

// uuid matches the names that a Jupyter server gives to its kernels. In a
// terminal, "jupyter console" takes the number of a process.
var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// KernelID returns the id under which a Jupyter server knows the kernel, ""
// where there is no server: where a program executes the notebook, such as
// nbconvert, in a terminal, or in an editor that talks to the kernel directly.
func KernelID() string {
	id := os.Getenv("GONB_JUPYTER_KERNEL_ID")
	if !uuid.MatchString(id) {
		return ""
	}
	return id
}

// A Conn is the connection of a cell to its kernel. Its methods can be called
// at the same time.
type Conn struct {
	turn sync.Mutex // held while a message is written, and until a display is acknowledged
	out  *gob.Encoder
	sent int // displays

	acks chan int
	gone chan struct{} // closed when the kernel has closed its end

	mail     sync.Mutex
	channels map[string]chan string // of the subscribers, by address
}

// Connect returns the connection, which is opened once.
var Connect = sync.OnceValues(open)

func open() (*Conn, error) {
	if err := Register(); err != nil {
		return nil, err
	}
	out, err := os.OpenFile(os.Getenv("GONB_PIPE"), os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("reach the kernel: %w", err)
	}
	in, err := os.OpenFile(os.Getenv("GONB_PIPE_BACK"), os.O_RDONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("reach the kernel: %w", err)
	}
	return New(out, in), nil
}

// New returns a connection that writes to out what it sends, and reads from in
// what the kernel sends.
func New(out io.Writer, in io.Reader) *Conn {
	c := &Conn{
		out:      gob.NewEncoder(out),
		acks:     make(chan int, 1),
		gone:     make(chan struct{}),
		channels: map[string]chan string{},
	}
	go c.read(gob.NewDecoder(in))
	return c
}

// Register gives the types of the wire their names. It panics inside gob when
// gonbui is in the same program and has given them away; the kernel could not
// tell the two apart either, so that is an error.
func Register() (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("a program with gonbui must send its bundles through gonbui")
		}
	}()
	gob.RegisterName(protocol+"CommValue", Value{})
	gob.RegisterName(protocol+"CommSubscription", Subscription{})
	gob.Register(map[string]int{})
	return nil
}

// read hands on what the kernel sends until it closes its end.
func (c *Conn) read(in *gob.Decoder) {
	defer close(c.gone)
	for {
		var v Value
		if in.Decode(&v) != nil {
			return
		}
		switch value := v.Value.(type) {
		case int:
			if v.Address == AckAddress {
				replace(c.acks, value)
			}
		case string:
			c.deliver(v.Address, value)
		}
	}
}

func (c *Conn) deliver(address, value string) {
	c.mail.Lock()
	defer c.mail.Unlock()
	if to, ok := c.channels[address]; ok {
		replace(to, value)
	}
}

// replace puts v into a channel with room for one value, in the place of one
// that nobody has taken. There must be no other sender.
func replace[T any](c chan T, v T) {
	select {
	case <-c:
	default:
	}
	c <- v
}

// Gone is closed when the kernel has closed its end, as it does when it stops.
func (c *Conn) Gone() <-chan struct{} { return c.gone }

// Display shows an output below the cell, in several forms by MIME type: texts
// are strings, pictures bytes. It returns when the kernel has passed the
// output on; what is on its way when a cell ends is lost. Where an id is given
// and an output with it is there already, that one is replaced. An id must be
// new to the kernel, not only to the cell.
func (c *Conn) Display(data, metadata map[string]any, id string) error {
	c.turn.Lock()
	defer c.turn.Unlock()
	if err := c.out.Encode(Message{data, metadata, id}); err != nil {
		return fmt.Errorf("send to the kernel: %w", err)
	}
	c.sent++
	if err := c.encode(ValueKey, Value{Address: SyncAddress, Value: c.sent}); err != nil {
		return err
	}
	return c.await(c.sent)
}

// await waits until the kernel has acknowledged the n-th display. A kernel that
// stays silent is an error, not a cell that hangs.
func (c *Conn) await(n int) error {
	timeout := time.After(ackTimeout)
	for {
		select {
		case ack := <-c.acks:
			if ack == n {
				return nil
			}
		case <-c.gone:
			return errors.New("send to the kernel: it is gone")
		case <-timeout:
			return fmt.Errorf("send to the kernel: it was silent for %v", ackTimeout)
		}
	}
}

// Send sends a value to the script in the front end that listens at an
// address. Where there is no such front end the value is lost.
func (c *Conn) Send(address, value string) error {
	c.turn.Lock()
	defer c.turn.Unlock()
	return c.encode(ValueKey, Value{Address: address, Value: value})
}

// Subscribe returns a channel with the texts that a script in the front end
// sends to an address. Of several that nobody has taken, the newest stays. The
// kernel then installs its own script in the front end; where there is no front
// end it gives up after three seconds, and does nothing else until then.
func (c *Conn) Subscribe(address string) (<-chan string, error) {
	c.mail.Lock()
	to := make(chan string, 1)
	c.channels[address] = to
	c.mail.Unlock()

	c.turn.Lock()
	defer c.turn.Unlock()
	return to, c.encode(SubscribeKey, Subscription{Address: address})
}

func (c *Conn) encode(key string, value any) error {
	if err := c.out.Encode(Message{Data: map[string]any{key: value}}); err != nil {
		return fmt.Errorf("send to the kernel: %w", err)
	}
	return nil
}
