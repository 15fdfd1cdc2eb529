#!/bin/sh
# Opens JupyterLab on the lessons of this checkout. Usage: lab.sh [PORT] [JUPYTERLAB OPTION...]
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
root=$(cd "$here/../../.." && pwd -P)
port=$1
shift

# The engine and completion take minutes to build, one lesson needs the first and none the second:
# they come while you read.
[ -n "${CI:-}" ] || nice "$here/setup.sh" engine completion &

# The kernel and the settings of this checkout come first, those of the user stay as they are.
export JUPYTER_PATH="$here${JUPYTER_PATH:+:$JUPYTER_PATH}"
export JUPYTER_CONFIG_PATH="$here/config${JUPYTER_CONFIG_PATH:+:$JUPYTER_CONFIG_PATH}"
[ "$(id -u)" != 0 ] || set -- --allow-root "$@"
exec "${JUPYTER:-$root/.venv/bin/jupyter}" lab --ServerApp.root_dir="$root/notebooks" \
	--ServerApp.ip=127.0.0.1 --ServerApp.port="$port" "$@"
