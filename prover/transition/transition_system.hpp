#pragma once

// The transition system of the engines of reachable states: the part of a game system that a query
// depends on, without inputs. It consists of bits, and for every move, of circuits over the bits
// that give the states in which the move is allowed and the next value of each bit.
//
// Inputs are not bits. A circuit that depends on inputs is replaced by the set of states where it
// may be true (dual_rail.hpp), and the states where it may be either are added to `undetermined`:
// if `undetermined` is false in every reached state, the plays of the system are those of the game,
// for every choice of the environment.
//
// Inputs may also be choices (SystemOptions): then a move becomes several moves with one action,
// one for each way in which the choices may turn out, and a state may have several successors by
// one action. Every play of a model of Σ is then a play of the system; the converse is true where
// the system `is_exact`.

#include "prover/system/play_query.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl
{

class Budget;
class Reduction;
class Theory;

/// The values of state atoms, and what every action makes of the bits, as circuits over the bits,
/// for the evaluation of formulas that look ahead (explicit/look_ahead.hpp).
struct LookAheadSystem
{
    /// A value that is open in some states.
    struct Value
    {
        Gate is_true = Circuit::bottom, is_open = Circuit::top;
    };
    struct Change
    {
        std::uint32_t bit;
        Value value;
    };

    Circuit circuit;
    Value terminal;
    std::vector<Value> legal;                 // by action
    std::vector<std::vector<Change>> changes; // by action; other bits keep their values
};

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
    std::vector<Gate> faults;            // gates of the game whose values `undetermined` is about
    Gate possible = Circuit::top;        // false: no model of Σ has the state
    bool is_exact = true;                // every play is a play of some model of Σ
    /// The formulas that look ahead. The circuit has an input for each, by its index here; their
    /// values are needed in the states of `asks`.
    std::vector<Formula> ahead;
    Gate asks = Circuit::bottom;
    std::optional<LookAheadSystem>
        after; // what each action leads to, where there are such formulas
};

struct SystemOptions
{
    bool has_choices = false;       // only of a query that was compiled with choices
    std::vector<bool> choices = {}; // by input of the game; missing: no choice
};

/// The part of the system that the query depends on. Throws Interrupted when there are too many
/// choices.
TransitionSystem transition_system(const GameSystem& system, const PlayQuery& query,
                                   const SystemOptions& options = {});

/// The part of the theory's game that the question depends on, without its proposals unless
/// `with_proposals`. Throws Interrupted when the budget runs out.
TransitionSystem transition_system(Theory& theory, const Question& question, const Budget& budget,
                                   bool with_proposals = false);

/// A gate of the system's circuit as a formula over the atoms of its bits.
Formula as_formula(Reduction& reduction, const TransitionSystem& system, Gate gate);

/// The number of plies of a round, in which each agent that has actions moves once; from 1 to 3.
unsigned plies_of_a_round(const Frame& frame);

} // namespace sgl
