#pragma once

// What a coalition can force, by a search of the tree of plays, depth first, with a table of the
// states that were decided: of an agent's moves, one that decides the state is enough, so that most
// states are never looked at. The moves that decided most often are tried first (the history
// heuristic).

#include "prover/reachability/forcing/game_states.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sgl
{

struct SearchLimits
{
    std::size_t bytes = 0; // of memory
};

struct Searched
{
    Forced forced;
    std::size_t states = 0; // that were looked at
};

/// Whether the coalition forces, from every initial state, that plays end where the goal is true.
/// Where plays may come back, the policy found may be none: it is to be checked. Nothing where what
/// is legal or terminal, the goal, or what a move leads to depends on what the axioms leave open,
/// or the policy comes back. Throws Interrupted, also at a limit.
std::optional<Searched> search_forced(Theory& theory, const std::vector<Agent>& coalition,
                                      Formula goal, const SearchLimits& limits,
                                      const Budget& budget);

} // namespace sgl
