#pragma once

// A BDD search for all states that plays reach, on another core, in parallel with the engines of
// this process. The verdict does not depend on which of the two answers first: the two verdicts are
// the same, or one engine is wrong.

#include "prover/processes/thread_budget.hpp"
#include "prover/reachability/symbolic/bdd_search.hpp"
#include "prover/resources/memory.hpp"
#include "prover/transition/trace.hpp"

#include <atomic>
#include <exception>
#include <memory>
#include <thread>

namespace sgl
{

class BackgroundBddSearch
{
public:
    /// Starts the search; null where no core is free, or memory is too small for two searches. The
    /// search takes half of the memory that is left, and ignores options.memory. The search sets
    /// the flag when it has an answer. Frame, budget and flag must outlive the search. Throws
    /// Interrupted when the budget is used up.
    static std::unique_ptr<BackgroundBddSearch> start(const Frame& frame, TransitionSystem system,
                                                      BddSearchOptions options,
                                                      const Budget& budget,
                                                      std::atomic<bool>& answered);
    /// Ends the search.
    ~BackgroundBddSearch();
    BackgroundBddSearch(const BackgroundBddSearch&) = delete;
    BackgroundBddSearch& operator=(const BackgroundBddSearch&) = delete;

    const TransitionSystem& system() const { return system_; }
    /// Whether the search has ended, with an answer or without one.
    bool is_over() const { return over_; }
    /// Waits for the end of the search; may be called once. Throws Interrupted where the search has
    /// no answer.
    Reachability result();

private:
    BackgroundBddSearch(const Frame& frame, TransitionSystem system,
                        const BddSearchOptions& options, const Budget& budget,
                        std::atomic<bool>& answered);
    void wait(std::atomic<bool>& answered);

    TransitionSystem system_;
    std::atomic<bool> unwanted_{false}, over_{false};
    Budget budget_;
    DiagramSearch search_;
    ChildMemoryCharge memory_;
    Reachability reached_;
    std::exception_ptr why_not_;
    std::unique_ptr<ThreadReservation> core_;
    std::jthread thread_; // waits for the search
};

} // namespace sgl
