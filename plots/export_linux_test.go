package plots

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// mount mounts a file system of 16 KiB, where the test may.
func mount(t *testing.T, flags uintptr) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, "size=16k"); err != nil {
		t.Skip("cannot mount: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	return dir
}

// A full disk is one clear line, and no half file stays.
func TestFullDisk(t *testing.T) {
	dir := mount(t, 0)
	f := lesson(t, "tolerance-tradeoff")
	_, err := f.Write(dir, Rendering{Slide, Light, PNG})
	wantError(t, err, "plots: write tolerance-tradeoff-slide-light.png in folder small: no space left on device")
	if got := entries(t, dir); len(got) != 0 {
		t.Errorf("left %q", got)
	}
}

func TestReadOnlyDisk(t *testing.T) {
	dir := mount(t, syscall.MS_RDONLY)
	f := lesson(t, "modes-cost")
	_, err := f.Write(dir, Rendering{Slide, Light, SVG})
	wantError(t, err, "plots: write modes-cost-slide-light.svg in folder small: read-only file system")
}

func TestReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := filepath.Join(t.TempDir(), "locked")
	if err := os.Mkdir(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	_, err := lesson(t, "modes-cost").Write(dir, Rendering{Slide, Light, SVG})
	wantError(t, err, "plots: write modes-cost-slide-light.svg in folder locked: permission denied")
}
