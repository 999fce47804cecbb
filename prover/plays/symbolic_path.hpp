#pragma once

// A play in which some agents follow strategies, as clauses: its states 0, 1, 2, … and the moves
// between them, in a separate solver.

#include "prover/claims/recommendation.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/theory.hpp"

#include <vector>

namespace sgl
{

/// Every function throws Interrupted when the budget runs out.
class Path
{
public:
    /// Theory, profile and budget must outlive the path. State 0 is any state. `preferred`: the
    /// solver, for many small queries about one path or for few large ones.
    Path(Theory& theory, const std::vector<Strategy>& profile, const Budget& budget,
         SatEngine preferred = SatEngine::Cadical);

    /// Makes state 0 an initial state. Must be called before all other functions.
    void start_initial();
    /// Adds the state constraint of Σ at the t-th state.
    void admit(unsigned t);
    /// The t-th state is not terminal, and the move chosen there is legal and recommended by the
    /// strategy of its agent.
    Literal move_allowed(unsigned t);
    /// The formula at the t-th state; `at_move`: at the complying legal move chosen there.
    Literal at(Formula f, unsigned t, bool at_move = false);
    /// Adds the state constraint of Σ at the states after the words of the atoms [a]x and ○x at
    /// the t-th state, for words up to the longest one at the first call.
    void constrain_successors(unsigned t);
    /// Adds the known invariants at the t-th state.
    void assume_invariants(unsigned t, const std::vector<Formula>& known);
    /// Whether the clauses may be satisfiable together with the literals: false is certain.
    bool is_possible(Literal literal);
    bool is_possible(std::span<const Literal> literals);
    bool is_possible();

    void add(std::initializer_list<Literal> clause) { solver.add(clause); }

    SatSolver solver;
    Encoder encoder;

    /// The longest word of the atoms at the t-th state, at the first constrain_successors(t).
    std::size_t longest_word_at(unsigned t) const { return longest_words_[t]; }

private:
    Theory& theory_;
    const std::vector<Strategy>& profile_;
    const Budget& budget_;
    std::vector<Literal> allowed_;           // by state; 0: not made yet
    std::vector<std::size_t> longest_words_; // by state
    unsigned last_ = 0;                      // the last state that occurs
};

} // namespace sgl
