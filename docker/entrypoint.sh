#!/bin/sh
# Opens JupyterLab on the learner's lessons: entrypoint.sh [JUPYTERLAB OPTION...]
# or runs a command in their folder:         entrypoint.sh COMMAND [ARGUMENT...]
#
#   JUPYTER_TOKEN   what opens it; else one is made up, and kept in the home folder
#   JUPYTER_PORT    where it listens, 8888 if not set
#   TIDEMARK_URL    where a browser finds it, if not at that port of 127.0.0.1
set -eu

# The next container may run as another user, of the same group.
umask 0002

here=$(cd "$(dirname "$0")" && pwd -P)
lessons=$HOME/lessons
export JUPYTER_PORT="${JUPYTER_PORT:-8888}"
user="user $(id -u):$(id -g)"
hint="mount one that this user may write to, or start the container with --user \"\$(id -u):0\""

say() { printf 'tidemark: %s\n' "$*" >&2; }
fail() {
	say "$@"
	exit 1
}

# add_lessons copies what the folder does not have yet, each file whole or not at all.
add_lessons() {
	for from in "$here"/../notebooks/*.ipynb; do
		to=$lessons/${from##*/}
		[ ! -e "$to" ] && [ ! -L "$to" ] || continue
		part=$lessons/.${from##*/}.part
		cp -f "$from" "$part" 2>/dev/null && chmod 664 "$part" && mv -n "$part" "$to" ||
			fail "$lessons took no copy of ${from##*/}: is the disk full?"
		rm -f "$part"
	done
}

# hold_lessons sees to it that there are lessons to open.
hold_lessons() {
	mkdir -p "$lessons" 2>/dev/null || fail "$user cannot make the folder $lessons: $hint"
	if [ -w "$lessons" ]; then
		add_lessons
	elif ls "$lessons"/*.ipynb >/dev/null 2>&1; then
		say "$user cannot write to $lessons: the lessons run, but changes cannot be saved"
	else
		fail "$lessons has no lessons, and $user cannot write to it: $hint"
	fi
}

# hold_token gives JUPYTER_TOKEN a value. An empty one would let everybody in.
hold_token() {
	[ -z "${JUPYTER_TOKEN:-}" ] || return 0
	kept=$HOME/.tidemark-token
	JUPYTER_TOKEN=$(cat "$kept" 2>/dev/null) && [ -n "$JUPYTER_TOKEN" ] || {
		JUPYTER_TOKEN=$(od -An -v -N24 -tx1 /dev/urandom | tr -d ' \n')
		(umask 077 && printf '%s\n' "$JUPYTER_TOKEN" >"$kept") 2>/dev/null || :
	}
	export JUPYTER_TOKEN
}

# announce says where to go as soon as there is somebody to answer.
announce() {
	token=$JUPYTER_TOKEN
	case $token in # what a URL cannot hold as it is, it holds as %xx
	*[!A-Za-z0-9._~-]*) token=$(printf %s "$token" | od -An -v -tx1 | tr -d '\n' | tr ' ' '%') ;;
	esac
	n=0
	until "$here/healthy.sh"; do
		[ $((n += 1)) -le 300 ] || return 0
		sleep 0.2
	done
	say "open ${TIDEMARK_URL:-http://127.0.0.1:$JUPYTER_PORT}/lab?token=$token"
}

# Jupyter keeps its state in the home folder; one that cannot be written to is as good as none.
if [ ! -w "$HOME" ]; then
	HOME=$(mktemp -d)
	export HOME
fi
hold_lessons
cd "$lessons"

case ${1:--} in
-*) ;;
*) exec "$@" ;;
esac

hold_token
(announce &)
[ "$(id -u)" != 0 ] || set -- --allow-root "$@"
# A lesson whose tab was closed an hour ago gives its memory back.
exec jupyter lab --no-browser --log-level=WARN --LabApp.extension_manager=readonly \
	--KernelSpecManager.ensure_native_kernel=False --MappingKernelManager.cull_idle_timeout=3600 \
	--ServerApp.ip=0.0.0.0 --ServerApp.port_retries=0 --ServerApp.answer_yes=True \
	--ServerApp.root_dir="$lessons" "$@"
