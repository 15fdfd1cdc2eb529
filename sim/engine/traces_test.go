package engine

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What an engine opens and leaves behind is seen only while nothing else runs in this process.

func TestListensOnLoopbackOnly(t *testing.T) {
	before := listeners(t)
	prism, err := StartPrism()
	if err != nil {
		t.Fatal(err)
	}
	defer prism.Stop()
	seen := 0
	if _, err := prism.Run(t.Context(), Job{Setup: nine[0], OnWrite: nil}); err != nil {
		t.Fatal(err)
	}
	for _, l := range listeners(t) {
		if slices.Contains(before, l) {
			continue
		}
		seen++
		if !isLoopback(l) {
			t.Errorf("listens on %s", l)
		}
	}
	if seen == 0 {
		t.Error("no new listener was seen")
	}
}

// listeners gives the local addresses on which something listens, as the kernel prints them.
func listeners(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		data, err := os.ReadFile(table)
		if err != nil {
			t.Skipf("this system does not show its sockets: %v", err)
		}
		for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
			const listen = "0A"
			if f := strings.Fields(lines.Text()); len(f) > 3 && f[3] == listen {
				found = append(found, f[1])
			}
		}
	}
	return found
}

func isLoopback(address string) bool {
	return strings.HasPrefix(address, "0100007F:") || // 127.0.0.1
		strings.HasPrefix(address, "00000000000000000000000001000000:") || // ::1
		strings.HasPrefix(address, "0000000000000000FFFF00000100007F:") // 127.0.0.1 again
}

func TestLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	onPrism(t, Job{Setup: nine[0]})
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 0 {
		t.Errorf("left behind %q", left)
	}
}
