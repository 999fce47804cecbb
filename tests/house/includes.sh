#!/bin/sh
# What may include what: prover → axioms → logic, and each outside library in its place.

cd "$(dirname "$0")/../.." || exit 1
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

# The #include lines of the folders given, as file:line:text.
includes() { grep -rnE '^[[:space:]]*#[[:space:]]*include' "$@" 2>/dev/null; }
of() { grep -E "include[[:space:]]*[<\"]($1)"; }
z3='z3[a-z_+]*\.h'

claim "there are includes to look at" "$([ -n "$(includes logic)" ] || echo 'none found in logic/')"
claim "house headers are included by their path from the top" \
    "$(includes logic axioms prover | grep '"' | grep -vE '"(logic|axioms|prover)/')"
claim "no include climbs with .." "$(includes logic axioms prover | grep -F '../')"
claim "logic/ includes nothing of axioms/ or prover/" "$(includes logic | of 'axioms/|prover/')"
claim "axioms/ includes nothing of prover/" "$(includes axioms | of 'prover/')"
claim "nothing includes tests/" "$(includes logic axioms prover | of 'tests/|catch2/')"
claim "logic/ and axioms/ do without Z3" "$(includes logic axioms | of "$z3")"
claim "axioms/ does without Boost" "$(includes axioms | of boost/)"
claim "Z3 stays out of headers" "$(includes prover | of "$z3" | grep -vE '^[^:]*\.cpp:')"
claim "Boost is in one header of logic/syntax/, for the two .cpp of the grammar" \
    "$(includes logic axioms prover | of boost/ | grep -vE '^logic/syntax/x3_parsers\.hpp:'
       includes logic axioms prover tests | of 'logic/syntax/x3_parsers' |
           grep -vE '^logic/syntax/(grammar|expressions)\.cpp:')"

# The folders of logic/ in order: each includes itself and those before it.
claim "logic/ includes nothing of its folders" \
    "$(grep -nE '^#include "logic/[a-z_]*/' logic/*.cpp logic/*.hpp)"
later='formula|normal_form|states|model|syntax|gdl|import|grounding|language'
for room in formula normal_form states model syntax gdl import grounding language; do
    later=${later#"$room"}
    later=${later#'|'}
    claim "logic/$room is there, and has a README.md" \
        "$([ -n "$(includes "logic/$room")" ] && [ -f "logic/$room/README.md" ] || echo "$room")"
    [ -z "$later" ] || claim "logic/$room includes nothing of $later" \
        "$(includes "logic/$room" | of "logic/($later)/")"
done

# The rooms of axioms/: kernel, text, generate, file; each includes those before it.
claim "the kernel includes logic/formula and nothing else of the house" \
    "$(includes axioms/kernel | grep '"' | grep -vE '"(axioms/kernel|logic/formula)/')"
claim "axioms/text includes nothing of axioms/generate or axioms/file" \
    "$(includes axioms/text | of 'axioms/(generate|file)/')"
claim "axioms/generate includes nothing of axioms/file" "$(includes axioms/generate | of 'axioms/file/')"
claim "of a game only axioms/file knows" \
    "$(includes axioms/kernel axioms/text axioms/generate | of 'logic/(model|grounding|language)/')"

claim "BuDDy is in one folder, and in none of the headers that other folders include" \
    "$(includes logic axioms prover | of 'bdd\.h' | grep -vE '^prover/reachability/symbolic/gate_sets\.hpp:')"

claim "The headers that include BuDDy are for prover/reachability/symbolic/ alone" \
    "$(includes logic axioms prover tests bench | of 'prover/reachability/symbolic/(gate_sets|bdd_system)\.hpp' | grep -vE '^prover/reachability/symbolic/')"

claim "Z3 is behind one .cpp" \
    "$(includes prover | of "$z3" | grep -vE '^prover/sat/z3\.cpp:')"

# The command: what all commands share, proofs/ above it, and a room for each command that knows no
# other one; programs/ puts them together.
rooms=$(cd prover/command && ls -d */ | tr -d / | grep -v programs)
claim "what all commands share includes no command's room" \
    "$(grep -nE '#include "prover/command/[^"/]*/' prover/command/*.cpp prover/command/*.hpp)"
for room in $rooms; do
    claim "prover/command/$room/ includes no other command's room" \
        "$(includes "prover/command/$room" | grep -E '"prover/command/[^"/]*/' |
            grep -vE "\"prover/command/($room|proofs)/")"
done
claim "nothing but prover/command/ includes the command" \
    "$(includes logic axioms prover | of 'prover/command/' | grep -v '^prover/command/')"
claim "JSON is behind one .cpp" "$(includes logic axioms prover | of nlohmann/ |
    grep -v '^prover/command/json\.cpp:')"

exit $status
