#pragma once

// All states that plays reach, one by one: packed into words, and looked at 256 at a time, since
// what the game says of one bit of 64 states is one operation on words.

#include "prover/transition.hpp"

#include <cstddef>
#include <cstdint>

namespace sgl
{

struct EnumerationLimits
{
    std::size_t states = std::size_t{1} << 32;
    std::size_t memory = 4096; // MiB
};

/// What an enumeration took.
struct EnumerationStatistics
{
    std::size_t states = 0;
    std::size_t expanded = 0; // states with a move
    std::uint64_t moves = 0;
    std::size_t bytes = 0; // of memory
};

/// What plays of a transition system reach from these states. Throws Interrupted when a limit is
/// met, and says how many states there were by then.
Reached reach_by_enumeration(const TransitionSystem& system,
                             const std::vector<std::vector<bool>>& starts, bool must_end,
                             const EnumerationLimits& limits, const Budget& budget,
                             EnumerationStatistics* statistics = nullptr);

} // namespace sgl
