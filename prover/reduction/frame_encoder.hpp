#pragma once

// Normal forms as clauses, at the states of a play: literal(f, t) is true exactly when f is at the
// t-th state. Fluents of later states are not variables but what the rules make of the state and
// the action before them, so that a play's clauses are only about its choices.

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

    /// The literal of a formula (reduced first) at state t.
    Literal literal(Formula f, unsigned t, const Budget& budget);

    /// State 0 is an initial one. Literals that the constraint, a normal form, demands of initial
    /// states become constants, which saves most of what the first states would take. To be called
    /// before anything else.
    void start_initial(Formula constraint);

    /// Exactly one does(a) at state t (A2, A3). Needed where `does` or ○ matters.
    void choose_action(unsigned t, const Budget& budget);
    /// What ties [a]x and ○x at state t to the state that follows, and A5 to the atoms that occur.
    /// To be called before a query, for every state that has been spoken of.
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
        std::unordered_map<Formula, Literal> atoms;    // those that are variables
        std::vector<Formula> order;                    // the atoms as they came
        std::size_t related = 0;                       // how many of them relate() has seen
        std::vector<Formula> waiting;                  // ○[b]x, until there is a next state
        bool has_action = false;                       // choose_action was called
        std::size_t longest_asked = 0; // the longest word of an atom that was asked for
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
    bool relating_ = false; // atoms that are met now were not asked for
};

} // namespace sgl
