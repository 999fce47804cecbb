#pragma once

// Candidates of invariants: clauses of at most three literals that are true in all states of some
// random plays.

#include "prover/resources/budget.hpp"
#include "prover/transition/transition_system.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace sgl
{

/// A gate of a transition system, or its negation.
struct GateLiteral
{
    Gate gate;
    bool positive;
    auto operator<=>(const GateLiteral&) const = default;
};

/// A disjunction.
using GateClause = std::vector<GateLiteral>;

struct SampledCandidates
{
    std::vector<GateClause> clauses;
    /// For each agent that moves, a literal that is true where the agent moves and false where
    /// another agent does, on the plays that were sampled; none where no gate is such a literal.
    std::vector<GateLiteral> turns;
};

/// Clauses that are true in all states of random complying plays: literals; equivalences of two
/// literals; pairs of literals; and where these are true only while one agent is to move, guarded
/// by its turn. No clause is a weaker form of another one by a guard. The literals are the bits;
/// with `gates`, the gates of the circuit too, and parts of `bad` in pairs. Throws Interrupted.
SampledCandidates sampled_candidates(const TransitionSystem& system, const Frame& frame, bool gates,
                                     const Budget& budget);

} // namespace sgl
