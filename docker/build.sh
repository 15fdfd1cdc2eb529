#!/bin/sh
# Builds docker/Dockerfile with labels and times from git. Usage: build.sh [OPTION OF docker build...]
# ENGINE=podman takes podman.
set -eu
cd "$(dirname "$0")/.."
engine=${ENGINE:-docker}

version=$(git describe --tags --always --dirty 2>/dev/null || echo unknown)
revision=$(git rev-parse HEAD 2>/dev/null || echo unknown)
epoch=$(git log -1 --format=%ct 2>/dev/null || :)
# Only an address that others can reach is worth a label.
source=$(git remote get-url origin 2>/dev/null | grep '^https://[^@]*$' || :)

exec "$engine" build -f docker/Dockerfile --build-arg VERSION="$version" --build-arg REVISION="$revision" \
	--build-arg SOURCE="$source" ${epoch:+--build-arg SOURCE_DATE_EPOCH="$epoch"} "$@" .
