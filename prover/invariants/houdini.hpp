#pragma once

// Houdini (Flanagan, Leino 2001): of a set of clauses, the greatest subset that is inductive, over
// one or several moves of a transition system.

#include "prover/invariants/sampled_candidates.hpp"
#include "prover/transition/path_clauses.hpp"

#include <cstddef>
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
    /// All arguments must outlive the object.
    Houdini(const TransitionSystem& system, const std::vector<GateClause>& candidates,
            unsigned plies, const Budget& budget);

    /// Whether each candidate is in the set, by index. A candidate that is not in the set is
    /// replaced by the weaker clauses that the guards make of it: of candidates[i] ∨ ¬guard.
    void run(const std::vector<GateLiteral>& guards);

    bool is_kept(std::size_t index) const { return is_kept_[index]; }
    std::size_t kept() const;
    /// The candidates, and after them the weaker ones.
    const std::vector<GateClause>& clauses() const { return clauses_; }
    /// A small subset of the set that has the kept clauses `goals`, and is inductive by itself, as
    /// indices in ascending order.
    std::vector<std::size_t> core_of(std::vector<std::size_t> goals);

    SolverStatistics statistics() const;

private:
    /// A clause at the states of the step.
    struct Encoded
    {
        Literal assumed;  // implies the clause at the states before the last
        Literal violated; // implies its negation at the last state; 0: it is true there
    };

    std::vector<Literal> at(PathClauses& path, const GateClause& clause, std::size_t t) const;
    void drop_what_is_false_at_first();
    void encode(std::size_t index);
    void drop(std::size_t index, const std::vector<GateLiteral>& guards);
    Literal some_violated(const std::vector<std::size_t>& of);
    bool is_false_before_last(std::size_t index);
    std::vector<Literal> assumptions(const std::vector<std::size_t>& of) const;
    std::vector<std::size_t> all_kept() const;

    const unsigned plies_;
    const Budget& budget_;
    std::vector<GateClause> clauses_;
    const std::size_t strongest_; // the number of candidates that are given
    std::vector<bool> is_kept_;
    std::vector<Encoded> encoded_; // by clause
    PathClauses first_, step_;     // from an initial state; from any state
};

} // namespace sgl
