#pragma once

// Explicit-state reachability: all states that plays reach, packed into words, evaluated 256 at a
// time, by all free threads (thread_budget.hpp). The result does not depend on the number of
// threads.

#include "prover/reachability/explicit/state_set.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
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

struct ExplicitSearchOptions
{
    bool must_end = false; // plays that come back are sought
    /// With an order of the bits, the result has diagrams of the states, with bits decided in this
    /// order, unless they are large, or the budget runs out.
    std::optional<std::vector<std::uint32_t>> order = {};
    bool keeps_premise = false; // the result has a play to a state where the premise is true
    const Frame* frame =
        nullptr; // of the game: needed where formulas look ahead; must outlive the search
    /// The values of a fluent take ⌈log₂⌉ bits of a state (value_codes.hpp). Only where nobody
    /// reads the bits of the states, and no formula looks ahead: without an order.
    bool packs_values = false;
    const Frame* packed() const { return packs_values ? frame : nullptr; }
};

/// A search of the states that plays of a transition system reach from some states. It keeps its
/// states when a limit cuts it short, and can go on from there.
class ExplicitSearch
{
public:
    /// Throws NotOneValue, as `run` does, where values are packed and a state has none, or two, of
    /// a fluent: such a state is none of Σ.
    ExplicitSearch(TransitionSystem system, const std::vector<std::vector<bool>>& starts,
                   ExplicitSearchOptions options = {});
    ~ExplicitSearch();
    ExplicitSearch(const ExplicitSearch&) = delete;
    ExplicitSearch& operator=(const ExplicitSearch&) = delete;

    /// Goes through the states, from where an earlier call was cut short; no further call may
    /// follow one that returns. Throws Interrupted when a limit is reached, with the progress by
    /// then in words.
    Reachability run(const EnumerationLimits& limits, const Budget& budget);

    const TransitionSystem& system() const;
    EnumerationStatistics statistics() const;
    /// The states so far, in the order in which they were reached, packed: the i-th bit of the
    /// system is bit i mod 64 of word i / 64, unless values are packed.
    const StateSet& states() const;
    /// How many states there will be, as the sizes of the layers so far suggest; infinity where
    /// they suggest no end.
    double expected_states() const;

private:
    class BreadthFirstSearch;
    const TransitionSystem system_;
    std::unique_ptr<BreadthFirstSearch> search_;
};

/// The states that plays of a transition system reach from `starts`, by one search. Throws
/// Interrupted when a limit is reached. `order` as in ExplicitSearchOptions.
Reachability reach_by_enumeration(const TransitionSystem& system,
                                  const std::vector<std::vector<bool>>& starts, bool must_end,
                                  const EnumerationLimits& limits, const Budget& budget,
                                  EnumerationStatistics* statistics = nullptr,
                                  std::optional<std::span<const std::uint32_t>> order = {});

} // namespace sgl
