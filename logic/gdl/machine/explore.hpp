#pragma once

// The states of a game that can be reached, and the joint moves between them.

#include "logic/gdl/machine/machine.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sgl::gdl
{

struct ExploreLimits
{
    std::uint64_t states = 20'000'000;
    std::uint64_t joint_moves = 100'000'000;
    std::uint32_t plies = Program::none; // states that far from the start are not expanded
    std::function<bool()> is_over = {};  // asked now and then: true ends it
};

/// States are numbered in the order of their distance from the start, which is 0.
struct StateGraph
{
    std::size_t words = 1;
    std::vector<std::uint64_t> states; // `words` each
    std::vector<std::uint32_t> ply;    // least number of moves to each
    std::uint32_t expanded = 0;        // states 0 … expanded - 1 have facts
    bool is_complete = false;          // all are expanded

    std::size_t roles = 0;
    std::vector<bool> is_terminal;
    /// For each expanded state and role: how many moves are legal; and where the joint moves start.
    /// Of a joint move's number the last role's move is the fastest digit.
    std::vector<std::uint32_t> legal_counts;
    std::vector<std::uint64_t> first_successor{0};
    std::vector<std::uint32_t> successors;
    /// For each expanded state and role: the goal value, or -1 where there is none or more than
    /// one.
    std::vector<std::int8_t> goals;
    /// For each role, how many of its moves were legal in some state that does not end the play.
    std::vector<std::vector<bool>> seen_moves;

    std::size_t size() const { return ply.size(); }
    std::span<const std::uint32_t> next(std::uint32_t state) const
    {
        return {successors.data() + first_successor[state],
                successors.data() + first_successor[state + 1]};
    }
};

/// Goes breadth first until all is seen or a limit is met.
StateGraph explore(Machine& machine, const ExploreLimits& limits = {});

/// Distinct states and joint-move sequences after 0, 1, … moves; as far as the graph goes.
struct Plies
{
    std::vector<std::uint64_t> states;
    std::vector<long double> sequences; // exact where they are less than 2^64
};
Plies count_plies(const StateGraph& graph, std::size_t most);

/// What a role gets from the start: the most that it can force when the others move after they saw
/// its move, and the most when all help it. -1 where it cannot even force an end with a value.
struct RoleValue
{
    int forced = -1, best = -1;
};
std::vector<RoleValue> values(const StateGraph& graph);

/// The longest play from the start; none where plays can go on for ever.
std::optional<std::uint32_t> longest_play(const StateGraph& graph);

} // namespace sgl::gdl
