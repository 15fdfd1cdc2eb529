// Package loopback starts Prism, Beam's local engine, where only this machine can reach it.
//
// Prism's own start listens on every interface of the machine, with no setting to change it, and
// whoever reaches it may run jobs. This package closes that listener before it serves anything and
// gives the server one on the loopback interface. The parts of Prism that it needs are internal, and
// Go opens those only to packages whose path lies below Prism's own: hence the name of this module,
// which is part of Tidemark and not of Beam.
package loopback

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"unsafe"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism/internal/jobservices"
)

// attempts is how often Start tries again if another program takes the port between two steps.
const attempts = 5

// Start starts a job server of Prism in this process, on 127.0.0.1 and a free port. It returns its
// address and a function that stops it.
func Start() (address string, stop func(), err error) {
	for range attempts {
		address, stop, err = start()
		if err == nil || errors.Is(err, errNoListener) {
			break
		}
	}
	return address, stop, err
}

func start() (string, func(), error) {
	server := jobservices.NewServer(0, internal.RunPipeline)
	listener, err := listenerOf(server)
	if err != nil {
		return "", nil, err
	}
	port := (*listener).Addr().(*net.TCPAddr).Port
	(*listener).Close()
	local, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return "", nil, fmt.Errorf("engine: prism cannot listen on the loopback interface: %w", err)
	}
	*listener = local
	go server.Serve()
	return local.Addr().String(), func() { local.Close() }, nil
}

var errNoListener = errors.New("engine: this version of Prism keeps its listener elsewhere: want jobservices.Server.lis, a net.Listener")

// listenerOf finds the field in which the server keeps its listener.
func listenerOf(server *jobservices.Server) (*net.Listener, error) {
	field := reflect.ValueOf(server).Elem().FieldByName("lis")
	if !field.IsValid() || field.Type() != reflect.TypeFor[net.Listener]() {
		return nil, errNoListener
	}
	return (*net.Listener)(unsafe.Pointer(field.UnsafeAddr())), nil
}
