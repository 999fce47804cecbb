#include "prover/reachability/explicit/cycle_search.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sgl
{

std::optional<StateCycle> CycleSearch::run(const Budget& budget)
{
    if (depths_.empty())
    {
        depths_.resize(set_.size());
        for (std::size_t i = 0; i < set_.size(); ++i)
        {
            if (incoming_[i] == 0)
                free_.push_back(static_cast<StateSet::Index>(i));
        }
    }
    while (!free_.empty())
    {
        while (taken_of_free_ < free_.size())
        {
            budget.check();
            const std::size_t count =
                std::min(StateWorkers::in_round, free_.size() - taken_of_free_);
            const std::span<const StateSet::Index> some =
                std::span(free_).subspan(taken_of_free_, count);
            take_away(some, freed_);
            for (const StateSet::Index i : some)
                depths_[i] = depth_;
            taken_of_free_ += count;
        }
        taken_ += free_.size();
        free_ = std::exchange(freed_, {});
        taken_of_free_ = 0;
        ++depth_;
    }
    if (taken_ == set_.size())
        return std::nullopt;
    for (std::size_t i = 0; i < set_.size(); ++i)
    {
        if (incoming_[i] == 0)
            continue;
        if (auto cycle = cycle_from(i, budget))
            return cycle;
    }
    return std::nullopt; // not reached: something is on a cycle
}

/// The states to which only these led are free now.
void CycleSearch::take_away(std::span<const StateSet::Index> states,
                            std::vector<StateSet::Index>& free)
{
    const std::size_t jobs = StateWorkers::jobs_of(states.size());
    workers_.divide(jobs, jobs,
                    [&](std::size_t job, std::size_t who)
                    {
                        const std::size_t first = job * StateWorkers::block;
                        workers_.states(who).look_at(
                            [&](std::size_t i) { return states[first + i]; },
                            std::min(StateWorkers::block, states.size() - first));
                        workers_.follow(who, job);
                    });
    std::array<std::vector<StateSet::Index>, StateSet::tables> freed;
    workers_.divide(StateSet::tables, jobs,
                    [&](std::size_t table, std::size_t)
                    {
                        for (const StateSet::Batch& batch : workers_.batches(jobs))
                        {
                            for (std::size_t i = batch.begin[table]; i < batch.begin[table + 1];
                                 ++i)
                            {
                                const StateSet::Index to =
                                    set_.find(&batch.states[i * set_.words()], batch.hashes[i]);
                                if (--incoming_[to] == 0)
                                    freed[table].push_back(to);
                            }
                        }
                    });
    for (const std::vector<StateSet::Index>& some : freed)
        free.insert(free.end(), some.begin(), some.end());
}

/// Depth first; states that lead to no cycle are given up for good.
std::optional<StateCycle> CycleSearch::cycle_from(std::size_t start, const Budget& budget)
{
    struct PathState
    {
        std::size_t state;
        std::vector<StateWorkers::IndexedMove> moves;
        std::size_t next = 0;
    };
    given_up_.resize(set_.size());
    on_path_.assign(set_.size(), false);
    std::vector<PathState> path{{start, workers_.moves_from(start)}};
    on_path_[start] = true;
    while (!path.empty())
    {
        budget.check();
        PathState& last = path.back();
        if (last.next == last.moves.size())
        {
            on_path_[last.state] = false;
            given_up_[last.state] = true;
            path.pop_back();
            continue;
        }
        const std::size_t to = last.moves[last.next++].state;
        if (on_path_[to])
        {
            StateCycle cycle{to, {}};
            std::size_t first = 0;
            while (path[first].state != to)
                ++first;
            for (; first < path.size(); ++first)
                cycle.moves.push_back(path[first].moves[path[first].next - 1].action);
            return cycle;
        }
        if (!given_up_[to])
        {
            on_path_[to] = true;
            path.push_back({to, workers_.moves_from(to)});
        }
    }
    return std::nullopt;
}

} // namespace sgl
