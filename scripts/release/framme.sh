#!/bin/sh
# Framme: "framme serve" starts the server, "framme help" lists the other commands.
# Needs nothing but Node 26 or newer: that of this folder, if it has one, else the system's.
here=$(dirname "$(readlink -f "$0")")
node="$here/node"
[ -x "$node" ] || node=node
case "$("$node" --version 2>&1)" in
  v2[6-9].* | v[3-9][0-9].*) ;;
  *libatomic*)
    echo 'This system lacks libatomic.so.1, which Node 26 needs. On Debian and Ubuntu: sudo apt-get install libatomic1.' >&2
    exit 1
    ;;
  *)
    echo 'Framme needs Node 26 or newer (https://nodejs.org), or the release that brings its own.' >&2
    exit 1
    ;;
esac
# The name by which sentences call a command of this release: short if the system finds it by that.
case "$(readlink -f "$(command -v framme)")" in
  "${here%/bin}"/*) name=framme ;;
  *) name=$here/framme ;;
esac
export FRAMME_COMMAND="${FRAMME_COMMAND:-$name}"
if [ "${1:-serve}" = serve ]; then
  exec "$node" SERVER_FLAGS "$here/../server/main.js"
fi
exec "$node" "$here/../scripts/framme.js" "$@"
