#pragma once

// Which bits of a transition system belong together, by the numbers in their names.

#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sgl
{

/// The numbers among the arguments of `p(x,1,2)`.
std::vector<std::int64_t> numbers_in(const std::string& name);

/// In which order the bits are decided: those without numbers in their names first, then by these
/// numbers, so that `p(x,1,2)` and `p(o,1,2)` are neighbours. Indices into the system's bits.
std::vector<std::uint32_t> bit_order(const Frame& frame, const TransitionSystem& system);

} // namespace sgl
