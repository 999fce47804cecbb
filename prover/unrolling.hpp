#pragma once

// Plays of 0, 1, 2, … moves from an initial state, as clauses: is there one that ends badly, and is
// there one that long at all? When there is none, the answer is final: bounded model checking with
// the length of the longest play as its completeness threshold. Beside it, k-induction for small k:
// if k good states in a row, wherever they are, are never followed by a bad one, none is reached.

#include "prover/confirmation.hpp"
#include "prover/engine.hpp"
#include "prover/verdict.hpp"

namespace sgl
{

/// Answers questions about one theory, and notes what it tries.
class Unrolling
{
public:
    Unrolling(Theory& theory, const Question& question, std::optional<unsigned> bound,
              const Budget& budget, Engine engine = Engine::Automatic,
              std::vector<Attempt>* tried = nullptr);

    /// Never throws Interrupted: a limit ends it with what is known by then.
    Exploration explore();
    SolverStatistics statistics() const;

private:
    Literal bad_at(Path& path, unsigned t);
    Literal repeats(unsigned t);
    void search(Exploration& found, Trial& unrolled);
    bool shown_by_induction(unsigned t, Exploration& found);
    bool is_inductive(unsigned k);
    bool explored_otherwise(unsigned t, Exploration& found);
    bool look_at(unsigned t, Exploration& found);
    bool possible(unsigned t, Literal literal);
    bool occurs(unsigned t, Literal literal, bool with_move);

    Theory& theory_;
    const Question& question_;
    std::optional<unsigned> bound_;
    const Budget& budget_;
    Engine engine_;               // Automatic, or no other than this
    std::vector<Attempt>* tried_; // where attempts are noted, if anywhere
    Path play_;                   // from an initial state
    Path step_;                   // from any state, for induction
    Confirmation confirmation_;
    double seconds_too_few_ = 0; // for the search of all states, which was given so many
};

} // namespace sgl
