//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the resident memory of an ended process at its peak, in bytes.
func peak(p *os.ProcessState) int64 {
	use, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(use.Maxrss)
	}
	return int64(use.Maxrss) << 10
}
