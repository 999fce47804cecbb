#pragma once

// Where the axioms of a game are true, in sets of states.

#include "logic/model/game_model.hpp"
#include "prover/checker/symbolic/symbolic.hpp"

#include <memory>

namespace sgl::certificate
{

/// States by their fluents, and what no axiom defines of legal and terminal.
struct ModelStates
{
    Bits bits;
    std::unique_ptr<Bdds> diagrams;
    Bdds::Node states = Bdds::all;

    bool contains(const Valuation& valuation) const;
    /// Where, in other diagrams or in gates, the state at a place is one of these.
    template <class Sets>
    typename Sets::Node at(SymbolicIn<Sets>& symbolic, Symbolic::Place place, Sets& there) const;
};

/// A game that is spoken of in diagrams.
struct GameUnderCheck
{
    FormulaStore& store;
    const Game& game;
    const Rules& rules;
    const Budget& budget;
    const ModelStates* possible = nullptr; // all states of Σ are in it, if it is there
};

/// The axiom only says what legal, terminal or the next value of a fluent is, as the rules have it.
bool is_definition(const Rules& rules, Formula axiom);
/// φ of `initial -> φ`, or nothing.
Formula initially(Formula axiom);

/// The states inside that the axioms, and A5, allow, as far as they tell of one state. Those about
/// initial states come first.
void assume_axioms(const GameUnderCheck& ground, Symbolic& symbolic, Bdds& diagrams);

/// Of these states, those at which the axioms, and A5, can be true at a place.
template <class Sets>
typename Sets::Node with_axioms_at(const GameUnderCheck& ground, SymbolicIn<Sets>& symbolic,
                                   Sets& sets, Symbolic::Place place, typename Sets::Node region);

/// Axioms tell something of later states, too.
bool axioms_look_further(const GameUnderCheck& ground);

} // namespace sgl::certificate
