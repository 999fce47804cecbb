#pragma once

// The check of what a coalition of agents can force, by a policy and a set of listed states.

#include "logic/states/state_list.hpp"
#include "prover/checker/symbolic/axiom_sets.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sgl::certificate
{

/// What is to be forced: every play ends, and ends where the state formula `goal` is true.
struct ForcedGoal
{
    std::vector<Agent> coalition;
    Formula goal;
};

/// The move of a side in a state is the one that its policy lists for the state, if it is legal
/// there; else the side makes no move there. `policy` has moves of the side alone, and its bits are
/// bits of `states`.
///
/// The objection to both as a proof that the coalition, by its policy, forces the goal: every
/// initial state must be listed; of each state that is listed, the move of the coalition and all
/// moves of the others must lead to listed states of smaller rank, and there must be such a move,
/// unless the state is terminal; and a terminal state must satisfy the goal. Throws Interrupted
/// and EvaluationTooDeep.
std::optional<std::string> objection_to_forced(const GameUnderCheck& ground, const ForcedGoal& what,
                                               const StateList& policy, const StateList& states,
                                               std::size_t most_nodes);

/// The objection to both as a proof that the other agents, by their policy, prevent the goal in
/// every play from `start`: it must be listed; of each state that is listed, the move of the others
/// must lead to a listed state; where they have no such move, none of them may have a legal one,
/// and all moves of the coalition must lead to listed states; and no terminal state that is listed
/// may satisfy the goal. Nothing that the rules leave open may matter in these states. (That
/// `start` is an initial state of a model of the game is not looked at.) Throws Interrupted and
/// EvaluationTooDeep.
std::optional<std::string> objection_to_prevented(const GameUnderCheck& ground,
                                                  const ForcedGoal& what, const Valuation& start,
                                                  const StateList& policy, const StateList& states,
                                                  std::size_t most_nodes);

} // namespace sgl::certificate
