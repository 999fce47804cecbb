#pragma once

// All states that plays reach, layer by layer, as binary decision diagrams (BuDDy). In a child
// process: the library is one a process, and ends it when it runs out of nodes.

#include "prover/transition.hpp"

#include <cstddef>

namespace sgl
{

/// What plays of a transition system reach. Throws Interrupted when time or memory (in MiB) run
/// out. With `hands_on`, the states are given too, unless their diagrams are large.
Reached reach_by_diagrams(const Frame& frame, const TransitionSystem& system, bool must_end,
                          bool hands_on, std::size_t memory, const Budget& budget);

} // namespace sgl
