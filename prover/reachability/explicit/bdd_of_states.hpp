#pragma once

// Sets that are known state by state, as decision diagrams.

#include "prover/reachability/explicit/state_set.hpp"
#include "prover/resources/budget.hpp"
#include "prover/verdicts/bdd_data.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace sgl
{

/// All of these states, with their bits decided in this order, and, where every state is given its
/// layer, the layers, unless these take too much. The atoms are left to who knows them. Nothing
/// where there are too many nodes. Throws Interrupted.
std::optional<StateDiagrams> diagrams_of(const StateSet& states,
                                         std::span<const std::uint32_t> order,
                                         std::span<const StateSet::Index> layers,
                                         const Budget& budget);

/// What that takes beside the diagrams, in bytes, for so many states of so many words.
std::size_t bytes_for_diagrams_of(std::size_t states, std::size_t words);

} // namespace sgl
