#!/bin/sh
# sgl-check, and the library behind it, are made without engines and solvers; and sgl-check says what
# sgl check says. SGL_BUILD is the build that is looked at.

top=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
build=${SGL_BUILD:-$top/build}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$top" || exit 1
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

# What the sources of the checker include, and what that includes, and so on.
find prover/checker -name '*.cpp' >"$work/closure"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    {
        cat "$work/closure"
        xargs sed -n 's/^#include "\(.*\)"/\1/p' <"$work/closure"
    } | sort -u >"$work/more"
    cmp -s "$work/more" "$work/closure" && break
    mv "$work/more" "$work/closure"
done
claim "what the checker includes is of logic/, axioms/, claims and the budget, header by header" \
    "$(grep -vE '^(logic|axioms|prover/claims|prover/checker)/|^prover/resources/(budget|interrupted)\.hpp$' "$work/closure")"
claim "and no verdict is part of it" "$(grep -E '^prover/verdicts/' "$work/closure")"

# Solvers and engines by their symbols.
solvers='CaDiCaL::|\bZ3_|z3::|\bbdd_(cpp_init|apply|addref|error_hook)\b'
engines='sgl::(SatSolver|Theory|Encoder|Reduction|Prover|Path|BoundedModelChecking|Portfolio|Confirmation|TransitionSystem)\b'
symbols() { nm -C "$1" 2>/dev/null | grep -E "$2" | head -n 5; }
claim "the symbols looked for are in sgl" "$(
    for what in 'CaDiCaL::' '\bZ3_' '\bbdd_addref\b' "$engines"; do
        [ -n "$(symbols "$build/sgl" "$what")" ] || echo "$what is not"
    done
)"
claim "sgl-check has no symbol of CaDiCaL, Z3 or BuDDy" "$(symbols "$build/sgl-check" "$solvers")"
claim "and none of the engines" "$(symbols "$build/sgl-check" "$engines")"
if command -v ldd >/dev/null; then
    claim "sgl-check needs no library of a solver" \
        "$(ldd "$build/sgl-check" | grep -E 'z3|cadical|bdd')"
fi

# A program that only checks a play in a finite model.
cat >"$work/main.cpp" <<'END'
#include "logic/language/reader.hpp"
#include "prover/checker/check.hpp"

#include <cstdio>
#include <fstream>
#include <sstream>

static sgl::Source source(const char* path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return {path, text.str()};
}

int main(int, char** argv)
{
    using namespace sgl;
    FormulaStore store;
    const auto game = GameReader::read(store, source(argv[1]));
    const Budget budget;
    certificate::Bdds diagrams(budget, 1000);
    const auto read = certificate::read_certificate(source(argv[2]), store, game->game().frame, diagrams);
    const Rules rules = Rules::none(game->game().frame);
    const certificate::GameUnderCheck about{store, game->game(), rules, budget};
    const Claim& claim = game->game().claims.front();
    const auto objection =
        certificate::objection_to(about, claim, std::get<certificate::InModel>(read->play));
    std::puts(objection ? objection->c_str() : "accepted");
}
END
cat >"$work/game.sgl" <<'END'
agents x
fluent p
action go by x
axiom start: initial -> !p
axiom on: next p <-> true
axiom end: terminal <-> false
axiom moves: legal(go) <-> true
claim never: always !p
END
play() {
    printf '%s\n' 'sgl certificate 1' 'game "game.sgl"' 'claim never refuted' 'by model' \
        'state initial ; ; go ; 1' "state ; $1 ; go ; 1" 'play 0 1' 'moves go' 'end'
}
play p >"$work/right.certificate"
play '' >"$work/wrong.certificate"
if ${CXX:-c++} -std=c++20 -I"$top" "$work/main.cpp" -o "$work/play" -L"$build" \
    -lsgl_checker -lsgl_axioms -lsgl_logic -lfmt -lzstd -Wl,-Map="$work/map" >"$work/log" 2>&1; then
    claim "a program that checks a play in a model needs the checker, axioms and logic alone" ""
    claim "it accepts a play that is right" \
        "$("$work/play" "$work/game.sgl" "$work/right.certificate" | grep -vx accepted)"
    claim "and rejects one that is not" "$("$work/play" "$work/game.sgl" "$work/wrong.certificate" | grep -x accepted)"
    sed -n 's/^.*libsgl_[a-z]*\.a(\([a-z_]*\)\.cpp\.o)$/\1/p' "$work/map" | sort -u >"$work/members"
    claim "and it is linked with neither sets of states of its own nor obligations of theorems" "$(
        grep -xE 'check|check_clauses|clause_obligations|tseitin|symbolic_play|proof_obligations|verdict' \
            "$work/members"
    )"
else
    claim "a program that checks a play in a model needs the checker, axioms and logic alone" \
        "$(tail -n 20 "$work/log")"
fi

# The two programs say the same of all there is.
mkdir "$work/proofs"
for game in tictactoe river nim implements pursuit; do
    "$build/sgl" prove -q --proofs "$work/proofs/$game" "examples/$game.sgl" >"$work/log" 2>&1
done
without_times() { sed -E 's/ +[0-9]+\.[0-9]+ s( |$)/ _ s\1/g'; }
both() { # FILES…
    "$build/sgl" check "$@" 2>&1 | without_times >"$work/by_sgl"
    "$build/sgl-check" "$@" 2>&1 | without_times >"$work/by_check"
    diff "$work/by_sgl" "$work/by_check" | head -n 20
}
claim "certificates and derivations were written" \
    "$([ "$(find "$work/proofs" -name '*.certificate' | wc -l)" -gt 20 ] || cat "$work/log")"
claim "sgl-check says of certificates and derivations what sgl check says" "$(both "$work"/proofs/*)"
claim "which is that they are accepted" "$(grep ' rejected ' "$work/by_check")"
claim "and of the library, and derivations written by hand, too" "$(both axioms/derivations examples)"
claim "its exit status is that of sgl check" "$(
    for file in "$work/wrong.certificate" "$work/proofs/nim" axioms/derivations/collapse.sgp no_such.certificate; do
        "$build/sgl" check "$file" >/dev/null 2>&1
        expected=$?
        "$build/sgl-check" "$file" >/dev/null 2>&1
        [ $? -eq $expected ] || echo "of $file it is not $expected"
    done
)"
exit $status
