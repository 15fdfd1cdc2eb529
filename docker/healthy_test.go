package docker

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
)

// healthy asks what listens at an address, as the engine does.
func healthy(t *testing.T, address net.Addr) bool {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	_, port, err := net.SplitHostPort(address.String())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("./healthy.sh")
	cmd.Env = append(os.Environ(), "JUPYTER_PORT="+port)
	return cmd.Run() == nil
}

func TestHealthy(t *testing.T) {
	t.Parallel()
	// JupyterLab below another address than / is as healthy.
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.Listener.Addr()
	if !healthy(t, address) {
		t.Error("want a server that answers to be healthy")
	}
	server.Close()
	if healthy(t, address) {
		t.Error("want a server that is gone not to be healthy")
	}
}

func TestSilentServerIsNotHealthy(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if healthy(t, l.Addr()) {
		t.Error("want a server that does not answer not to be healthy")
	}
}
