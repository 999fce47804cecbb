#pragma once

// Decision diagrams of sets that are given state by state.

#include "prover/reachability/explicit/state_set.hpp"
#include "prover/resources/budget.hpp"
#include "prover/verdicts/bdd_data.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace sgl
{

/// The diagram of the states, with bits decided in this order, and the diagrams of the layers, if
/// `layers` gives the layer of every state and these diagrams are not too large. The caller must
/// set the atoms. Nothing where there are too many nodes. Throws Interrupted.
std::optional<StateDiagrams> diagrams_of(const StateSet& states,
                                         std::span<const std::uint32_t> order,
                                         std::span<const StateSet::Index> layers,
                                         const Budget& budget);

/// The bytes that diagrams_of uses beside its result, for `states` states of `words` words.
std::size_t bytes_for_diagrams_of(std::size_t states, std::size_t words);

} // namespace sgl
