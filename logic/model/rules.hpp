#pragma once

// What the axioms of a game say about each symbol: which formula defines `legal(a)`, `terminal` and
// the next value of each fluent, and which axioms only constrain.

#include "logic/model/game.hpp"

#include <map>
#include <string>
#include <vector>

namespace sgl
{

/// `condition -> next p`, or `next !p` when value is false; for one action only with `[a]p`.
/// `condition -> (next p <-> γ)` is two of them.
struct Effect
{
    Formula condition;
    bool value = false;
    std::optional<Action> only_after;
};

/// How Σ determines the next value of one fluent. Where nothing applies, it is not determined.
struct SuccessorRule
{
    Formula whole;                   // next p <-> whole; empty when there is none
    std::map<Action, Formula> after; // [a]p <-> formula
    std::vector<Effect> effects;     // φ -> next ±p
    bool is_free() const { return !whole && after.empty() && effects.empty(); }
};

/// Σ read as rules. The first definition of a symbol counts; a second one only constrains.
struct Rules
{
    Formula terminal;                      // empty: not defined
    std::vector<Formula> legal;            // by action; empty: not defined
    std::vector<SuccessorRule> successors; // by fluent
    std::vector<std::size_t> constraints;  // indices into Game::axioms of all others
    std::vector<Diagnostic> warnings;

    /// Rules without any axiom: every symbol free, as `valid` reads a frame.
    static Rules none(const Frame& frame);
};

/// Sorts the axioms of a game by shape. Definitions that would run in a circle become constraints.
Rules read_rules(FormulaStore& store, const Game& game);

} // namespace sgl
