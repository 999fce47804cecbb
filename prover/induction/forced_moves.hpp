#pragma once

// Agents who have no choice: their strategies tell them one move at most, where nobody else may
// move.

#include "prover/reduction/theory.hpp"

#include <vector>

namespace sgl
{

/// Those of the profile who, in every state that can be reached, are told no more than one move,
/// and none where another agent has a legal one. Their moves are functions of the state, and need
/// no variables (Path::decide_moves). None where no completion is known, or finding out takes long.
std::vector<Agent> deterministic_agents(Theory& theory, const std::vector<Strategy>& profile,
                                        const Budget& budget);

} // namespace sgl
