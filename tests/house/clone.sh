#!/bin/sh
# A clone made by a git that writes other line ends: its scripts run, and its files are those that
# were committed.

top=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

# claim SENTENCE: holds when the last command did.
claim() {
    if [ $? -eq 0 ]; then
        printf 'ok: %s\n' "$1"
    else
        printf 'FAILED: %s\n' "$1"
        status=1
    fi
}

command -v git >/dev/null || {
    printf 'ok: there is no git here to clone with\n'
    exit 0
}
HOME=$work
GIT_CONFIG_NOSYSTEM=1
GIT_CONFIG_GLOBAL=/dev/null
export HOME GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL

mkdir "$work/here"
cd "$work/here" || exit 1
cp -r "$top/sgl" "$top/.gitattributes" "$top/tests/house" "$top/examples" .
git init -q . && git add . &&
    git -c user.name=nobody -c user.email=nobody@example.org commit -q -m all
git clone -q -c core.autocrlf=true -c core.eol=crlf "$work/here" "$work/there"
claim "it can be cloned with core.autocrlf"
diff -r -x .git "$work/here" "$work/there"
claim "the clone has the files that were committed, byte by byte"
[ -s "$work/there/sgl" ] && sh -n "$work/there/sgl"
claim "its launcher is a script that a shell can read"

exit $status
