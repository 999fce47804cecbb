#pragma once

// A play in which some agents move as told, as clauses: its states 0, 1, 2, … and the moves between
// them, in a solver of its own.

#include "prover/claims/recommendation.hpp"
#include "prover/reduction/theory.hpp"

#include <utility>
#include <vector>

namespace sgl
{

class Path
{
public:
    /// When what agents are told is put into clauses.
    enum class Told : std::uint8_t
    {
        AtOnce,   // for every action
        AsNeeded, // for those that the solver comes up with: where few of them matter
    };
    /// Theory, profile and budget must outlive it. State 0 is any state.
    Path(Theory& theory, const std::vector<Strategy>& profile, const Budget& budget,
         Told told = Told::AtOnce);

    /// State 0 is an initial one; to be called first.
    void start_initial();
    /// From now on, the moves of these agents (deterministic_agents) are what their strategies make
    /// of the state: they have no variables. Of states that no moves were spoken of yet.
    void decide_moves(std::vector<Agent> movers) { decided_ = std::move(movers); }
    /// The t-th state satisfies what Σ asks of every state.
    void admit(unsigned t);
    /// A legal move is chosen at the t-th state, which is not terminal, and it is as told.
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
    Literal some_move(unsigned t);
    bool add_what_was_told();
    bool is_told_something(Agent agent) const;

    Theory& theory_;
    const std::vector<Strategy>& profile_;
    const Budget& budget_;
    Told told_;
    std::vector<Agent> decided_;             // whose moves have no variables
    std::vector<Literal> allowed_;           // by state, 0: not made yet
    std::vector<std::vector<bool>> is_told_; // by state and action, where as needed
    std::vector<std::size_t> longest_words_; // by state
    unsigned last_ = 0;                      // the last state spoken of
};

} // namespace sgl
