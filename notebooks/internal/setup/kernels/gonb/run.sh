#!/bin/sh
# Starts GoNB for this checkout. $1: the directory of this file, $2: the connection file,
# $3: a directory with Go, if the PATH of a front end may lack it.
root=$(cd "$1/../../../../.." && pwd -P) || exit 1
gonb=$root/.tools/bin/gonb
if [ ! -x "$gonb" ]; then
	echo "tidemark: the Go kernel is not built yet: run 'make lab' once in $root" >&2
	exit 1
fi

# A Jupyter that was not started from a terminal may not know where Go is.
PATH=$PATH${3:+:$3}:/usr/local/go/bin:/opt/homebrew/bin
GO111MODULE=on
GOFLAGS="-buildvcs=false -ldflags=-s -tags=minimal" # fast links; only the plot formats in use
export PATH GO111MODULE GOFLAGS
unset GOWORK # GoNB writes a go.work of its own

# An older Go has fetched the one that go.mod asks for. Cells use that one at once: looking it up
# again would need the network, which is shut off next.
goroot=$(cd "$root" && go env GOROOT) || exit 1
PATH=$root/.tools/bin:$goroot/bin:$PATH
GOPROXY=off # the "go get" that GoNB runs before each cell stays offline: nothing drifts
export PATH GOPROXY

# A cell that eats memory dies, not the machine (Linux; elsewhere this does nothing).
ulimit -v "${TIDEMARK_KERNEL_KB:-6000000}" 2>/dev/null || :

# Only what ends the kernel is worth a line in Jupyter's log.
exec "$gonb" --kernel "$2" -go_work="$root" -raw_error=true -logtostderr=false -log_file=/dev/null -stderrthreshold=FATAL
