#pragma once

// Normal forms as clauses, at the states of a play: literal(f, t) is true exactly when f is true at
// the t-th state. Fluents of later states are not variables but functions, given by the rules, of
// the preceding state and action, so that the only variables of a play are its choices.

#include "prover/reduction/reduction.hpp"
#include "prover/sat/solver.hpp"

#include <unordered_map>
#include <vector>

namespace sgl
{

/// Encodes the states 0, 1, … of one play; state 0 is any state.
class Encoder
{
public:
    Encoder(Reduction& reduction, SatSolver& solver);

    /// The literal of a formula (reduced first) at state t. Throws Interrupted.
    Literal literal(Formula f, unsigned t, const Budget& budget);

    /// Makes state 0 an initial state. Literals that the constraint, a normal form, demands of
    /// initial states become constants, which removes most clauses of the first states. Must be
    /// called before all other functions.
    void start_initial(Formula constraint);

    /// Adds: exactly one does(a) at state t (A2, A3). Needed where `does` or ○ matters. Throws
    /// Interrupted.
    void choose_action(unsigned t, const Budget& budget);
    /// Adds, for the states 0, …, last, the clauses that equate [a]x and ○x at state t with x at
    /// the next state, and A5 for the atoms that occur. Must be called before a query, with the
    /// last state that occurs in it. Throws Interrupted.
    void connect_frames(unsigned last, const Budget& budget);

    Literal always_true() const { return true_; }
    Literal any_of(std::span<const Literal> literals);
    Literal all_of(std::span<const Literal> literals);
    Literal equal(Literal a, Literal b);

    /// The atoms that became variables at state t, with those variables.
    const std::unordered_map<Formula, Literal>& atoms(unsigned t) const;

    SatSolver& solver() { return solver_; }
    Reduction& reduction() { return reduction_; }

private:
    struct TimeFrame
    {
        std::unordered_map<Formula, Literal> literals; // of every formula met
        std::unordered_map<Formula, Literal> atoms;    // the atoms that are variables
        std::vector<Formula> order;                    // the atoms in order of creation
        std::size_t related = 0;                       // atoms that connect_frames has handled
        std::vector<Formula> waiting;                  // ○[b]x, until the next state exists
        bool has_action = false;                       // choose_action was called
        std::size_t longest_asked = 0; // the longest word of an atom created by literal()
    };
    TimeFrame& moment(unsigned t);
    Literal define(Formula f, unsigned t, std::vector<std::pair<Formula, unsigned>>& missing,
                   const Budget& budget);
    Literal variable(Formula f, unsigned t);
    Literal known(Formula f, unsigned t) const;
    void relate_atom(Formula f, unsigned t, const Budget& budget);
    void relate_to_next(Formula f, unsigned t, const Budget& budget);
    void exclude_legal_when_terminal(Formula f, unsigned t, const Budget& budget);
    void at_most_one(std::span<const Literal> literals);

    Reduction& reduction_;
    SatSolver& solver_;
    Literal true_;
    std::vector<TimeFrame> moments_;
    bool relating_ = false; // connect_frames creates the atoms, not literal()
};

} // namespace sgl
