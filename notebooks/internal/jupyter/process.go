package jupyter

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Sweep waits for the processes that work in the directory to end. It kills those that do not, and
// that is an error.
func Sweep(dir string) error {
	var left []string
	for range 50 {
		if left = Processes(dir); len(left) == 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	for _, p := range left {
		pid, _, _ := strings.Cut(p, " ")
		if n, err := strconv.Atoi(pid); err == nil {
			syscall.Kill(n, syscall.SIGKILL)
		}
	}
	return fmt.Errorf("jupyter: processes left behind:\n\t%s", strings.Join(left, "\n\t"))
}

// Processes gives the number and the command line of each process, other than this one, that has
// the text in its command line or its environment. The kernels and programs of a session have
// their scratch directory there.
func Processes(text string) []string {
	if files, _ := filepath.Glob("/proc/[0-9]*/cmdline"); len(files) > 0 {
		return fromProc(files, text)
	}
	return fromPS(text)
}

// fromProc looks where Linux shows its processes. Files that cannot be read belong to other users
// or to processes that have just ended.
func fromProc(files []string, text string) []string {
	var found []string
	for _, f := range files {
		dir := filepath.Dir(f)
		args, _ := os.ReadFile(f)
		env, _ := os.ReadFile(filepath.Join(dir, "environ"))
		pid := filepath.Base(dir)
		if pid != self && strings.Contains(string(args)+string(env), text) {
			found = append(found, pid+" "+strings.ReplaceAll(string(args), "\x00", " "))
		}
	}
	return found
}

// fromPS asks ps, which knows no environments.
func fromPS(text string) []string {
	var found []string
	out, _ := exec.Command("ps", "-A", "-ww", "-o", "pid=,args=").Output()
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if pid, _, _ := strings.Cut(line, " "); pid != self && strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

var self = strconv.Itoa(os.Getpid())
