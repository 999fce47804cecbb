#pragma once

// Explicit-state reachability: all states that plays reach, packed into words, evaluated 256 at a
// time, by all free threads (thread_budget.hpp). The result does not depend on the number of
// threads.

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

/// The size of an enumeration.
struct EnumerationStatistics
{
    std::size_t states = 0;
    std::size_t expanded = 0; // states with a move
    std::uint64_t moves = 0;
    std::size_t plies = 0; // depth of the last layer
    std::size_t bytes = 0; // of memory
};

/// The states that plays of a transition system reach from `starts`. Throws Interrupted when a
/// limit is reached, with the progress by then in words. With `order`, the result has diagrams of
/// the states, with bits decided in this order, unless they are large, or the budget runs out; with
/// a frame and no order, the states take less memory, for a fluent with values is packed.
Reachability reach_by_enumeration(const TransitionSystem& system,
                                  const std::vector<std::vector<bool>>& starts, bool must_end,
                                  const EnumerationLimits& limits, const Budget& budget,
                                  EnumerationStatistics* statistics = nullptr,
                                  std::optional<std::span<const std::uint32_t>> order = {},
                                  const Frame* frame = nullptr);

} // namespace sgl
