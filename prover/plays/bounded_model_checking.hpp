#pragma once

// Bounded model checking (Biere, Cimatti, Clarke, Zhu 1999): plays of 0, 1, 2, … moves from an
// initial state, as clauses: does one end badly, and is there one that long at all? When there is
// none, the answer is final: the length of the longest play is the completeness threshold.

#include "prover/claims/question.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/plays/symbolic_path.hpp"

#include <optional>

namespace sgl
{

class BoundedModelChecking
{
public:
    /// All must outlive it. The bound is in plies.
    BoundedModelChecking(Theory& theory, const Question& question, std::optional<unsigned> bound,
                         Confirmation& confirmation, const Budget& budget);

    /// Searches the plays of one move more than the last time; at first, those of none. A verdict
    /// where they settle the question, or the bound is met. What else is seen on the way, as an
    /// initial state or a premise that is true, goes into `found`. Throws Interrupted.
    std::optional<Verdict> deepen(PlayAnswer& found);
    /// How many moves the plays have that are searched, or were searched last.
    unsigned ply() const { return ply_; }
    SolverStatistics statistics() const { return play_.solver.statistics(); }

private:
    Proved no_play_is_longer() const;
    bool look_at(unsigned t, PlayAnswer& found);
    bool possible(unsigned t, Literal literal);
    bool occurs(unsigned t, Literal literal, bool with_move);
    Literal repeats(unsigned t);

    Theory& theory_;
    const Question& question_;
    const std::optional<unsigned> bound_;
    Confirmation& confirmation_;
    const Budget& budget_;
    Path play_; // from an initial state
    unsigned ply_ = 0;
    bool is_begun_ = false;
};

} // namespace sgl
