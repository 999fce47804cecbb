#pragma once

// What is asked about plays: questions without engines and without answers.

#include "logic/model/evaluate.hpp"
#include "logic/model/game.hpp"
#include "prover/claims/method.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// A question about plays in which the agents of the profile follow their strategies.
struct Question
{
    std::vector<Strategy> profile;
    /// What must not be: true at a state reached, or, with at_moves, at a complying legal move
    /// there.
    Formula bad;
    bool at_moves = false;
    /// Plays that come back to an earlier state are bad too, as they need not end.
    bool must_end = false;
    /// Known to be true in every state that complying plays reach; may be empty.
    Formula known;
    /// Whether this is true somewhere is to be found out as well (the premise of a conditional).
    Formula premise;
    /// True where an agent of the profile has a legal move and its strategy recommends none: a play
    /// that leads there is looked for as well.
    Formula stuck;
    /// Of `bad`: no agent has a move that complies, and the play is not over. A refutation by it
    /// says why (Refuted::stuck).
    Formula deadlock;
    std::string detail;                // said of a refutation
    Method method = Method::Unrolling; // how it was found, for a refutation
    std::optional<Strategy> about;     // the strategy whose recommendations are at issue
};

/// Whether any play at all reaches a state in which this is true.
Question about_states(Formula bad);

/// The moves that a strategy recommends in a state.
std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w);

/// What is wanted where a play ends.
struct EndOfPlay
{
    Formula f = {}; // true there; empty: anything
    bool at_move = false;
    bool loop = false;           // it comes back to an earlier state
    bool from_any_state = false; // the first state need not be an initial one
    Formula first = {},
            between = {}; // true at the first state, and at those between it and the last
};

} // namespace sgl
