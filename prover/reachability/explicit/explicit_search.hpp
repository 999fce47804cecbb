#pragma once

// All states that plays reach, one by one: packed into words, looked at 256 at a time, and by all
// threads that are free (cores.hpp). Nothing that is found depends on how many these are.

#include "prover/transition/transition_system.hpp"

#include "prover/transition/trace.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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
    std::size_t plies = 0; // to the states last looked at
    std::size_t bytes = 0; // of memory
};

/// What plays of a transition system reach from these states. Throws Interrupted when a limit is
/// met, and says how far it got by then. With an order of the bits, the states are given too, as
/// diagrams in which bits are decided in this order, unless these are large, or there is no time.
Reachability reach_by_enumeration(const TransitionSystem& system,
                                  const std::vector<std::vector<bool>>& starts, bool must_end,
                                  const EnumerationLimits& limits, const Budget& budget,
                                  EnumerationStatistics* statistics = nullptr,
                                  std::optional<std::span<const std::uint32_t>> order = {});

} // namespace sgl
