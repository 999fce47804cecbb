#pragma once

// The transition system of the engines of reachable states: the part of a game system that a query
// depends on, without inputs. It consists of bits, and for every move, of circuits over the bits
// that give the states in which the move is allowed and the next value of each bit.
//
// Inputs are not bits. A circuit that depends on inputs is replaced by the set of states where it
// may be true (dual_rail.hpp), and the states where it may be either are added to `undetermined`:
// if `undetermined` is false in every reached state, the plays of the system are those of the game,
// for every choice of the environment.

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
        Gate allowed;                     // the state is not terminal, the move is recommended
        std::vector<Change> changes;      // sorted by bit; the other bits keep their values
        std::optional<Gate> bad, premise; // for queries about moves; both imply `allowed`
    };

    /// A set of states: the states that make the gate true with some values of the variables from
    /// bits.size() on.
    struct InitialStates
    {
        Circuit circuit;
        Gate gate = Circuit::bottom;
        std::size_t variables = 0; // the bits and the others
    };

    std::vector<StateVariable> bits;     // the gates' variables, by index
    Circuit circuit;                     // of all but the initial states; every gate is used
    std::vector<Move> moves;             // the moves that are allowed in some state
    InitialStates start;                 // the states that satisfy `initial` and the constraints
    std::optional<Gate> bad, premise;    // nothing: not in the query; of moves: at some move
    std::optional<Gate> stuck;           // nothing: not in the query
    std::vector<Gate> proposals;         // where the formulas are true for all values of inputs
    Gate undetermined = Circuit::bottom; // the behaviour depends on inputs, or no model has the
                                         // state
};

/// The part of the system that the query depends on.
TransitionSystem transition_system(const GameSystem& system, const PlayQuery& query);

/// The part of the theory's game that the question depends on, without its proposals unless
/// `with_proposals`. Throws Interrupted when the budget runs out.
TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget,
                                   bool with_proposals = false);

/// A gate of the system's circuit as a formula over the atoms of its bits.
Formula as_formula(Reduction& reduction, const TransitionSystem& system, Gate gate);

/// The number of plies of a round, in which each agent that has actions moves once; from 1 to 3.
unsigned plies_of_a_round(const Frame& frame);

} // namespace sgl
