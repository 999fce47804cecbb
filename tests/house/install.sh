#!/bin/sh
# What is installed: a program outside the tree uses it, found by CMake and by pkg-config; every
# header stands; the packages say what they need. SGL_BUILD is the build that is installed.

top=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
build=${SGL_BUILD:-$top/build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0

# claim SENTENCE: holds when the last command did; else shows what it said.
claim() {
    if [ $? -eq 0 ]; then
        printf 'ok: %s\n' "$1"
    else
        printf 'FAILED: %s\n' "$1"
        tail -n 20 "$work/log"
        status=1
    fi
}
quietly() { "$@" >"$work/log" 2>&1; }

# In a folder that is then moved: nothing may depend on where it was.
quietly cmake --install "$build" --prefix "$work/first" && mv "$work/first" "$work/to"
claim "the build installs"
[ -x "$work/to/bin/sgl" ] && [ -x "$work/to/bin/sgl-check" ] &&
    [ -f "$work/to/share/man/man1/sgl-check.1.gz" ] && [ -f "$work/to/share/man/man1/sgl.1.gz" ] &&
    [ ! -f "$work/to/share/man/man1/sgl.1" ] &&
    [ -f "$work/to/share/bash-completion/completions/sgl" ] &&
    [ -f "$work/to/share/doc/sgl/examples/tictactoe.sgl" ]
claim "with the two programs, their pages, the completion and the examples"
! grep -rlF -e "$top/logic/" -e "$build/" "$work/to" --include='*.cmake' --include='*.pc' \
    --include='*.hpp' >"$work/log"
claim "and no file names the place it was built in"

cat >"$work/expected" <<'END'
unique: proved
too_many: refuted
on(2): false
next on(2): true
next (!on(1) | !on(2) | !on(3) | !on(4)): true
unknown name 'onn'
END

quietly cmake -G Ninja -S "$top/tests/library" -B "$work/by cmake" -DCMAKE_PREFIX_PATH="$work/to" &&
    quietly cmake --build "$work/by cmake"
claim "a program outside the tree builds by find_package(sgl)"
"$work/by cmake/sgl_from_outside" 2>&1 | tee "$work/log" | cmp -s - "$work/expected"
claim "and says what is expected"

libs=$(find "$work/to" -name sgl.pc)
export PKG_CONFIG_PATH="${libs%/*}"
if command -v pkg-config >/dev/null; then
    flags=$(pkg-config --cflags --libs sgl)
    # shellcheck disable=SC2086
    quietly c++ -std=c++20 "$top/tests/library/main.cpp" -o "$work/by_pkg_config" $flags
    claim "and by pkg-config"
    "$work/by_pkg_config" 2>&1 | tee "$work/log" | cmp -s - "$work/expected"
    claim "with the same result"
fi

(cd "$work/to/include/sgl" && find . -name '*.hpp' | sed 's|^\./\(.*\)|#include "\1"|') >"$work/all.cpp"
[ "$(wc -l <"$work/all.cpp")" -gt 20 ] &&
    quietly c++ -std=c++20 -fsyntax-only -I"$work/to/include/sgl" "$work/all.cpp"
claim "the headers installed need no other header of the tree"

if command -v dpkg-shlibdeps >/dev/null && command -v dpkg-deb >/dev/null; then
    (cd "$work" && quietly cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/packages")
    claim "packages are made"
    dpkg-deb --field "$work"/packages/sgl_*.deb Depends >"$work/log" 2>&1 &&
        grep -q 'libz3-4 .*' "$work/log" && grep -q 'libfmt' "$work/log"
    claim "the command's needs what it is linked with"
    dpkg-deb --field "$work"/packages/sgl-dev_*.deb Depends >"$work/log" 2>&1 &&
        grep -q 'libfmt-dev, libz3-dev' "$work/log"
    claim "the libraries' needs theirs"
    dpkg-deb --contents "$work"/packages/sgl-dev_*.deb >"$work/log" 2>&1 &&
        grep -q 'usr/include/sgl/logic/formula/formula.hpp' "$work/log"
    claim "and holds the headers"
    for package in sgl sgl-dev; do
        dpkg-deb --fsys-tarfile "$work"/packages/${package}_*.deb |
            tar -xOf - ./usr/share/doc/$package/changelog.Debian.gz 2>"$work/log" | gzip -dc |
            grep -q '^sgl (' && dpkg-deb --fsys-tarfile "$work"/packages/${package}_*.deb |
            tar -xOf - ./usr/share/doc/$package/copyright | grep -q '^Copyright: 20'
        claim "$package says what changed and whose it is"
    done
    if command -v lintian >/dev/null; then
        # Whoever packages gives the maintainer's address; the library's folder is CMake's to choose;
        # it is not the first upload to Debian's archive, which would close a bug.
        tags=bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs
        tags=$tags,pkg-config-unavailable-for-cross-compilation
        lintian --allow-root --fail-on error,warning --suppress-tags $tags \
            "$work"/packages/*.deb >"$work/log" 2>&1
        claim "lintian has no complaint"
    fi
fi

exit $status
