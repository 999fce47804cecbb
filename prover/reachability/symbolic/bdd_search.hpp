#pragma once

// All states that plays reach, layer by layer, as binary decision diagrams (BuDDy). In a child
// process: the library is one a process, and ends it when it runs out of nodes.

#include "prover/processes/child_process.hpp"
#include "prover/processes/child_progress.hpp"
#include "prover/transition/trace.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstddef>
#include <functional>

namespace sgl
{

/// What a search by diagrams is to find, and with what.
struct BddSearchOptions
{
    bool must_end = false;  // plays that come back to an earlier state are looked for
    bool hands_on = false;  // the states are given too, unless their diagrams are large
    std::size_t memory = 0; // MiB
};

/// A search that goes on beside this process.
class DiagramSearch
{
public:
    /// The states that plays of a transition system reach. Frame and system must outlive it.
    DiagramSearch(const Frame& frame, const TransitionSystem& system,
                  const BddSearchOptions& options);

    /// Waits for the end of the search. Throws Interrupted when time or memory run out.
    Reachability result(const Budget& budget, const std::function<void()>& while_waiting = {});
    /// What its process takes, in MiB.
    double memory() const { return child_.memory(); }

private:
    const Frame& frame_;
    const TransitionSystem& system_;
    ChildProgress progress_;
    Child child_;
};

/// The same, waited for, in what is left of the memory. Throws Interrupted when time or memory run
/// out.
Reachability reach_by_diagrams(const Frame& frame, const TransitionSystem& system,
                               BddSearchOptions options, const Budget& budget);

} // namespace sgl
