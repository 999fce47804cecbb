#pragma once

// Houdini (Flanagan, Leino 2001): of a set of clauses, the greatest subset that is inductive, over
// one or several moves of a transition system.

#include "prover/invariants/sampled_candidates.hpp"
#include "prover/transition/path_clauses.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sgl
{

/// The greatest set of the candidates that is shown by induction over `plies` moves: each clause is
/// true in the first `plies` states of every path, and in the state after `plies` moves from a
/// state where, and on the way to which, all clauses of the set are true. All clauses of the set
/// are therefore true in every reachable state. Every function throws Interrupted.
class Houdini
{
public:
    /// System and budget must outlive the object.
    Houdini(const TransitionSystem& system, std::vector<GateClause> candidates, unsigned plies,
            const Budget& budget);

    /// Finds the set. A candidate that is not in the set is replaced by the weaker clauses
    /// candidate ∨ ¬guard.
    void run(const std::vector<GateLiteral>& guards);

    bool is_kept(std::size_t index) const { return is_kept_[index]; }
    /// The indices of the set, in ascending order.
    std::vector<std::size_t> kept() const;
    /// The candidates, and after them the weaker ones.
    const std::vector<GateClause>& clauses() const { return clauses_; }
    /// A small subset of the set that has the kept clauses `goals`, and is inductive by itself, as
    /// indices in ascending order.
    std::vector<std::size_t> core_of(const std::vector<std::size_t>& goals);

    const SolverStatistics& statistics() const { return statistics_; }

private:
    void drop_what_is_false_at_first();
    void drop(std::size_t index, const std::vector<GateLiteral>& guards);

    const TransitionSystem& system_;
    const unsigned plies_;
    const Budget& budget_;
    std::vector<GateClause> clauses_;
    const std::size_t strongest_; // the number of candidates that are given
    std::vector<bool> is_kept_;
    SolverStatistics statistics_;
};

} // namespace sgl
