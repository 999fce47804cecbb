#pragma once

// Whether moves lead from some state of a set back to it.

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
    std::size_t state;         // on it
    std::vector<Action> moves; // from the state back to it
};

/// States to which no move leads from those left are taken away; if some remain, there is a cycle
/// among them.
class CycleSearch
{
public:
    /// `incoming`: by state, how many moves lead to it; what is left of these in the end is of no
    /// use. All must outlive the search.
    CycleSearch(const StateSet& set, StateWorkers& workers, std::vector<StateSet::Index>& incoming,
                const Budget& budget)
        : set_(set), workers_(workers), incoming_(incoming), budget_(budget)
    {
    }

    /// Throws Interrupted.
    std::optional<StateCycle> run();

    /// Where there is none, by state: how many moves lead to it at most.
    std::vector<StateSet::Index> take_depths() { return std::move(depths_); }

private:
    void take_away(std::span<const StateSet::Index> states, std::vector<StateSet::Index>& free);
    std::optional<StateCycle> cycle_from(std::size_t start);

    const StateSet& set_;
    StateWorkers& workers_;
    std::vector<StateSet::Index>& incoming_;
    const Budget& budget_;
    std::vector<StateSet::Index> depths_;
    std::vector<bool> given_up_, on_path_; // by state
};

} // namespace sgl
