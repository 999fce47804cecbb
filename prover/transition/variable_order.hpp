#pragma once

// The variable order of decision diagrams: bits with the same numbers as arguments are neighbours.

#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <vector>

namespace sgl
{

/// The bits in the order in which diagrams decide them, as indices into the system's bits: first
/// the bits without numbers, then the others by their numbers, so that `p(x,1,2)` and `p(o,1,2)`
/// are neighbours.
std::vector<std::uint32_t> bit_order(const Frame& frame, const TransitionSystem& system);

} // namespace sgl
