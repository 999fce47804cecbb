#pragma once

// The search for a cycle among the states of a set.

#include "prover/reachability/explicit/state_workers.hpp"
#include "prover/resources/budget.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sgl
{

/// A cycle among states.
struct StateCycle
{
    std::size_t state;         // on the cycle
    std::vector<Action> moves; // from the state back to it
};

/// Topological sorting: states without a move from a remaining state are removed. If some states
/// remain, there is a cycle among them.
class CycleSearch
{
public:
    /// `incoming`: for each state, the number of moves that lead to it; the search overwrites these
    /// numbers. All arguments must outlive the search.
    CycleSearch(const StateSet& set, StateWorkers& workers, std::vector<StateSet::Index>& incoming)
        : set_(set), workers_(workers), incoming_(incoming)
    {
    }

    /// Throws Interrupted; then another call goes on.
    std::optional<StateCycle> run(const Budget& budget);

    /// Without a cycle: for each state, the greatest number of moves of a path to it.
    std::vector<StateSet::Index> take_depths() { return std::move(depths_); }

private:
    void take_away(std::span<const StateSet::Index> states, std::vector<StateSet::Index>& free);
    std::optional<StateCycle> cycle_from(std::size_t start, const Budget& budget);

    const StateSet& set_;
    StateWorkers& workers_;
    std::vector<StateSet::Index>& incoming_;
    std::vector<StateSet::Index> depths_;
    // States without a move from a remaining state: those of this depth, of which some were taken
    // away, and those of the next depth.
    std::vector<StateSet::Index> free_, freed_;
    std::size_t taken_of_free_ = 0, taken_ = 0;
    StateSet::Index depth_ = 0;
    std::vector<bool> given_up_, on_path_; // by state
};

} // namespace sgl
