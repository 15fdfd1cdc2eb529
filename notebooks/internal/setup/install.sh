#!/bin/sh
# Installs the kernel of this checkout for the user's own Jupyter or VS Code. It runs from the
# checkout, which must stay where it is. Usage: install.sh NAME
set -eu

here=$(cd "$(dirname "$0")" && pwd -P)
name=$1
case $(uname) in
Darwin) data=$HOME/Library/Jupyter ;;
*) data=${XDG_DATA_HOME:-$HOME/.local/share}/jupyter ;;
esac
to=${JUPYTER_DATA_DIR:-$data}/kernels/$name

if [ -e "$to/kernel.json" ] && ! grep -q 'Go (Tidemark)' "$to/kernel.json"; then
	echo "tidemark: $to is another kernel and stays as it is: the lessons run in any GoNB kernel." >&2
	echo "tidemark: To have this one beside it: make kernel KERNEL=gonb-tidemark" >&2
	exit 1
fi
[ ! -e "$to/kernel.json" ] || echo "tidemark: replacing the kernel of Tidemark in $to" >&2

# JSON wants backslashes and quotes escaped.
json() { printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"; }

mkdir -p "$to"
cat >"$to/kernel.json" <<END
{
 "argv": ["/bin/sh", $(json "$here/kernels/gonb/run.sh"), $(json "$here/kernels/gonb"), "{connection_file}", $(json "$(dirname "$(command -v go)")")],
 "display_name": "Go (Tidemark)",
 "language": "go",
 "interrupt_mode": "message"
}
END
echo "tidemark: installed in $to" >&2
