#!/bin/sh
# Sets up what the lessons run on, in .tools and .venv of this checkout and nowhere else.
# Usage: setup.sh STEP...   with the steps
#
#   go          look for a Go that is new enough
#   jupyter     JupyterLab and nbconvert, pinned, in .venv (or an installed Jupyter, see below)
#   kernel      GoNB and goimports, pinned, in .tools/bin
#   warm        compile what the lessons import, so that their first cells are quick
#   engine      fetch and compile what the lesson on an engine imports besides
#   lint        staticcheck, govulncheck and benchstat, pinned, in .tools/bin
#   pages       the program that makes pages and slides of the lessons, in .tools/bin
#   slides      reveal.js, pinned, in .tools/publish
#   browser     axe-core for the tests of the pages, pinned, in .tools/browser
#   python      a Python kernel with matplotlib and ipywidgets, pinned, in .tools/python; see bench-cells
#   completion  gopls, pinned, in .tools/bin
#
# A step that is done costs next to nothing. JUPYTER=/path/to/jupyter takes that Jupyter and
# leaves .venv alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)
tools=$root/.tools
venv=$root/.venv

# Whatever Go settings the user has, the pinned modules are built as they are.
export GOWORK=off GO111MODULE=on GOFLAGS=-buildvcs=false

say() { printf 'tidemark: %s\n' "$*" >&2; }
fail() {
	say "$@"
	exit 1
}

# at_least HAVE WANT compares dotted version numbers.
at_least() {
	[ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$2" ]
}

# quietly LOG COMMAND... keeps what the command says in .tools/LOG. If it fails, its last line shows.
quietly() {
	log=$tools/$1
	shift
	mkdir -p "$tools"
	"$@" >"$log" 2>&1 || {
		tail -n 1 "$log" >&2
		return 1
	}
}

# A step is done when its stamp, a file, holds the key: what the step was made from.
is_done() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
stamp() { printf '%s\n' "$2" >"$1"; }

step_go() {
	want=$(sed -n 's/^go //p' "$root/go.mod")
	command -v go >/dev/null || fail "Go $want or newer is needed and there is no go on the PATH." \
		"To install it: 'sudo apt install golang' (Debian), 'sudo dnf install golang' (Fedora), 'brew install go' (macOS)."
	# In the checkout, an older Go fetches the one that go.mod asks for, unless it is forbidden to.
	have=$(cd "$root" && go env GOVERSION 2>/dev/null | sed 's/.*go//; s/[^0-9.].*//')
	at_least "${have:-0}" "$want" || fail "Go $want or newer is needed and $(command -v go) is ${have:-older}." \
		"Put a newer Go first on the PATH, or let this one fetch it: 'go env -w GOTOOLCHAIN=auto'."
}

# new_enough JUPYTER tells whether it has a JupyterLab 4 and an nbconvert 7.
new_enough() {
	lab=$("$1" lab --version 2>/dev/null) && convert=$("$1" nbconvert --version 2>/dev/null) || return 1
	at_least "$lab" 4 && at_least "$convert" 7
}

find_python() {
	for p in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python; do
		"$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$p" && return
	done
	return 1
}

# no_venv REASON takes the Jupyter on the PATH in place of our own, or says what to do.
no_venv() {
	found=$(command -v jupyter || :)
	{ [ -n "$found" ] && new_enough "$found"; } ||
		fail "$1 Or name an installed JupyterLab 4: 'make lab JUPYTER=/path/to/jupyter'."
	say "$1"
	say "Using the installed $found instead ('make clean' forgets this)."
	rm -rf "$venv" && mkdir -p "$venv/bin"
	printf '#!/bin/sh\nexec "%s" "$@"\n' "$found" >"$venv/bin/jupyter"
	chmod +x "$venv/bin/jupyter"
}

# fill_venv FOLDER LOG PIP_OPTION... makes a venv with $python and installs packages into it.
fill_venv() {
	folder=$1 record=$2
	shift 2
	# Settings for pip that send packages elsewhere have no place in a venv.
	unset PIP_TARGET PIP_PREFIX PIP_ROOT PYTHONHOME
	quietly "$record" "$python" -m venv --clear "$folder" &&
		PIP_USER=0 quietly "$record" "$folder/bin/python" -I -m pip install --disable-pip-version-check --retries 2 "$@"
}

make_venv() {
	python=$(find_python) || {
		no_venv "Python 3.11 or newer is needed and was not found. To install it: 'sudo apt install python3 python3-venv' (Debian), 'sudo dnf install python3' (Fedora), 'brew install python' (macOS)."
		return
	}
	"$python" -c 'import ensurepip, venv' 2>/dev/null || {
		no_venv "$python has no venv module. To install it: 'sudo apt install python3-venv' (Debian), 'sudo dnf install python3-pip' (Fedora), 'brew install python' (macOS)."
		return
	}
	say "JupyterLab into .venv (about a minute) ..."
	fill_venv "$venv" jupyter.log --require-hashes -r "$here/requirements.txt" ||
		no_venv "pip could not install JupyterLab (see .tools/jupyter.log): is there a network, or a proxy that pip must know?"
}

step_jupyter() {
	if [ -n "${JUPYTER:-}" ]; then
		new_enough "$JUPYTER" || fail "JUPYTER=$JUPYTER has no JupyterLab 4 with nbconvert 7."
		return
	fi
	key="$root $(cksum <"$here/requirements.txt")" # a venv knows its own path, so a moved one is made again
	is_done "$venv/.tidemark" "$key" && "$venv/bin/jupyter" --version >/dev/null 2>&1 && return
	make_venv
	stamp "$venv/.tidemark" "$key"
}

# build STEP MODULE "WHAT" PACKAGE... builds tools of one of the modules beside this script.
build() {
	step=$1 module=$2 what=$3
	shift 3
	key=$(cat "$here/$module/go.mod" "$here/$module/go.sum" | cksum)
	is_done "$tools/.$step" "$key" && return
	say "$what ..."
	mkdir -p "$tools/bin" "$tools/new"
	(cd "$here/$module" && quietly "$step.log" go build -o "$tools/new/" "$@") ||
		fail "go could not build that (see .tools/$step.log): is there a network, or a GOPROXY to set?"
	for p; do mv "$tools/new/${p##*/}" "$tools/bin/"; done
	stamp "$tools/.$step" "$key"
}

step_kernel() {
	build kernel tools "The Go kernel into .tools (about a minute)" \
		github.com/janpfeifer/gonb golang.org/x/tools/cmd/goimports
}

step_lint() {
	build lint tools "The linters into .tools (about a minute)" honnef.co/go/tools/cmd/staticcheck \
		golang.org/x/vuln/cmd/govulncheck golang.org/x/perf/cmd/benchstat
}

# npm_packages STEP MODULE "WHAT" installs what the package-lock.json of a module pins by checksum.
npm_packages() {
	step=$1 module=$2 what=$3
	key=$(cksum <"$root/notebooks/internal/$module/package-lock.json")
	is_done "$tools/.$step" "$key" && return
	command -v npm >/dev/null || fail "$what needs npm, and there is none on the PATH." \
		"To install it: 'sudo apt install npm' (Debian), 'sudo dnf install npm' (Fedora), 'brew install node' (macOS)."
	say "$what into .tools ..."
	mkdir -p "$tools/$module"
	cp "$root/notebooks/internal/$module/package.json" "$root/notebooks/internal/$module/package-lock.json" "$tools/$module/"
	quietly "$step.log" npm --prefix "$tools/$module" ci --ignore-scripts --no-audit --no-fund ||
		fail "npm could not install it (see .tools/$step.log): is there a network, or a registry that npm must know?"
	stamp "$tools/.$step" "$key"
}

# Its own sources decide whether this is up to date, so it is for go to say.
step_pages() {
	mkdir -p "$tools/bin"
	(cd "$root/notebooks/internal/publish" && quietly pages.log go build -o "$tools/bin/publish" .) ||
		fail "go could not build notebooks/internal/publish (see .tools/pages.log): is there a network, or a GOPROXY to set?"
}

step_slides() { npm_packages slides publish "reveal.js"; }

# What the speed of cells is compared with.
step_python() {
	key="$root $(cksum <"$here/python.txt")"
	is_done "$tools/.python" "$key" && return
	python=$(find_python) || fail "Python 3.11 or newer is needed and was not found."
	say "matplotlib and ipywidgets into .tools (half a minute) ..."
	fill_venv "$tools/python" python.log -r "$here/python.txt" &&
		quietly python.log "$tools/python/bin/python" -I -m ipykernel install --sys-prefix --name bench ||
		fail "pip could not install them (see .tools/python.log): is there a network, or a proxy that pip must know?"
	stamp "$tools/.python" "$key"
}

step_browser() { npm_packages browser browser "axe-core"; }

step_completion() {
	had=$(cat "$tools/.completion" 2>/dev/null || :)
	build completion gopls "Completion (gopls) into .tools (one to three minutes)" golang.org/x/tools/gopls
	is_done "$tools/.completion" "$had" || say "Completion is there: Kernel > Restart Kernel brings it into an open lesson."
}

# The kernel compiles each cell in a workspace of its own; so does this, with the flags of the
# kernel (see run.sh). It also fetches every module file that such a workspace asks for, because
# the kernel itself stays offline.
step_warm() {
	say "Compiling what the lessons import (a minute the first time, then a second) ..."
	cd "$root/notebooks"
	warm "$(grep -Ls "$engine" ./*.ipynb || :)" "$root" || :
	cd "$root"
}

# A lesson that uses the engine has its module in its workspace, and so other versions of what both
# need, and a hundred megabytes of modules that no other lesson wants.
engine='\\"tidemark/sim/engine\\"'

step_engine() {
	cd "$root/notebooks"
	lessons=$(grep -ls "$engine" ./*.ipynb || :)
	key=$(cat "$root/go.mod" "$root/sim/engine/go.mod" "$root/sim/engine/go.sum" | cksum)
	is_done "$tools/.engine" "$key" ||
		say "The engine of lesson 05, Apache Beam (one to three minutes the first time) ..."
	if [ -n "$lessons" ] && warm "$lessons" "$root" "$root/sim/engine"; then
		is_done "$tools/.engine" "$key" || say "The engine is there: lesson 05 can run."
		mkdir -p "$tools" && stamp "$tools/.engine" "$key"
	fi
	cd "$root"
}

# warm LESSONS MODULE... compiles what lessons import, in a workspace of these modules.
warm() {
	lessons=$1
	shift
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	{
		echo 'package main'
		cat /dev/null $lessons | grep -o '\\"tidemark/[a-z0-9/]*\\"' | sort -u | sed 's/\\//g; s/^/import _ /'
		for p in bytes cmp context errors fmt maps math os slices sort strconv strings text/tabwriter time; do
			echo "import _ \"$p\""
		done
		echo 'func main() {}'
	} >"$work/main.go"
	printf 'package main\nimport "testing"\nfunc TestNothing(*testing.T) {}\n' >"$work/main_test.go"
	(
		cd "$work"
		unset GOWORK
		go mod init warm && go work init && go work use . "$@"
		GOFLAGS=$(sed -n 's/^GOFLAGS="\(.*\)".*/\1/p' "$here/kernels/gonb/run.sh")
		go build -o cell . && go test -c -o cell .
	) >"$work/log" 2>&1 || {
		grep -v '^go: ' "$work/log" | tail -n 5 >&2
		say "That did not compile; the lessons will show the same error in their cells."
		return 1
	}
	rm -rf "$work"
}

for s; do "step_$s"; done
