#!/bin/sh
# Starts GoNB for this checkout. $1: the directory of this file, $2: the connection file.
root=$(cd "$1/../../../.." && pwd -P) || exit 1
gonb=$root/.tools/bin/gonb
if [ ! -x "$gonb" ]; then
	echo "tidemark: the Go kernel is not built yet: run 'make lab' once in $root" >&2
	exit 1
fi

# A Jupyter that was not started from a terminal may not know where Go is.
PATH=$root/.tools/bin:$PATH${TIDEMARK_GO:+:$TIDEMARK_GO}:/usr/local/go/bin:/opt/homebrew/bin
GO111MODULE=on
GOPROXY=off # the "go get" that GoNB runs before each cell stays offline: nothing drifts
GOFLAGS="-buildvcs=false -ldflags=-s -tags=minimal" # fast links; only the plot formats in use
export PATH GO111MODULE GOPROXY GOFLAGS
unset GOWORK # GoNB writes a go.work of its own

# A cell that eats memory dies, not the machine (Linux; elsewhere this does nothing).
ulimit -v "${TIDEMARK_KERNEL_KB:-6000000}" 2>/dev/null || :

exec "$gonb" --kernel "$2" -go_work="$root" -raw_error=true -logtostderr=false -log_file=/dev/null -stderrthreshold=FATAL
