#pragma once

// Induction over simple paths, whose states all differ (Sheeran, Singh, Stålmarck 2000): a shortest
// play to a bad state never returns to a state. So if no play has a bad state up to ply k, and no
// path of k different good states leads on to a bad state, then no bad state is reachable. In a
// finite game without a reachable bad state, the second condition holds from some k on.

#include "prover/claims/question.hpp"
#include "prover/plays/symbolic_path.hpp"
#include "prover/transition/transition_system.hpp"

namespace sgl
{

class SimplePathInduction
{
public:
    /// The theory must outlive the object. Throws Interrupted when the budget runs out.
    SimplePathInduction(Theory& theory, const Question& question, const Budget& budget);
    SimplePathInduction(const SimplePathInduction&) = delete;
    SimplePathInduction& operator=(const SimplePathInduction&) = delete;

    /// Whether Σ determines the bits that the question depends on. States are compared by these
    /// bits, and without this the induction is not valid. Throws Interrupted.
    bool applies();
    /// Whether no bad state is reachable, given that plays of k plies have no bad state. Must be
    /// called for growing k. Throws Interrupted when the budget runs out.
    bool shows(unsigned k);

    SolverStatistics statistics() const { return path_.solver.statistics(); }

private:
    void go_on();
    Literal differ(unsigned i, unsigned j);

    Theory& theory_;
    const Question question_; // without premise and stuck
    Budget budget_;
    TransitionSystem system_;
    const unsigned round_; // plies: states are compared whose distance is a multiple of it
    Path path_;            // from an arbitrary state
    unsigned last_ = 0;    // the last state of the path
};

} // namespace sgl
