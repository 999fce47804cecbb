#pragma once

// The game of Σ as a transition system: state variables, inputs for the values that Σ leaves open,
// and circuits over them. In the terms of SGL, Definition 1, M = (W, I, T, U, L, V):
//
//   W  the pairs w = (v, o) of values of the variables and of the inputs: the greatest set in which
//      every pair satisfies `state_constraint`, `input_constraint` and A5 (no move is legal where
//      `terminal` is true) and has, under every action, a successor in the set;
//   I  the w at which `initial` is true;      T  those at which `terminal` is true;
//   L  (w, a) where moves[a].legal is true;   V  v;
//   U  a successor of w under a is any (v', o') such that v'(x) is the value at w of moves[a]'s
//      effect on x, or v(x) where a has no effect on x, and o' keeps the promises of o: where an
//      input stands for an atom after a and then β, the input for that atom after β has its value.
//
// So the environment chooses o, and U is a relation: every play of every model of Σ is a play here,
// and every play here is a play of some model of Σ. Where `is_total`, each v that satisfies the
// constraints with some o occurs in a pair in W; otherwise W may be smaller than the constraints
// suggest.
//
// Future extensions: simultaneous moves are a Move for each joint action, with a legality for each
// agent; chance is an agent whose moves carry weights; a variable with more than two `values` has
// an effect for each bit of its value; open fluents as choices of the environment are the inputs.

#include "logic/model/game_model.hpp"
#include "prover/system/circuit.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl
{

/// A state variable: the value that V gives to an atom.
struct StateVariable
{
    Formula atom;             // a fluent, whose family the Frame knows, or `initial`
    std::uint32_t values = 2; // the size of its domain
};

/// A value that Σ leaves open: the value of `of` in the state that the actions of `path` lead to.
struct InputVariable
{
    std::vector<Action> path; // the first action first; empty: the state itself
    StateAtom of;             // a fluent only where the path is not empty
    /// True for a fluent that has rules in Σ: the input is its value where no rule determines it,
    /// and has no meaning elsewhere.
    bool is_default = false;
    std::uint32_t values = 2;
    bool operator==(const InputVariable&) const = default;
};

/// A state-wise formula that is no circuit, as it looks too far ahead. An input has its value,
/// which the axioms determine: it is no choice of the environment.
struct LookAheadFormula
{
    Formula formula;
    std::uint32_t input;
};

struct GameSystem
{
    /// The value of a variable after a move.
    struct Effect
    {
        std::uint32_t variable;
        Gate value;
    };

    struct Move
    {
        Action action;
        Agent agent;
        Gate legal;
        std::vector<Effect> effects; // sorted by variable; the other variables keep their values
    };

    Circuit circuit;
    std::vector<StateVariable> variables; // the fluents by index, then `initial`
    std::vector<InputVariable> inputs;
    std::vector<LookAheadFormula> ahead; // where the builder was asked for them; of a query only
    std::vector<Move> moves;             // of all actions, by index
    Gate initial = Circuit::bottom, terminal = Circuit::bottom;
    /// The constraints of Σ on every state: on the variables alone, and on the inputs too.
    Gate state_constraint = Circuit::top, input_constraint = Circuit::top;
    bool is_total = false;
    /// By index: whether the effects on the variable are known, for all variables or for the cone
    /// of influence of a question. (For the other variables, the moves do not state whether the
    /// value changes.)
    std::vector<bool> is_followed;

    std::uint32_t initial_variable() const
    {
        return static_cast<std::uint32_t>(variables.size() - 1);
    }
    /// The input of the state after the action that has the value of this input; nothing where
    /// there is none, or the path of the input does not begin with the action.
    std::optional<std::uint32_t> promised(std::uint32_t input, Action a) const;
};

} // namespace sgl
