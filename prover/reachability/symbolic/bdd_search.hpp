#pragma once

// Symbolic reachability: all states that plays reach, layer by layer, as binary decision diagrams
// (BuDDy). The search runs in a child process, because BuDDy has one global state per process, and
// ends the process when it runs out of nodes.

#include "prover/processes/child_process.hpp"
#include "prover/processes/child_progress.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstddef>
#include <functional>

namespace sgl
{

/// The goal of a BDD search, and its memory.
struct BddSearchOptions
{
    bool must_end = false;  // search for plays that return to an earlier state
    bool hands_on = false;  // return the states too, unless their diagrams are large
    std::size_t memory = 0; // MiB
};

/// A BDD search in a child process.
class DiagramSearch
{
public:
    /// Starts the search. Frame and system must outlive the object.
    DiagramSearch(const Frame& frame, const TransitionSystem& system,
                  const BddSearchOptions& options);

    /// The states that plays of the system reach: waits for the end of the search. Throws
    /// Interrupted when time or memory run out, or BuDDy reports an error.
    Reachability result(const Budget& budget, const std::function<void()>& while_waiting = {});
    /// The memory of the child process, in MiB.
    double memory() const { return child_.memory(); }

private:
    const Frame& frame_;
    const TransitionSystem& system_;
    ChildProgress progress_;
    Child child_;
};

/// The result of a DiagramSearch, in the memory that is left of options.memory. Throws Interrupted
/// when time or memory run out.
Reachability reach_by_diagrams(const Frame& frame, const TransitionSystem& system,
                               BddSearchOptions options, const Budget& budget);

} // namespace sgl
