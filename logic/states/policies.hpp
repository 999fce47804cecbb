#pragma once

// Policies that are looked up: for each move of a policy the frame has an atom, `book:a(x,1)`, a
// fluent that is true in the states that the policy lists with this move. No axiom speaks of these
// atoms, and no move changes them but by the state that it leads to. Whoever does not look them up
// has to take them as open: they may have any values.

#include "logic/formula/formula.hpp"
#include "logic/states/state_index.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sgl
{

struct Policy
{
    Policy(std::string the_name, StateList the_list)
        : name(std::move(the_name)), list(std::move(the_list)), index(list)
    {
    }

    std::string name; // of the strategy
    const StateList list;
    const StateIndex index;
    std::vector<std::optional<Fluent>> bits; // by bit of the list; nothing: `initial`
    std::vector<Action> moves;               // by move of the list
    std::vector<Fluent> atoms;               // by move of the list
};

/// Those of a game that are looked up.
using Policies = std::vector<std::shared_ptr<const Policy>>;

/// Sets the atoms of all policies to what the other fluents, by index, and `initial` tell.
void look_up_policies(const Policies& policies, std::vector<bool>& fluents, bool initial);

bool is_policy_atom(const Policies& policies, Fluent p);

/// True if the formula depends on a policy that is looked up.
bool mentions_policy(const Policies& policies, Formula f);

} // namespace sgl
