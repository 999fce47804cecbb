#!/bin/sh
# The pages of docs/ and README.md. A block marked ```sgl is a game, or goes on with the one before
# it on the page; it can be read, and what it claims is so. A block marked ```console prints what it
# says, up to times: its lines that start with `$ ` are commands, those below what they print.

top=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$top" || exit 1
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

# Commands run as they are printed, at the top of what looks like a clone: `./sgl` is the command that
# was built, or else the launcher, and there is no other sgl.
mkdir "$work/clone"
cp -r README.md LICENSE docs examples axioms share bench "$work/clone"
ln -s "${SGL_COMMAND:-$top/sgl}" "$work/clone/sgl"
cd "$work/clone" || exit 1

without_times() { sed -E 's/ +[0-9]+\.[0-9]+ s( |$)/ _ s\1/g'; }

# Takes a page apart, into files LINE.sgl, LINE.command and LINE.output.
blocks() {
    awk -v work="$2" '
        function name(kind) { return sprintf("%s/%04d.%s", work, NR, kind) }
        /^```/ && !inside { inside = 1; kind = substr($0, 4); block = ""; output = ""; next }
        /^```/ {
            inside = 0
            if (kind == "sgl") {
                text = block ~ /(^|\n)(game|agents) / ? block : text block
                printf "%s", text >name("sgl")
            }
            next
        }
        inside && kind == "sgl" { block = block $0 "\n" }
        inside && kind == "console" && /^\$ / {
            print substr($0, 3) >name("command")
            output = name("output")
            printf "" >output
            next
        }
        inside && output { print >output }
    ' "$1"
}

awk '/^```sgl/ { inside = 1; next } /^```/ && inside { exit } inside' README.md | diff - examples/tictactoe.sgl
claim "the first game of the README is an example, whole"

ls docs/*.md >"$work/pages"
claim "there are pages to look at"

for page in README.md docs/*.md; do
    [ -f "$page" ] || continue
    rm -f "$work"/[0-9]*
    blocks "$page" "$work"
    for file in "$work"/[0-9]*.sgl; do
        [ -f "$file" ] || continue
        ./sgl show - <"$file" >"$work/got" 2>&1 && {
            ! grep -q '^[[:space:]]*claim ' "$file" || # without one there is nothing to decide
                ./sgl prove --quiet - <"$file" >"$work/got" 2>&1
        } || ! cat "$work/got"
        claim "$page: the game that ends at line $(basename "$file" .sgl)"
    done
    for file in "$work"/[0-9]*.command; do
        [ -f "$file" ] || continue
        sh "$file" 2>&1 | without_times >"$work/got"
        without_times <"${file%.command}.output" >"$work/wanted"
        diff "$work/wanted" "$work/got"
        claim "$page:$(basename "$file" .command): $(cat "$file")"
    done
done

exit $status
