#pragma once

// The values of a game for its agents: the largest goal that each can force against all others.

#include "prover/verdicts/side_policy.hpp"

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

/// Goals of an agent: the i-th formula is true where it has its i-th smallest value, or a larger
/// one.
struct GoalsOfAgent
{
    Agent agent;
    std::vector<Formula> at_least;
};

struct SolvedAgent
{
    Agent agent;
    std::optional<std::size_t> value; // the largest goal that it can force; nothing: none
    /// The policy by which it does; and the one by which the others prevent the next larger goal,
    /// if there is one. Both were accepted by the check of certificates.
    std::shared_ptr<const SidePolicy> policy, against;
};

struct Solution
{
    std::vector<SolvedAgent> agents;
    /// Of all that plays reach, and the moves of the longest play; nothing where not all states
    /// were gone through, or plays need not end.
    std::optional<std::size_t> states, longest_play;
    std::string why_not; // why there is no solution; else empty
};

} // namespace sgl
