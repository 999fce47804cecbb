#pragma once

// What the engines that go through all states work on: the part of a game system that a query
// depends on, without inputs. Bits, and for every move where it may be made and what it makes of
// each bit, as circuits over the bits.
//
// Inputs are no bits. A circuit that depends on them is replaced by where it may be true, and where
// it may be either is added to `undetermined`: as long as that is false in every state reached, the
// system does what the game does, however the environment chooses.

#include "prover/system/play_query.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl
{

class Budget;
class Reduction;
class Theory;

struct TransitionSystem
{
    /// The value of a bit after a move.
    struct Change
    {
        std::uint32_t bit;
        Gate value;
    };

    struct Move
    {
        Action action;
        Gate allowed;                     // in a state that is not terminal, and recommended
        std::vector<Change> changes;      // by bit, in order; the other bits stay as they are
        std::optional<Gate> bad, premise; // for queries about moves; both only where it is allowed
    };

    /// A set of states: those that, with some values of the variables from bits.size() on, make the
    /// gate true.
    struct InitialStates
    {
        Circuit circuit;
        Gate gate = Circuit::bottom;
        std::size_t variables = 0; // the bits and the others
    };

    std::vector<StateVariable> bits;     // the gates' variables, by index
    Circuit circuit;                     // of all but the initial states; no gate is idle
    std::vector<Move> moves;             // those that are allowed anywhere
    InitialStates start;                 // the states that satisfy `initial` and the constraints
    std::optional<Gate> bad, premise;    // not there: not asked; of moves: at some move
    std::optional<Gate> stuck;           // not there: not asked
    Gate undetermined = Circuit::bottom; // what happens here depends on inputs, or no model has
                                         // the state
};

/// What a query depends on.
TransitionSystem transition_system(const GameSystem& system, const PlayQuery& query);

/// The game of a theory, the question compiled, and what it depends on. Throws Interrupted when the
/// budget runs out.
TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget);

/// A gate of the system's circuit as a formula over the atoms of its bits.
Formula as_formula(Reduction& reduction, const TransitionSystem& system, Gate gate);

/// How many plies make a round, in which each agent that can do something moves once; a few at
/// most.
unsigned plies_of_a_round(const Frame& frame);

} // namespace sgl
