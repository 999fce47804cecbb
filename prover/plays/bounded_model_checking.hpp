#pragma once

// Bounded model checking (Biere, Cimatti, Clarke, Zhu 1999): plays of 0, 1, 2, … moves from an
// initial state, as clauses. For each length, a solver decides whether a play of this length ends
// in a bad state, and whether a play of this length exists. When none exists, the answer is final:
// the length of the longest play is the completeness threshold.

#include "prover/claims/question.hpp"
#include "prover/plays/confirmation.hpp"
#include "prover/plays/symbolic_path.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace sgl
{

class BoundedModelChecking
{
public:
    /// All arguments must outlive the search. The bound is in plies.
    BoundedModelChecking(Theory& theory, const Question& question, std::optional<unsigned> bound,
                         Confirmation& confirmation, const Budget& budget);

    /// Limits the search to plays of these moves, the first one first. Must be called before
    /// `deepen`.
    void follow(std::vector<Action> moves) { moves_ = std::move(moves); }

    /// Searches the plays of no move at the first call, and of one move more at each later call. A
    /// verdict where these plays settle the question, or the bound is reached. Other findings, as
    /// an initial state or a true premise, are recorded in `found`. Throws Interrupted.
    std::optional<Verdict> deepen(PlayAnswer& found);
    /// The length, in moves, of the plays that are being searched, or were searched last.
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
    Path play_;                 // from an initial state
    std::vector<Action> moves_; // of the plays, as far as they are given
    unsigned ply_ = 0;
    bool is_begun_ = false;
};

} // namespace sgl
