#pragma once

// The axioms of a game in sets of states: the states in which an axiom can be true.

#include "logic/model/game_model.hpp"
#include "prover/checker/symbolic/symbolic.hpp"

#include <memory>

namespace sgl::certificate
{

/// A set of states, over the fluents, and over terminal and legal(a) where no axiom defines them.
struct ModelStates
{
    Bits bits;
    std::unique_ptr<Bdds> diagrams;
    Bdds::Node states = Bdds::all;

    bool contains(const Valuation& valuation) const;
    /// The set of states, in other diagrams or in gates, whose state at a place is in this set.
    /// Throws Interrupted and EvaluationTooDeep.
    template <class Sets>
    typename Sets::Node at(SymbolicIn<Sets>& symbolic, Symbolic::Place place, Sets& there) const;
};

/// A game whose certificate is checked. The references must outlive the object.
struct GameUnderCheck
{
    FormulaStore& store;
    const Game& game;
    const Rules& rules;
    const Budget& budget;
    const ModelStates* possible = nullptr; // a superset of the states of Σ, if known
};

/// True if the axiom only defines legal, terminal or the next value of a fluent, as the rules do.
bool is_definition(const Rules& rules, Formula axiom);
/// φ of `initial -> φ`, or nothing.
Formula initially(Formula axiom);

/// Restricts `symbolic` to the states that the axioms and A5 allow, by the axioms about one state.
/// Axioms about initial states are used first. Throws Interrupted and EvaluationTooDeep.
void assume_axioms(const GameUnderCheck& ground, Symbolic& symbolic, Bdds& diagrams);

/// The subset of `region` at which the axioms, without those about initial states, and A5 can be
/// true at a place. Throws Interrupted and EvaluationTooDeep.
template <class Sets>
typename Sets::Node with_axioms_at(const GameUnderCheck& ground, SymbolicIn<Sets>& symbolic,
                                   Sets& sets, Symbolic::Place place, typename Sets::Node region);

/// True if axioms restrict the states after a move, too.
bool axioms_look_further(const GameUnderCheck& ground);

} // namespace sgl::certificate
