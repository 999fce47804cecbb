#pragma once

// All states that plays reach, layer by layer, as binary decision diagrams (BuDDy). In a child
// process: the library is one a process, and ends it when it runs out of nodes.

#include "prover/transition.hpp"

#include <cstddef>

namespace sgl
{

/// What plays of a transition system reach; nothing where there are too many bits for diagrams.
/// `stop_at_bad`: the search ends there. Throws Interrupted when time or memory (in MiB) run out.
Reached reach_by_diagrams(const Frame& frame, const TransitionSystem& system, bool must_end,
                          std::size_t memory, const Budget& budget);

/// In which order the bits are decided: those without numbers in their names first, then by these
/// numbers, so that `p(x,1,2)` and `p(o,1,2)` are neighbours. Indices into the system's bits.
std::vector<std::uint32_t> bit_order(const Frame& frame, const TransitionSystem& system);

} // namespace sgl
