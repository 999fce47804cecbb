#pragma once

// Questions about plays, independent of engines and of answers.

#include "logic/model/evaluate.hpp"
#include "logic/model/game.hpp"
#include "prover/claims/method.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// A formula that may be true in every state that the plays of a question reach, of this claim.
struct Proposal
{
    std::string claim;
    Formula formula;
};

/// A question about plays in which the agents of the profile follow their strategies.
struct Question
{
    std::vector<Strategy> profile;
    /// The bad formula: no reachable state, or with at_moves no complying legal move in a reachable
    /// state, may make it true.
    Formula bad;
    bool at_moves = false;
    /// A play that returns to an earlier state is bad, too, as it need not end.
    bool must_end = false;
    /// A formula true in every state that complying plays reach; may be empty.
    Formula known;
    /// Formulas that imply `known`, as induction over `kept_plies` moves shows of all of them
    /// together; empty where `known` is shown in another way.
    std::vector<Formula> kept;
    unsigned kept_plies = 0;
    /// Formulas that engines may try to show together with the question.
    std::vector<Proposal> proposals;
    /// A formula; the answer also says whether the formula is true somewhere on a play (the premise
    /// of a conditional).
    Formula premise;
    /// A formula that is true where an agent of the profile has a legal move and its strategy
    /// recommends none. The engines look for a play to such a state, too.
    Formula stuck;
    /// A disjunct of `bad`: no agent has a complying move, and the play is not over. A refutation
    /// by the deadlock says why (Refuted::stuck).
    Formula deadlock;
    std::string detail;                // text for a refutation
    Method method = Method::Unrolling; // method of a refutation
    std::optional<Strategy> about;     // the strategy whose recommendations are at issue
};

/// The question whether any play reaches a state in which the formula is true.
Question about_states(Formula bad);

/// The moves that a strategy recommends in a state.
std::vector<Action> recommended(const Frame& frame, Evaluator& evaluator, const Strategy& strategy,
                                State w);

/// The end of a play that an engine looks for.
struct EndOfPlay
{
    Formula f = {}; // true at the end; empty: any state
    bool at_move = false;
    bool loop = false;           // the last state equals an earlier state
    bool from_any_state = false; // the first state need not be an initial one
    Formula first = {},
            between = {}; // true at the first state, and at those between it and the last
};

} // namespace sgl
