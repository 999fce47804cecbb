#pragma once

// What there is to say about a game as a whole: how many states, how its plays end, what each role
// can force.

#include "logic/gdl/machine/explore.hpp"

#include <map>
#include <string>

namespace sgl::gdl
{

struct GameFacts
{
    std::vector<std::string> roles; // folded to lower case
    std::uint64_t init_fluents = 0;
    std::vector<std::uint64_t> initial_legal; // moves of each role
    Plies plies;
    bool is_complete = false; // else what follows is about the states that were seen
    std::uint64_t states = 0, expanded = 0, joint_moves = 0, most_joint_moves = 0;
    std::uint64_t terminal_states = 0;
    std::uint64_t terminal_with_bad_goal = 0; // some role has no value, or two
    std::uint64_t deadlocks = 0;              // not terminal, and some role has no move
    std::optional<std::uint32_t> first_deadlock, first_bad_goal;
    bool is_simultaneous = false; // two roles have two moves at once
    std::uint64_t fluents_seen = 0;
    std::vector<std::uint64_t> moves_seen;
    std::map<std::string, std::uint64_t> terminal_goals; // "100/0" and so on
    // Of a complete graph:
    std::optional<std::uint32_t> longest_play;
    std::vector<RoleValue> values;
};

GameFacts facts_of(const Terms& terms, const Program& program, const StateGraph& graph,
                   std::size_t most_plies);

} // namespace sgl::gdl
