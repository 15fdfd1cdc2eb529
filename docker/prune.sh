#!/bin/sh
# Takes out of the module cache what no package of this checkout is compiled from, apart from
# licences: of the modules behind a lesson most packages are for others. Usage: prune.sh CHECKOUT
set -eu
cd "$1"
cache=$(go env GOMODCACHE)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOFLAGS=-tags=minimal # as the kernel has it, see run.sh

# The engine has its module in the workspace of its lesson, and so other versions of what both need.
packages() { go list -deps -f '{{$d := .Dir}}{{range .EmbedFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{.Dir}}/' "$@"; }
packages ./... >"$work/used"
GOWORK=$work/go.work
export GOWORK
go work init . ./sim/engine
packages ./... ./sim/engine/... >>"$work/used"

# A file is used if it or its folder is, unless it is a test.
find "$cache" -path "$cache/cache" -prune -o -type f ! -iname 'licen[cs]e*' ! -iname 'copying*' \
	! -iname 'notice*' ! -iname 'patents*' ! -name go.mod -print |
	awk 'NR == FNR { used[$0]; next } { folder = $0; sub("[^/]*$", "", folder) } /_test[.]go$/ || !($0 in used) && !(folder in used)' \
		"$work/used" - >"$work/unused"
find "$cache" -type d ! -perm -u+w -exec chmod u+w {} +
tr '\n' '\0' <"$work/unused" | xargs -0 rm -f
rm -rf "$cache/cache/vcs"
find "$cache/cache/download" -name '*.zip' -delete
find "$cache" -depth -type d -empty ! -path "$cache/cache/*" -delete
