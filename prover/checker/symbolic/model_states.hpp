#pragma once

// Sets of states that the axioms allow, whether plays reach them or not.

#include "logic/model/game_model.hpp"
#include "prover/checker/symbolic/symbolic.hpp"

#include <memory>

namespace sgl::certificate
{

struct GameUnderCheck;

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

/// The states, none of them initial, from which the game goes on for ever where open values turn
/// out so: every axiom is true there, and in all that follows. Without `definitions`, fewer.
ModelStates closed_states(const GameUnderCheck& ground, OpenValues open, bool definitions,
                          std::size_t most_nodes);

/// All states of Σ are among these: the axioms can be true there, and after every action, and so on
/// for so many actions.
ModelStates states_of_sigma(const GameUnderCheck& ground, unsigned actions, std::size_t most_nodes);

} // namespace sgl::certificate
