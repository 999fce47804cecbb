#pragma once

// Which bits of a transition system belong together, by the numbers among their arguments.

#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <vector>

namespace sgl
{

/// In which order the bits are decided: those without numbers first, then by these
/// numbers, so that `p(x,1,2)` and `p(o,1,2)` are neighbours. Indices into the system's bits.
std::vector<std::uint32_t> bit_order(const Frame& frame, const TransitionSystem& system);

} // namespace sgl
