#pragma once

// All states that plays reach, searched for by diagrams on another core, beside what goes on here.
// Who of the two answers first is of no account to the verdict: either it is the same, or one of
// them is wrong.

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
    /// Begins, if a core is free, and memory for two: else nothing. The search takes a half of the
    /// memory that is left, whatever the options say. The flag is set when the search has an
    /// answer. Frame, budget and flag must outlive it.
    static std::unique_ptr<BackgroundBddSearch> start(const Frame& frame, TransitionSystem system,
                                                      BddSearchOptions options,
                                                      const Budget& budget,
                                                      std::atomic<bool>& answered);
    /// Ends the search.
    ~BackgroundBddSearch();
    BackgroundBddSearch(const BackgroundBddSearch&) = delete;
    BackgroundBddSearch& operator=(const BackgroundBddSearch&) = delete;

    const TransitionSystem& system() const { return system_; }
    /// It came to its end, with an answer or without one.
    bool is_over() const { return over_; }
    /// Waits for its end; to be called once. Throws Interrupted where it has no answer.
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
