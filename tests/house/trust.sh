#!/bin/sh
# docs/trust.md says how many lines are trusted: they are counted here. A line of code is one that is
# neither blank nor a comment alone nor a lone brace. Where a number is another by now, the row as it
# should be is printed: put it into docs/trust.md. `trust.sh --update` does that.

cd "$(dirname "$0")/../.." || exit 1
page=docs/trust.md
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# files PATHS: the sources that they name, of a folder all that are in it and below.
files() {
    for path in "$@"; do
        case $path in
        */) find "$path" -name '*.cpp' -o -name '*.hpp' ;;
        *) ls $path ;;
        esac
    done | sort
}
lines() {
    files "$@" >"$work/files" || return 1
    [ -s "$work/files" ] || return 1
    xargs cat <"$work/files" | grep -cvE '^[[:space:]]*(//.*|[{}]*;?)?[[:space:]]*$'
}

# The page once more, with the numbers that are right. Rows of parts: `| KEY | what | paths | lines |`;
# rows of kinds: `| kind | KEY KEY … | lines |`.
: >"$work/parts"
while IFS= read -r row; do
    case $row in
    '| '[A-Z]' | '*)
        key=$(printf '%s' "$row" | cut -d'|' -f2 | tr -d ' ')
        what=$(printf '%s' "$row" | cut -d'|' -f3)
        paths=$(printf '%s' "$row" | cut -d'|' -f4)
        # shellcheck disable=SC2046
        count=$(lines $(printf '%s' "$paths" | tr -d '`,')) || {
            printf 'FAILED: a path in %s names no source:%s\n' "$page" "$paths"
            exit 1
        }
        printf '%s %s\n' "$key" "$count" >>"$work/parts"
        cat "$work/files" >>"$work/all"
        printf '| %s |%s|%s| %s |\n' "$key" "$what" "$paths" "$count"
        ;;
    *) printf '%s\n' "$row" ;;
    esac
done <$page >"$work/first" || exit 1
awk -F'|' -v OFS='|' '
    NR == FNR { split($0, part, " "); count[part[1]] = part[2]; next }
    NF == 5 && $3 ~ /^ [A-Z]( [A-Z])* $/ {
        number = split($3, keys, " ")
        sum = 0
        for (i = 1; i <= number; ++i) {
            if (!(keys[i] in count)) { print "there is no part " keys[i] >"/dev/stderr"; exit 1 }
            sum += count[keys[i]]
        }
        $4 = " " sum " "
        ++kinds
    }
    { print }
    END { if (kinds < 6) { print "no kinds of proofs were found" >"/dev/stderr"; exit 1 } }
' "$work/parts" "$work/first" >"$work/right" || {
    printf 'FAILED: %s has the two tables\n' "$page"
    exit 1
}
[ "$1" = --update ] && cp "$work/right" $page

status=0
# claim SENTENCE LINES: holds when there are no such lines.
claim() {
    if [ -z "$2" ]; then
        printf 'ok: %s\n' "$1"
    else
        printf 'FAILED: %s\n%s\n' "$1" "$2"
        status=1
    fi
}
claim "docs/trust.md has the numbers of lines that there are (or else tests/house/trust.sh --update)" \
    "$(diff "$work/right" $page | grep '^<' | cut -c3-)"
claim "no file is in two parts" "$(sort "$work/all" | uniq -d)"
claim "every source of the kernel, the checker and the claims that it reads is in a part" "$(
    files axioms/kernel/ prover/checker/ | grep -vxFf "$work/all"
)"
claim "what these sources include is in a part, but for lines that are checked and messages" "$(
    xargs sed -n 's/^#include "\(.*\)"/\1/p' <"$work/all" | sort -u | grep -vxFf "$work/all" |
        grep -vxE 'axioms/generate/generator\.hpp|logic/formula/print\.hpp'
)"
exit $status
