#!/bin/sh
# Executes each lesson of the image and compares its outputs with the stored ones.
set -eu
cd "$(dirname "$0")/../notebooks"
export TIDEMARK_SETUP=required
exec ../.tools/bin/lessons.test -test.run '^TestLessons$' -test.v "$@"
