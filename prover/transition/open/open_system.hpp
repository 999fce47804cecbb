#pragma once

// The transition system of the engines that choose the values that Σ leaves open: the part of a
// game system that a query depends on, with its inputs. The environment chooses the inputs anew in
// every state; an input whose value an earlier state has promised is a bit of the state instead.
//
// Every play of a model of Σ is a play of the system. A play of the system may be none of Σ where
// its last state has no successor that Σ allows: a play that is found is to be confirmed.

#include "prover/transition/transition_system.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sgl
{

struct OpenSystem
{
    /// The value of a bit after a move; nothing: the environment chooses it.
    struct Change
    {
        std::uint32_t bit;
        std::optional<Gate> value;
    };

    struct Move
    {
        Action action;
        Gate allowed;                // the state is not terminal, the move is recommended
        std::vector<Change> changes; // sorted by bit; the other bits keep their values
        Gate bad = Circuit::bottom;  // for queries about moves
    };

    std::vector<Formula> bits;    // what each bit is the value of: a fluent, initial, or an atom
                                  // that was promised, such as terminal
    std::size_t choices = 0;      // the number of inputs
    Circuit circuit;              // its variables are the bits
    std::vector<Move> moves;      // the moves that are allowed in some state
    std::vector<Gate> constraint; // what Σ, and each lemma, demands of every reachable state
    TransitionSystem::InitialStates start;
    std::optional<Gate> bad; // for queries about states
    bool at_moves = false;   // a move is bad, not a state
};

/// The part of the theory's game that the question depends on. The lemmas are formulas true in
/// every reachable state; those about other parts of the game are left out. Throws Interrupted when
/// the budget runs out.
OpenSystem open_system(Theory& theory, const Question& question, std::span<const Formula> lemmas,
                       const Budget& budget);

} // namespace sgl
