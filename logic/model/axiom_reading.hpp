#pragma once

// Σ read for GameModel, in the shapes that game_model.hpp lists: independently of logic/model/
// rules.hpp, which reads it for the prover.

#include "logic/formula/formula.hpp"
#include "logic/model/game.hpp"

#include <optional>
#include <vector>

namespace sgl
{

/// p after a move, as an axiom has it: where the guard is true, p is what the value is there.
struct TransitionRule
{
    Fluent p;
    std::optional<Action> action; // of [a]; empty for ○
    Formula guard;
    Formula value;
    bool is_successor_axiom = false; // an equivalence without a premise
};

/// What Σ says in the shapes that game_model.hpp lists.
struct AxiomReading
{
    std::vector<std::vector<TransitionRule>> rules; // by fluent
    Formula terminal;                               // τ, or empty
    std::vector<Formula> legal;                     // λ by action, or empty
};

/// A fluent, terminal or legal(a), or its negation.
struct SignedAtom
{
    Formula atom;
    bool positive;
};

std::optional<SignedAtom> as_signed_atom(Formula f);

AxiomReading read_axioms(FormulaStore& store, const Game& game);

} // namespace sgl
