#pragma once

// A question about plays as a transition system: bits, and for every action where it may be taken
// and what it makes of each bit, all as propositional formulas over the bits. What the engines that
// go through all states work on. Only the bits that the question depends on are in it.
//
// Values that Σ leaves open are no bits. A formula that speaks of them is replaced by where it may
// be true, and where it may be either is added to `undetermined`: as long as that is false in every
// state reached, the system does what the game does.

#include "prover/claims/question.hpp"
#include "prover/claims/verdict.hpp"
#include "prover/reduction/theory.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

struct TransitionSystem
{
    /// The bit is as the formula says in the state before.
    struct Change
    {
        std::uint32_t bit;
        Formula value;
    };

    struct Move
    {
        Action action;
        Formula allowed;             // legal, and as the profile says
        std::vector<Change> changes; // by bit; the others stay as they are
        Formula bad, premise;        // for questions about moves, else empty; both only if allowed
    };

    std::vector<Formula> bits; // fluents and `initial`
    std::vector<Move> moves;   // those that are allowed anywhere
    Formula start;             // may speak of more than the bits; what it says of those is any
    Formula bad, premise;      // for questions about moves: at some move; empty: not asked
    Formula stuck;             // empty: not asked
    Formula undetermined;      // what happens here is not told by Σ, or no model has the state
};

/// Throws Interrupted when the budget runs out.
TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget);

/// How many plies make a round, in which each agent that can do something moves once; a few at
/// most.
unsigned plies_of_a_round(const Frame& frame);

} // namespace sgl
