#!/bin/sh
# The cost curve that bench/curve draws of what bench/table prints.

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

cat >"$work/table" <<'TABLE'
| question | size | seconds | target | memory | answer
|----------|------|--------:|-------:|-------:|-------
| CrossDot k = 3: passive_defence(x) never loses | m=24 | 2.14 | 3 | 281 MiB | proved, diagrams: 9 states |

| way         |    m |  seconds |      CPU | answer
|-------------|-----:|---------:|---------:|--------
| unrolling   |    5 |    7.000 |    1.000 | proved, unrolling: no play is longer than 5 plies |
| unrolling   |   14 |   90.000 |   80.000 | undecided, 90 s passed |
| diagrams    |   20 |    0.010 |    0.010 | proved, diagrams: 3 states are reached |
| diagrams    |   40 |    0.100 |    0.090 | proved, diagrams: 4 states are reached |
TABLE
sh "$top/bench/curve" <"$work/table" >"$work/svg" && [ "$(grep -c '<circle' "$work/svg")" -eq 3 ]
claim "what was proved is a point; what was not, or is another table's, is none"
grep -q 'cx="60.0" cy="168.0"' "$work/svg"
claim "1 s at the least m is at the left edge, three fifths of the way up"
[ "$(grep -c 'd="M[0-9. ]*L[0-9. ]*" fill="none"' "$work/svg")" -eq 1 ]
claim "points of one way make a line"
tail -1 "$work/svg" | grep -qx '</svg>'
claim "the drawing is closed"

for point in $(grep -o 'cx="[^"]*" cy="[^"]*"' "$top/docs/cost.svg" | sed 's/cx="\([^"]*\)" cy="\([^"]*\)"/\1,\2/'); do
    printf '%s\n' "$point"
done >"$work/points"
[ "$(grep -c , "$work/points")" -ge 12 ] &&
    awk -F, '$1 < 60 || $1 > 660 || $2 < 40 || $2 > 360 { out = 1 } END { exit out }' "$work/points"
claim "the curve in docs/ has its points within the frame"

exit $status
