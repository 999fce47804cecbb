#!/bin/sh
# The rooms of the house: what each may include, how large it is, and that it says what lives there.

cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
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

# The rooms, lowest floor first. A room may include itself and the rooms above it in this list.
cat >"$work/rooms" <<'END'
logic
logic/formula
logic/normal_form
logic/states
logic/model
logic/syntax
logic/grounding
logic/gdl/sheet
logic/gdl/reader
logic/gdl/ground
logic/gdl/machine
logic/import
logic/language
axioms/kernel
axioms/text
axioms/generate
axioms/file
prover/resources
prover/claims
prover/checker/symbolic
prover/checker/listed
prover/checker
prover/processes
prover/sat
prover/verdicts
prover/reduction
prover/system
prover/plays
prover/transition
prover/transition/open
prover/transition/packing
prover/reachability/explicit
prover/reachability/symbolic
prover/reachability/listed
prover/reachability/forcing
prover/reachability
prover/invariants
prover/induction/pdr
prover/induction
prover/decide
prover/decide/forcing
prover/certify
prover/derive
prover/command
prover/command/proofs
prover/command/derive
prover/command/play
prover/command/show
prover/command/policy
prover/command/import
prover/command/solve
prover/command/check
prover/command/prove
prover/command/programs
END

sources() { find logic axioms prover -name '*.cpp' -o -name '*.hpp' | sort; }

# Every include of the house's own headers, as "FILE HEADER".
sources | xargs awk '
    /^#include "(logic|axioms|prover)\// { split($0, part, "\""); print FILENAME, part[2] }
' >"$work/includes"
claim "there are includes to look at" "$([ -s "$work/includes" ] || echo 'none')"

claim "every folder of sources is a room of the list" "$(
    sources | sed 's|/[^/]*$||' | sort -u | grep -vxFf "$work/rooms"
)"

claim "every room is a folder" "$(
    while read -r room; do
        [ -d "$room" ] || echo "$room"
    done <"$work/rooms"
)"

claim "includes point to a room's own files, or down" "$(
    awk '
        function room(path) { sub(/\/[^\/]*$/, "", path); return path }
        NR == FNR { floor[$1] = NR; next }
        floor[room($2)] > floor[room($1)] { print $1 " includes " $2 }
    ' "$work/rooms" "$work/includes"
)"

# Rooms that see less than all that is below them.
may_include() { # ROOM PATTERN: all else that it includes
    grep -E "^$1/[^/]* " "$work/includes" | grep -vE " ($1|$2)"
}
claim "the kernel includes formulas, and nothing else but definitions of connectives and games" \
    "$(may_include axioms/kernel 'logic/formula/|logic/model/game\.hpp')"
claim "logic/formula/ includes nothing but itself and the root of logic/" \
    "$(may_include logic/formula 'logic/[^/]*$')"
for room in sheet reader ground machine; do
    claim "logic/gdl/$room/ includes nothing but logic/gdl/ and the root of logic/" \
        "$(may_include logic/gdl/$room 'logic/gdl/|logic/[^/]*$')"
done
claim "the checker includes logic/, axioms/, claims and the budget" \
    "$(may_include prover/checker 'prover/checker/|logic/|axioms/|prover/claims/|prover/resources/budget\.hpp'
        may_include prover/checker/listed 'prover/checker/symbolic/|logic/|axioms/|prover/claims/|prover/resources/budget\.hpp'
        may_include prover/checker/symbolic 'logic/|axioms/|prover/claims/|prover/resources/budget\.hpp')"
claim "checks at the command include neither engines nor solvers" "$(may_include prover/command/check \
    'logic/|axioms/|prover/checker/|prover/command/[a-z_]*\.hpp|prover/command/proofs/(file_access|write_file)\.hpp|prover/resources/')"
claim "claims know no solver" "$(may_include prover/claims 'logic/|axioms/kernel/literal\.hpp|prover/resources/')"
claim "the engines that go through states know nothing of Σ" \
    "$(may_include 'prover/reachability/(explicit|symbolic)' 'prover/reachability/(explicit|symbolic)/|logic/|prover/verdicts/bdd_data\.hpp|prover/resources/|prover/processes/|prover/system/circuit\.hpp|prover/transition/')"
claim "resources know no formula" "$(may_include prover/resources 'logic/diagnostic\.hpp')"

# A unit is a header with its source.
awk '
    function unit(path) { sub(/\.[ch]pp$/, "", path); return path }
    { print unit($1), unit($2) }
' "$work/includes" | awk '$1 != $2' >"$work/units"
tsort <"$work/units" >/dev/null 2>"$work/loops"
claim "units include each other in no circle" "$(cat "$work/loops")"

most_files=16 most_lines=500
claim "a folder has no more than $most_files files" "$(
    git ls-files logic axioms prover tests bench cmake docs examples | grep -vE '^tests/fuzz/(seeds|derivations|sheets)/' |
        grep -v '/README\.md$' |
        sed 's|/[^/]*$||' | sort | uniq -c | awk -v most=$most_files '$1 > most { print $2 ": " $1 }'
)"
claim "a source has no more than $most_lines lines" "$(
    find logic axioms prover tests bench -name '*.cpp' -o -name '*.hpp' | xargs wc -l |
        awk -v most=$most_lines '$2 != "total" && $1 > most { print $2 ": " $1 }'
)"
claim "each room has a README that says what lives there" "$(
    while read -r room; do
        [ -s "$room/README.md" ] || echo "$room"
    done <"$work/rooms"
)"

# Types at the level of a namespace; what is in an unnamed namespace counts as the one around it.
claim "a type's name has one meaning in its namespace" "$(
    sources | xargs awk '
        FNR == 1 { space = "" }
        /^namespace sgl/ { space = $2 }
        /^(struct|class|enum class|enum|union) [A-Za-z_]+/ {
            if ($0 ~ /;[[:space:]]*(\/\/.*)?$/) next # declared only
            name = $2 == "class" ? $3 : $2
            if (name ~ /::/) next # of a class that has its own
            sub(/[:;{].*/, "", name)
            print space "::" name, FILENAME
        }
        /^using [A-Za-z_]+ =/ { print space "::" $2, FILENAME }
    ' | sort -u | awk '
        { files[$1] = files[$1] " " $2; ++count[$1] }
        END { for (name in count) if (count[name] > 1) print name ":" files[name] }
    ' | sort
)"

exit $status
