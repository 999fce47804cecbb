#pragma once

// Induction over paths whose states all differ (Sheeran, Singh, Stålmarck 2000): a shortest play to
// something bad never comes back to a state, so that what is good up to ply k is good for ever when
// no path of k good states, all different, goes on to a bad one. In a finite game that is so from
// some k on, if nothing bad is reached.

#include "prover/claims/question.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/transition/transition_system.hpp"

namespace sgl
{

class SimplePathInduction
{
public:
    /// Theory and question's strategies must outlive it.
    SimplePathInduction(Theory& theory, const Question& question, const Budget& budget);
    SimplePathInduction(const SimplePathInduction&) = delete;
    SimplePathInduction& operator=(const SimplePathInduction&) = delete;

    /// States are the same when the bits are that decide what is asked, which needs a game that
    /// leaves none of them open.
    bool applies();
    /// Nothing bad, given that plays of k plies have nothing bad. To be called for growing k.
    /// Throws Interrupted when the budget runs out.
    bool shows(unsigned k);

    SolverStatistics statistics() const { return path_.solver.statistics(); }

private:
    void go_on();
    Literal differ(unsigned i, unsigned j);

    Theory& theory_;
    const Question question_; // only what must not be
    Budget budget_;
    TransitionSystem system_;
    const unsigned round_; // states are compared that are so many plies apart, or a multiple
    Path path_;            // from any state
    unsigned last_ = 0;    // the last state of the path
};

} // namespace sgl
