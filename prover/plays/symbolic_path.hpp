#pragma once

// A play in which some agents follow strategies, as clauses: its states 0, 1, 2, … and the moves
// between them, in a solver of its own.

#include "prover/claims/recommendation.hpp"
#include "prover/reduction/frame_encoder.hpp"
#include "prover/reduction/theory.hpp"

#include <vector>

namespace sgl
{

class Path
{
public:
    /// Theory, profile and budget must outlive it. State 0 is any state.
    /// The solver is for many small questions about one path, or for few large ones.
    Path(Theory& theory, const std::vector<Strategy>& profile, const Budget& budget,
         SatEngine preferred = SatEngine::Cadical);

    /// State 0 is an initial one; to be called first.
    void start_initial();
    /// The t-th state satisfies what Σ asks of every state.
    void admit(unsigned t);
    /// A legal move is chosen at the t-th state, which is not terminal, and its agent's strategy
    /// recommends it.
    Literal move_allowed(unsigned t);
    /// The formula at the t-th state; `at_move`: at the complying legal move chosen there.
    Literal at(Formula f, unsigned t, bool at_move = false);
    /// Asks of the states that [a]x and ○x speak of at the t-th what Σ asks of every state, as far
    /// ahead as they look when this is first called.
    void constrain_successors(unsigned t);
    /// The t-th state satisfies what is known of every reachable state.
    void assume_invariants(unsigned t, const std::vector<Formula>& known);
    /// Whether the clauses can be true, and the literals with them.
    bool is_possible(Literal literal);
    bool is_possible(std::span<const Literal> literals);
    bool is_possible();

    void add(std::initializer_list<Literal> clause) { solver.add(clause); }

    SatSolver solver;
    Encoder encoder;

    /// How far ahead the atoms at the t-th state look.
    std::size_t longest_word_at(unsigned t) const { return longest_words_[t]; }

private:
    Theory& theory_;
    const std::vector<Strategy>& profile_;
    const Budget& budget_;
    std::vector<Literal> allowed_;           // by state, 0: not made yet
    std::vector<std::size_t> longest_words_; // by state
    unsigned last_ = 0;                      // the last state spoken of
};

} // namespace sgl
