#!/bin/sh
# Executes each lesson of the image and compares its outputs with the stored ones. It does so in a
# folder far from the checkout, which is where a learner has them. Usage: check.sh [TEST FLAG...]
set -eu
cd "$(dirname "$0")/../notebooks"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The test starts what JUPYTER names.
printf '#!/bin/sh\ncd "%s" && exec jupyter "$@"\n' "$folder" >"$folder/jupyter"
chmod +x "$folder/jupyter"
JUPYTER=$folder/jupyter ../.tools/bin/lessons.test -test.run '^TestLessons$' -test.v "$@"
