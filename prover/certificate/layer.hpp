#pragma once

// One set of states of a game: what is bad in it, and where complying moves lead from it.

#include "prover/certificate/lasting.hpp"
#include "prover/certificate/symbolic.hpp"
#include "prover/confirmation.hpp"

#include <functional>
#include <vector>

namespace sgl::certificate
{

/// A game that is spoken of in diagrams.
struct Ground
{
    FormulaStore& store;
    const Game& game;
    const Rules& rules;
    const Budget& budget;
    const StateSet* possible = nullptr; // all states of Σ are in it, if it is there
};

/// The axiom only says what legal, terminal or the next value of a fluent is, as the rules have it.
bool is_definition(const Rules& rules, Formula axiom);
/// φ of `initial -> φ`, or nothing.
Formula initially(Formula axiom);

/// The states inside that the axioms, and A5, allow, as far as they tell of one state. Those about
/// initial states come first.
void assume_axioms(const Ground& ground, Symbolic& symbolic, Diagrams& diagrams);

/// Of these states, those at which the axioms, and A5, can be true at a place.
template <class Sets>
typename Sets::Node with_axioms_at(const Ground& ground, SymbolicIn<Sets>& symbolic, Sets& sets,
                                   Symbolic::Place place, typename Sets::Node region);

/// Axioms tell something of later states, too.
bool axioms_look_further(const Ground& ground);

/// The initial states of the game, by their bits; more, perhaps, where axioms look ahead.
Diagrams::Node starts(const Ground& ground, const Bits& bits, Diagrams& diagrams);

class Layer
{
public:
    using Node = Diagrams::Node;

    /// All must outlive it. `inside` is about the bits.
    Layer(const Ground& ground, const Bits& bits, Diagrams& diagrams,
          const std::vector<Strategy>& profile, Node inside);

    /// The states, of a model of Σ as far as axioms tell, from which a complying move is this one.
    Node allowed(Action a);
    /// Where it leads from these of them, by the bits.
    Node after(Action a, Node from);
    /// The states, of a model of Σ as far as axioms tell, at which something is bad.
    Node bad(const Question& question);

private:
    Node possible(Node region);
    Node possible_after(Node region, Action a);

    const Ground& ground_;
    const Bits& bits_;
    Diagrams& diagrams_;
    const std::vector<Strategy>& profile_;
    Symbolic symbolic_;
    bool looks_further_;
};

} // namespace sgl::certificate
