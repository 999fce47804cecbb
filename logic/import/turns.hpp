#pragma once

// Who is to move: in a game with turns, at most one role has a choice in each state, and what the
// others do is forced.

#include "logic/gdl/ground/program.hpp"
#include "logic/gdl/machine/explore.hpp"

#include <string>
#include <vector>

namespace sgl::import
{

struct Turns
{
    /// Why there are no turns; empty where there are.
    std::string why_not;
    /// For each role, of its moves: it is never more than one of those that are legal. A role with
    /// another legal move is to move.
    std::vector<std::vector<bool>> is_idle;
    /// There may be states where all legal moves are idle.
    bool may_all_be_idle = false;
    /// All states were seen; or else, fluents of which at most one holds say whose turn it is.
    bool saw_all_states = false;
};

/// Looks at all states, or at as many as the limits allow.
Turns turns_of(const gdl::Terms& terms, const gdl::Program& program,
               const gdl::ExploreLimits& limits);

} // namespace sgl::import
