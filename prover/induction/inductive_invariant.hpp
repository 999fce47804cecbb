#pragma once

// `by invariant φ`: a claim about plays, shown from a state formula that the user gives, by three
// proof obligations, each about a few moves from an arbitrary state.

#include "prover/plays/confirmation.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sgl
{

/// The checkpoints of a play are its states at every N-th ply, or the states where the condition of
/// the invariant is true. Start: φ is true at the first checkpoint of every play. Step: if φ is
/// true at a checkpoint, then also at the next one; with a condition, the step also shows that the
/// condition becomes true again, within N plies, or within the least number of plies that is shown
/// to suffice. Goal: no state or move at or between checkpoints is bad.
///
/// A failed obligation has a segment of a play as its counterexample, confirmed by the evaluator;
/// the first state of the segment need not be reachable.
class InductionByInvariant
{
public:
    /// All arguments must outlive the object.
    InductionByInvariant(Theory& theory, const Question& question, const Invariant& invariant,
                         const Budget& budget);

    /// The three obligations by name. If all are proved, no bad state is reachable. Throws
    /// Interrupted when the budget runs out.
    std::vector<Condition> obligations();

    /// The theorems that the obligations show when all are proved. Throws Interrupted.
    std::vector<Formula> shown();
    /// An upper bound on the distance of consecutive checkpoints, in moves.
    unsigned plies() const { return plies_; }

    /// After `obligations`, if all are proved: no complying play is stuck, at or between
    /// checkpoints. False: not known.
    bool never_stuck() const { return never_stuck_; }

    SolverStatistics statistics() const { return statistics_; }

private:
    enum Name : std::uint8_t
    {
        Start,
        Step,
        Goal
    };
    /// Checks a segment of a play: from a checkpoint, or from the start, to the next checkpoint.
    void follow(bool from_the_start, unsigned plies);
    void ask(Path& path, unsigned t, Literal literal, EndOfPlay wanted, Name which,
             std::string detail);
    Literal is_said_of(Path& path, unsigned t);
    bool comes_back_within(unsigned plies, const std::vector<Strategy>& profile);
    EndOfPlay wanted(bool from_the_start) const;

    Theory& theory_;
    const Question& question_;
    const Invariant& invariant_;
    const Budget& budget_;
    std::array<Verdict, 3> verdicts_; // by name
    unsigned plies_ = 1;              // as plies()
    bool never_stuck_ = true;         // as far as the segments were followed
    SolverStatistics statistics_;
};

} // namespace sgl
