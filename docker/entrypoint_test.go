package docker

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A container is a stand-in for one: a checkout, a home folder, and a jupyter that tells how it was
// started. Its processes are of a user who owns none of it, and whose group is root's.
type container struct {
	t                    *testing.T
	root, home, programs string
	env                  []string
}

// learner is a user that no system knows, if this process may become one.
func learner() *syscall.SysProcAttr {
	if os.Getuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 1234, Gid: 0}}
}

const report = `#!/bin/sh
echo "token=$JUPYTER_TOKEN"
echo "home=$HOME"
echo "folder=$(pwd)"
printf 'argument=%s\n' "$@"
sleep 0.3 # so that there is somebody to announce
`

func newContainer(t *testing.T) *container {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	c := &container{t, filepath.Join(dir, "image"), filepath.Join(dir, "home"), filepath.Join(dir, "bin"), nil}
	script, err := os.ReadFile("entrypoint.sh")
	if err != nil {
		t.Fatal(err)
	}
	c.write(filepath.Join(c.root, "docker/entrypoint.sh"), string(script), 0o755)
	c.write(filepath.Join(c.root, "docker/healthy.sh"), "#!/bin/sh\n", 0o755)
	c.write(filepath.Join(c.root, "notebooks/01-one.ipynb"), "one", 0o644)
	c.write(filepath.Join(c.root, "notebooks/02-two.ipynb"), "two", 0o644)
	c.write(filepath.Join(c.root, "notebooks/answer/answer.go"), "package answer", 0o644)
	c.write(filepath.Join(c.programs, "jupyter"), report, 0o755)
	c.mkdir(c.home, 0o775)
	return c
}

func (c *container) mkdir(dir string, mode fs.FileMode) {
	c.t.Helper()
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chmod(dir, mode)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *container) write(path, text string, mode fs.FileMode) {
	c.t.Helper()
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		c.mkdir(filepath.Dir(path), 0o775)
	}
	if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *container) lessons() string { return filepath.Join(c.home, "lessons") }

// mount gives the learner a folder with these files in it.
func (c *container) mount(files map[string]string, mode fs.FileMode) {
	c.t.Helper()
	c.mkdir(c.lessons(), 0o775)
	for name, text := range files {
		c.write(filepath.Join(c.lessons(), name), text, 0o664)
	}
	c.mkdir(c.lessons(), mode)
	c.t.Cleanup(func() { c.mkdir(c.lessons(), 0o775) }) // so that it can be removed
}

func (c *container) command(arguments ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.root, "docker/entrypoint.sh"), arguments...)
	cmd.Dir = c.root
	cmd.Env = append([]string{"PATH=" + c.programs + ":/usr/bin:/bin", "HOME=" + c.home}, c.env...)
	cmd.SysProcAttr = learner()
	return cmd
}

// start runs the entry point to its end and gives what was printed, line by line, and what was
// complained about.
func (c *container) start(arguments ...string) (printed []string, said string, err error) {
	c.t.Helper()
	cmd := c.command(arguments...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err = cmd.Run()
	return strings.Split(strings.TrimSpace(out.String()), "\n"), log.String(), err
}

// wantFiles compares the learner's folder.
func (c *container) wantFiles(want map[string]string) {
	c.t.Helper()
	entries, err := os.ReadDir(c.lessons())
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range entries {
		got, err := os.ReadFile(filepath.Join(c.lessons(), e.Name()))
		if text, ok := want[e.Name()]; !ok || err != nil || string(got) != text {
			c.t.Errorf("%s: want %q, got %q, %v", e.Name(), text, got, err)
		}
	}
	if len(entries) != len(want) {
		c.t.Errorf("want %d files, got %v", len(want), entries)
	}
}

func TestFirstStart(t *testing.T) {
	t.Parallel()
	for name, mount := range map[string]bool{"empty folder": true, "no folder": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newContainer(t)
			if mount {
				c.mount(nil, 0o775)
			}
			printed, said, err := c.start("--ServerApp.base_url=/x/")
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			c.wantFiles(map[string]string{"01-one.ipynb": "one", "02-two.ipynb": "two"})
			for _, want := range []string{
				"folder=" + c.lessons(), "home=" + c.home, "argument=lab", "argument=--ServerApp.ip=0.0.0.0",
				"argument=--ServerApp.root_dir=" + c.lessons(), "argument=--ServerApp.base_url=/x/",
			} {
				if !slices.Contains(printed, want) {
					t.Errorf("want %s, got %q", want, printed)
				}
			}
		})
	}
}

// The user of the next container may be another one, of the same group.
func TestLessonsBelongToTheGroup(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.mount(nil, 0o775)
	c.start("true")
	info, err := os.Stat(filepath.Join(c.lessons(), "01-one.ipynb"))
	if err != nil || info.Mode() != 0o664 {
		t.Errorf("want mode 664, got %v, %v", info.Mode(), err)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.mount(map[string]string{"01-one.ipynb": "an older one, edited", "notes.txt": "mine"}, 0o775)
	for range 2 {
		if _, said, err := c.start("true"); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		c.wantFiles(map[string]string{"01-one.ipynb": "an older one, edited", "notes.txt": "mine", "02-two.ipynb": "two"})
	}
}

// A link that leads nowhere right now is the learner's too.
func TestLinkStays(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.mount(nil, 0o775)
	link := filepath.Join(c.lessons(), "02-two.ipynb")
	if err := os.Symlink("/not/there", link); err != nil {
		t.Fatal(err)
	}
	if _, said, err := c.start("true"); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if to, err := os.Readlink(link); err != nil || to != "/not/there" {
		t.Errorf("want the link, got %q, %v", to, err)
	}
}

// wantLine wants what was said to be one line that matches.
func wantLine(t *testing.T, said, pattern string) {
	t.Helper()
	if strings.Count(said, "\n") != 1 || !regexp.MustCompile(pattern).MatchString(said) {
		t.Errorf("want one line with %q, got\n%s", pattern, said)
	}
}

func TestReadOnlyFolderWithLessons(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	files := map[string]string{"01-one.ipynb": "prepared"}
	c.mount(files, 0o555)
	_, said, err := c.start("true")
	if err != nil {
		t.Error(err)
	}
	wantLine(t, said, `^tidemark: user \d+:\d+ cannot write to .*/lessons: the lessons run, but changes cannot be saved\n$`)
	c.wantFiles(files)
}

func TestFolderThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		prepare func(*container)
		want    string
	}{
		"empty and read-only": {func(c *container) { c.mount(nil, 0o555) },
			`/lessons has no lessons, and user \d+:\d+ cannot write to it: .*--user "\$\(id -u\):0"`},
		"cannot be made": {func(c *container) { c.mkdir(c.home, 0o555) },
			`user \d+:\d+ cannot make the folder .*/lessons: .*--user "\$\(id -u\):0"`},
		"takes no copy": {func(c *container) { c.write(filepath.Join(c.root, "notebooks/01-one.ipynb"), "one", 0) },
			`/lessons took no copy of 01-one.ipynb: is the disk full\?`},
	}
	for name, each := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newContainer(t)
			each.prepare(c)
			_, said, err := c.start()
			if err == nil {
				t.Error("want it not to start")
			}
			wantLine(t, said, each.want)
			if left, _ := filepath.Glob(filepath.Join(c.lessons(), "*")); len(left) > 0 {
				t.Errorf("want nothing half copied, got %q", left)
			}
		})
	}
}

// Without a home of its own, a user gets one for as long as the container runs.
func TestHomeThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.mount(nil, 0o775)
	c.mkdir(c.home, 0o555)
	c.env = []string{"TMPDIR=" + t.TempDir()}
	c.mkdir(strings.TrimPrefix(c.env[0], "TMPDIR="), 0o777)
	printed, said, err := c.start()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if slices.Contains(printed, "home="+c.home) || !strings.Contains(strings.Join(printed, "\n"), "home="+c.env[0][7:]) {
		t.Errorf("want another home, got %q", printed)
	}
	c.wantFiles(map[string]string{"01-one.ipynb": "one", "02-two.ipynb": "two"})
}

func TestAddressIsPrintedOnce(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		env  []string
		want string
	}{
		{"plain", []string{"JUPYTER_TOKEN=secret"}, "http://127.0.0.1:8888/lab?token=secret"},
		{"another port", []string{"JUPYTER_TOKEN=secret", "JUPYTER_PORT=9000"}, "http://127.0.0.1:9000/lab?token=secret"},
		{"another machine", []string{"JUPYTER_TOKEN=secret", "TIDEMARK_URL=http://10.0.0.7:8801"}, "http://10.0.0.7:8801/lab?token=secret"},
		{"a token for a URL to mind", []string{"JUPYTER_TOKEN=a b&c"}, "http://127.0.0.1:8888/lab?token=%61%20%62%26%63"},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			t.Parallel()
			c := newContainer(t)
			c.env = each.env
			printed, said, err := c.start()
			if err != nil || said != "tidemark: open "+each.want+"\n" {
				t.Errorf("want %s, got %q, %v", each.want, said, err)
			}
			if token := strings.Replace(each.env[0], "JUPYTER_TOKEN", "token", 1); printed[0] != token {
				t.Errorf("want %s, got %q", token, printed)
			}
		})
	}
}

// A token that is made up is the same next time, so that an address that a learner has kept stays
// good; an empty one, which would let everybody in, counts as none.
func TestTokenIsMadeUpAndKept(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.env = []string{"JUPYTER_TOKEN="}
	first, said, err := c.start()
	if err != nil || !regexp.MustCompile(`^token=[0-9a-f]{48}$`).MatchString(first[0]) {
		t.Fatalf("want a token, got %q, %v\n%s", first, err, said)
	}
	if again, _, _ := c.start(); again[0] != first[0] {
		t.Errorf("want the same token again, got %s, then %s", first[0], again[0])
	}
	if info, err := os.Stat(filepath.Join(c.home, ".tidemark-token")); err != nil || info.Mode() != 0o600 {
		t.Errorf("want a file that is nobody else's, got %v, %v", info, err)
	}
	if other, _, _ := newContainer(t).start(); other[0] == first[0] {
		t.Error("want another token in another container")
	}
}

func TestCommandRunsInTheFolder(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	printed, said, err := c.start("sh", "-c", "pwd; exit 7")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 || said != "" || printed[0] != c.lessons() {
		t.Errorf("want %s and code 7, got %q, %v\n%s", c.lessons(), printed, err, said)
	}
}

// The signal that stops a container goes to its first process, which must be JupyterLab itself.
func TestSignalReachesJupyter(t *testing.T) {
	t.Parallel()
	c := newContainer(t)
	c.write(filepath.Join(c.programs, "jupyter"),
		"#!/bin/sh\ntrap 'exit 5' TERM\ntouch \"$HOME/ready\"\nwhile :; do sleep 0.05; done\n", 0o755)
	cmd := c.command()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if _, err := os.Stat(filepath.Join(c.home, "ready")); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	done := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
	defer done.Stop()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 5 {
		t.Errorf("want the code of jupyter, 5, got %v", err)
	}
}
