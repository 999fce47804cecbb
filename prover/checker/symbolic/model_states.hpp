#pragma once

// Sets of states that the axioms allow, whether plays reach them or not.

#include "prover/checker/symbolic/axiom_sets.hpp"

namespace sgl::certificate
{

/// The states, none of them initial, from which the game goes on for ever where open values turn
/// out so: every axiom is true there, and in all that follows. Without `definitions`, fewer.
ModelStates closed_states(const GameUnderCheck& ground, OpenValues open, bool definitions,
                          std::size_t most_nodes);

/// All states of Σ are among these: the axioms can be true there, and after every action, and so on
/// for so many actions.
ModelStates states_of_sigma(const GameUnderCheck& ground, unsigned actions, std::size_t most_nodes);

} // namespace sgl::certificate
