#!/bin/sh
# Lints every module of the checkout. Usage: lint.sh, after "setup.sh go lint".
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
cd "$here/../../.."
bin=$PWD/.tools/bin
export GOWORK=off GOFLAGS=-buildvcs=false

unformatted=$(gofmt -s -l -- */)
if [ -n "$unformatted" ]; then
	echo "gofmt -s would change:" $unformatted >&2
	exit 1
fi

# Without a network the vulnerability data cannot be had, which says nothing about the code.
vulnerabilities() {
	report=$("$bin/govulncheck" ./... 2>&1) && return
	case $report in
	*"fetching vulnerabilities"*) echo "govulncheck: skipped, its data cannot be reached" >&2 ;;
	*) printf '%s\n' "$report" >&2 && return 1 ;;
	esac
}

find . -name go.mod -not -path '*/.*' -not -path '*/setup/*' | sort | while read -r mod; do
	echo "lint ${mod%/go.mod}" >&2
	(cd "$(dirname "$mod")" && go vet ./... && "$bin/staticcheck" ./... && vulnerabilities) || exit 1
done
