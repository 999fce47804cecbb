#pragma once

#include "logic/states/state_list.hpp"

namespace sgl
{

/// What shows that a coalition forces a goal, or that the other agents prevent it: the moves of the
/// one side, by state, and all states that plays reach in which the side makes these moves
/// (prover/checker/listed/check_forced.hpp), with ranks where the goal is forced.
struct SidePolicy
{
    StateList policy, states;
};

} // namespace sgl
