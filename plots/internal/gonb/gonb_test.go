package gonb_test

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tidemark/plots/internal/gonb"
	"tidemark/plots/internal/gonbtest"
)

// The wire is that of one version of GoNB. Before another version takes its
// place, compare its packages gonbui/protocol, internal/comms and
// internal/websocket.
func TestWireIsThatOfTheKernel(t *testing.T) {
	const version = "github.com/janpfeifer/gonb v0.11.3 "
	mod, err := os.ReadFile("../../../notebooks/internal/setup/tools/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(mod), version) {
		t.Errorf("want the kernel to be %q, got\n%s", version, mod)
	}
}

func TestKernelID(t *testing.T) {
	for id, want := range map[string]string{
		"":                                     "",
		"4711":                                 "", // of jupyter console
		"3e3b8be6-d240-4e3c-9d4d-0f1fd6a5c25f": "3e3b8be6-d240-4e3c-9d4d-0f1fd6a5c25f",
	} {
		t.Setenv("GONB_JUPYTER_KERNEL_ID", id)
		if got := gonb.KernelID(); got != want {
			t.Errorf("%q: want %q, got %q", id, want, got)
		}
	}
}

func TestDisplayKeepsOrderAndReplaces(t *testing.T) {
	k, c := gonbtest.Start(t)
	for i, id := range []string{"", "a", "", "a"} {
		if err := c.Display(map[string]any{"text/plain": fmt.Sprint(i)}, map[string]any{"image/png": map[string]int{"width": i}}, id); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, o := range k.Outputs() {
		got = append(got, fmt.Sprint(o.Data["text/plain"], o.Metadata))
	}
	want := []string{"0map[image/png:map[width:0]]", "3map[image/png:map[width:3]]", "2map[image/png:map[width:2]]"}
	if !slices.Equal(got, want) {
		t.Errorf("want outputs %q, got %q", want, got)
	}
}

func TestSubscriberGetsTheNewestValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, c := gonbtest.Start(t)
		moves, err := c.Subscribe("/moves")
		if err != nil {
			t.Fatal(err)
		}
		if got := <-k.Subscribed; got != "/moves" {
			t.Fatalf("want a subscription to /moves, got %q", got)
		}
		for _, v := range []any{"old", "older", "new"} {
			k.Send(t, "/moves", v)
		}
		k.Send(t, "/elsewhere", "nobody listens")
		k.Send(t, "/moves", 7) // no text
		synctest.Wait()
		if got := <-moves; got != "new" {
			t.Errorf("want the newest value, got %q", got)
		}
		if err := c.Send("/frames", "frame"); err != nil {
			t.Fatal(err)
		}
		if got := <-k.Values; got.Address != "/frames" || got.Value != "frame" {
			t.Errorf("want the frame at /frames, got %+v", got)
		}
		k.Stop()
	})
}

func TestKernelThatStops(t *testing.T) {
	k, c := gonbtest.Start(t)
	k.Stop()
	<-c.Gone()
	if err := c.Display(map[string]any{"text/plain": "late"}, nil, ""); err == nil {
		t.Error("want an error from a display after the kernel has stopped, got none")
	}
}

func TestKernelThatIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, never := io.Pipe()
		defer never.Close()
		c := gonb.New(io.Discard, in)
		start := time.Now()
		err := c.Display(map[string]any{"text/plain": "x"}, nil, "")
		if err == nil || !strings.Contains(err.Error(), "silent for 30s") {
			t.Errorf("want an error about the silence, got %v", err)
		}
		if took := time.Since(start); took != 30*time.Second {
			t.Errorf("want it after 30 s, got it after %v", took)
		}
	})
}
