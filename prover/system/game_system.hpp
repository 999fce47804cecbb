#pragma once

// The game of Σ as a transition system of its own: state variables, inputs for what Σ leaves open,
// and circuits over them. In the terms of SGL, Definition 1, M = (W, I, T, U, L, V):
//
//   W  the pairs w = (v, o) of a valuation v of the variables and a valuation o of the inputs that
//      are in the greatest set S in which every pair satisfies both constraints and has, under
//      every action a, a successor in S;
//   I  the w at which `initial` is true;      T  those at which `terminal` is true;
//   L  (w, a) where moves[a].legal is true;   V  v itself;
//   U  after a, variable x has the value of moves[a]'s effect on x at w, or stays as it is without
//      one. The environment chooses the inputs of the state after a, but for those that an input of
//      w speaks of already: if an input of w stands for "y after a and then β", then the input
//      there that stands for "y after β" has its value.
//
// W is a set of such pairs, and one of all the models of Σ there are: it has every play of every
// model of Σ. Where `is_total`, the pairs that satisfy the constraints are known to be such a set
// under one choice of the inputs at least, so that every v that satisfies the constraint is one of
// Σ's; else S may be smaller than what satisfies the constraints.
//
// What comes next fits in here: simultaneous moves are a Move for each joint action with a legality
// for each agent; chance is an agent whose moves carry weights; a variable of a small domain has
// `values` > 2, and one effect for each bit of its value; a value of the environment is an input.

#include "logic/model/game_model.hpp"
#include "prover/system/circuit.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace sgl
{

/// A state variable: what V says of an atom.
struct StateVariable
{
    Formula atom;             // a fluent, or `initial`
    std::uint32_t values = 2; // the size of its domain
};

/// A value that Σ leaves open: that of `of` in the state that these actions lead to.
struct InputVariable
{
    std::vector<Action> path; // the first action first; none: in the state itself
    StateAtom of;             // a fluent only after some action
    /// Of a fluent that Σ has rules for: its value where no rule gives it one; elsewhere the input
    /// says nothing.
    bool is_default = false;
    std::uint32_t values = 2;
    bool operator==(const InputVariable&) const = default;
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
        std::vector<Effect> effects; // by variable, in order; variables without one stay
    };

    Circuit circuit;
    std::vector<StateVariable> variables; // the fluents by index, then `initial`
    std::vector<InputVariable> inputs;
    std::vector<Move> moves; // of all actions, by index
    Gate initial = Circuit::bottom, terminal = Circuit::bottom;
    /// What Σ asks of every state: of the variables alone, and of the inputs too.
    Gate state_constraint = Circuit::top, input_constraint = Circuit::top;
    bool is_total = false;
    /// Variables whose effects are known, by index: all, or those that a question depends on. (Of
    /// the others, no move says whether it changes them.)
    std::vector<bool> is_followed;

    std::uint32_t initial_variable() const
    {
        return static_cast<std::uint32_t>(variables.size() - 1);
    }
    /// The input of the state after this action whose value is that of an input here; nothing where
    /// there is none, or the input does not speak of what is after this action.
    std::optional<std::uint32_t> promised(std::uint32_t input, Action a) const;
};

} // namespace sgl
