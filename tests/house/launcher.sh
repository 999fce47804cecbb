#!/bin/sh
# The launcher, on a toy tree whose command is a shell script: what it builds, when, and what it
# leaves alone.

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

tree="$work/a toy tree"
mkdir -p "$tree/logic" "$tree/prover" "$work/else where" "$work/bin"
cp "$top/sgl" "$top/CMakePresets.json" "$tree"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(toy LANGUAGES NONE)
file(GLOB sources CONFIGURE_DEPENDS logic/* prover/*)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/sgl DEPENDS ${sources}
  COMMAND echo built >> ${CMAKE_SOURCE_DIR}/builds
  COMMAND sh -n ${CMAKE_SOURCE_DIR}/prover/command.sh
  COMMAND sh ${CMAKE_SOURCE_DIR}/pause.sh
  COMMAND cp ${CMAKE_SOURCE_DIR}/prover/command.sh ${CMAKE_BINARY_DIR}/sgl VERBATIM)
add_custom_target(sgl_command ALL DEPENDS ${CMAKE_BINARY_DIR}/sgl)
END
cat >"$tree/prover/command.sh" <<'END'
#!/bin/sh
pwd -P
for argument; do printf '[%s]' "$argument"; done
[ "$1" != status ] || exit "$2"
[ "$1" != - ] || cat
END
chmod +x "$tree/prover/command.sh"
echo one >"$tree/logic/one"
touch "$tree/pause.sh"

# No package is looked for but in the tests of that: dpkg-query says that all are there.
printf '#!/bin/sh\nprintf "installed "\n' >"$work/bin/dpkg-query"
chmod +x "$work/bin/dpkg-query"
PATH=$work/bin:$PATH
export PATH

builds() { wc -l <"$tree/builds" | tr -d ' '; }
run() { (cd "$work/else where" && "$tree/sgl" "$@") >"$work/out" 2>"$work/err"; }

# Two first calls at once.
"$tree/sgl" >"$work/out 1" 2>"$work/err 1" &
"$tree/sgl" >"$work/out 2" 2>"$work/err 2" && wait $!
claim "two first calls at once both run"
[ "$(builds)" -eq 1 ]
claim "and one of them builds"
[ "$(cat "$work/err 1" "$work/err 2" | grep -c building)" -eq 1 ]
claim "which says so on standard error"
[ "$(cat "$work/out 1" "$work/out 2" | grep -vcxF "$(pwd -P)")" -eq 0 ]
claim "and leaves standard output to the command"

# The manual page of the tree, whether anything was built or not.
mkdir -p "$tree/share/man/man1"
cp "$top/share/man/man1/sgl.1" "$tree/share/man/man1"
printf '#!/bin/sh\nprintf "[%%s]" "$@"\n' >"$work/bin/man"
chmod +x "$work/bin/man"
mv "$tree/build" "$tree/built"
run man && [ "$(cat "$work/out")" = "[-l][$tree/share/man/man1/sgl.1]" ] && [ ! -d "$tree/build" ]
claim "man shows the page of the tree, and builds nothing"
mv "$tree/built" "$tree/build"
rm "$work/bin/man"
if real=$(command -v man); then
    [ "$(LC_ALL=C.UTF-8 "$tree/sgl" man 2>/dev/null | grep -c 'prove and refute claims')" -eq 1 ]
    claim "as $real prints it"
fi
mkdir "$work/without"
for tool in sh readlink; do
    ln -s "$(command -v $tool)" "$work/without/$tool"
done
(PATH=$work/without && "$tree/sgl" man) >"$work/out" 2>"$work/err"
[ $? -eq 70 ] && grep -q "there is no man here (Debian: man-db)" "$work/err" && [ ! -s "$work/out" ]
claim "where there is no man, that is said, and which package has it"

# Nothing changed.
run prove 'a file.sgl' '' '*' '$HOME' '--yes' 'back\slash' "line
break"
claim "runs from another directory"
printf '%s\n[prove][a file.sgl][][*][$HOME][--yes][back\\slash][line\nbreak]' "$work/else where" |
    cmp -s - "$work/out"
claim "in that directory, with its arguments untouched"
[ ! -s "$work/err" ]
claim "silent about a build that is up to date"
[ "$(builds)" -eq 1 ]
claim "and builds nothing then"
run --yes prove --yes && grep -qxF '[prove][--yes]' "$work/out"
claim "keeps a first --yes to itself, and no other"
run status 3
[ $? -eq 3 ]
claim "ends with the command's status"
printf 'a\nb' | run - && [ "$(tail -n 1 "$work/out")" = b ]
claim "leaves standard input to the command"

# By other names.
ln -s "$tree/sgl" "$work/bin/sgl link"
ln -s "sgl link" "$work/bin/sgl"
(cd / && "$work/bin/sgl" x) | grep -qxF '[x]'
claim "runs by a symbolic link to a symbolic link"
(cd / && sgl x) | grep -qxF '[x]'
claim "runs from the PATH"
(cd "$tree" && sh sgl x) | grep -qxF '[x]'
claim "runs as sh sgl"

# Changes.
sleep 0.1
echo two >>"$tree/logic/one"
run && [ "$(builds)" -eq 2 ] && grep -q building "$work/err"
claim "builds again when a source changed"
printf 'x' | run - && [ "$(tail -n 1 "$work/out")" = '[-]x' ]
claim "is up to date after that"
sleep 0.1
echo two >"$tree/logic/two"
run && [ "$(builds)" -eq 3 ]
claim "builds again when a source was added"
sleep 0.1
rm "$tree/logic/two"
run && grep -q building "$work/err"
claim "looks again when a source was removed"
rm "$tree/build/sgl"
printf 'y' | run - && [ "$(tail -n 1 "$work/out")" = '[-]y' ]
claim "builds again when the program is gone, and keeps standard input through it"
mv "$tree" "$work/moved tree"
tree="$work/moved tree"
echo three >>"$tree/logic/one"
run x && grep -q '\[x\]' "$work/out"
claim "builds in a tree that was moved"

# What is dated in the future. A toy's time is short: dates are told apart by fractions of a second.
builds_before=$(builds)
touch -d '+1 day' "$tree/logic/one"
run && run && [ "$(builds)" -eq $((builds_before + 1)) ] && [ ! -s "$work/err" ]
claim "a source dated in the future is built once"
sleep 0.1
echo four >>"$tree/logic/one"
run && grep -q building "$work/err" && run && [ ! -s "$work/err" ]
claim "and once more when it has changed"
touch -d '+1 day' "$tree/logic"
run && run && [ ! -s "$work/err" ]
claim "a folder dated in the future is looked at once"
touch "$tree/logic"

# A build that takes long.
sleep 0.1
echo 'sleep 3' >"$tree/pause.sh"
echo five >>"$tree/logic/one"
(cd / && SGL_REPORT_SECONDS=1 "$tree/sgl" x 2>&1 >"$work/out" | cat >"$work/err")
[ "$(grep -Ec '^sgl: building, ([0-9]+ of [0-9]+, )?[123] s$' "$work/err")" -ge 2 ]
claim "a build says on a pipe that it goes on"
grep -qxF '[x]' "$work/out"
claim "and not on standard output"
sleep 0.1
: >"$tree/pause.sh"
echo six >>"$tree/logic/one"
SGL_REPORT_SECONDS=60 timeout 30 sh -c '"$0" x 2>&1 | cat >"$1"' "$tree/sgl" "$work/out"
claim "nobody waits for its next word when it is over"

# A build that fails.
cp "$tree/prover/command.sh" "$work/command.sh"
sleep 0.1
echo 'if (' >>"$tree/prover/command.sh"
run
[ $? -eq 70 ]
claim "ends with 70 when the build fails"
[ ! -s "$work/out" ] && grep -q 'command.sh' "$work/err"
claim "and shows why, on standard error"
run
[ $? -eq 70 ]
claim "and does not run an older program the next time"
cp "$work/command.sh" "$tree/prover/command.sh"
run
claim "and recovers when the source does"

# Packages: one is missing, and apt-get only takes notes. It fails until its index is fetched.
printf '#!/bin/sh\ncase "$*" in *catch2*|*libz3*) exit 1;; esac; printf "installed "\n' >"$work/bin/dpkg-query"
cat >"$work/bin/apt-get" <<END
#!/bin/sh
echo "\$@" >>"$work/apt"
case \$1 in
update) touch "$work/index" ;;
*) [ -f "$work/index" ] ;;
esac
END
cat >"$work/bin/sudo" <<'END'
#!/bin/sh
exec "$@"
END
chmod +x "$work/bin/apt-get" "$work/bin/sudo"
touch "$tree/logic/one"
run
claim "installs what is missing, without a terminal to ask at"
install='install -y --no-install-recommends libz3-dev catch2'
printf '%s\nupdate\n%s\n' "$install" "$install" | cmp -s - "$work/apt"
claim "that and nothing else, fetching the package index when it has to"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/apt-get"
touch "$tree/logic/one"
run
[ $? -eq 70 ] && grep -q 'could not install: libz3-dev catch2' "$work/err" && [ ! -s "$work/out" ]
claim "ends with 70 when that fails"

exit $status
