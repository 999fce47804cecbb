#pragma once

// `by invariant φ`: a claim about plays shown from a state formula that the user gives, in three
// obligations, each about a few moves that start anywhere.

#include "prover/plays/confirmation.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sgl
{

/// start: φ is true of the first state of every play that it is said of; step: from one such state
/// to the next; goal: nothing bad at or between them. The states that φ is said of are those at
/// every N-th ply, or those where the invariant's condition is true; the step then also shows that
/// it comes back, within N plies or as soon as it always does.
///
/// An obligation that fails has a stretch of play that shows it, confirmed by the evaluator; its
/// first state need not be reachable.
class InductionByInvariant
{
public:
    /// All must outlive it.
    InductionByInvariant(Theory& theory, const Question& question, const Invariant& invariant,
                         const Budget& budget);

    /// The three obligations by name. Proved, all of them, nothing bad is reached. Throws
    /// Interrupted when the budget runs out.
    std::vector<Condition> obligations();

    /// What they show when all are proved, as theorems.
    std::vector<Formula> shown();
    /// Within how many moves its condition comes back.
    unsigned plies() const { return plies_; }

    SolverStatistics statistics() const { return statistics_; }

private:
    enum Name : std::uint8_t
    {
        Start,
        Step,
        Goal
    };
    /// A stretch of play: from what it is said of, or from the start, to what it is said of next.
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
    unsigned plies_ = 1;              // within which the condition comes back
    SolverStatistics statistics_;
};

} // namespace sgl
