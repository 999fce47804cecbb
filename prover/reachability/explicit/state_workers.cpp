#include "prover/reachability/explicit/state_workers.hpp"

#include <algorithm>
#include <utility>

namespace sgl
{

StateWorkers::StateWorkers(const CompiledSystem& system, StateSet& set, LookAheadValues* ahead)
    : system_(system), set_(set), ahead_(ahead), successors_(1), batches_(blocks_in_round)
{
    blocks_.emplace_back(system_, set_, ahead_);
}

void StateWorkers::divide(std::size_t jobs, std::size_t blocks, const ThreadPool::Work& work)
{
    const std::size_t threads = is_single() ? 1 : std::max<std::size_t>(blocks, 1);
    const ThreadReservation helpers(static_cast<unsigned>(threads - 1));
    team_.hire(helpers.count());
    while (blocks_.size() <= team_.helpers())
        blocks_.emplace_back(system_, set_, ahead_);
    successors_.resize(blocks_.size());
    team_.run(jobs, work);
}

void StateWorkers::find_successors(std::size_t who)
{
    std::vector<StateSet::Word>& successors = successors_[who];
    successors.resize(blocks_[who].count().moves * system_.words());
    StateSet::Word* next = successors.data();
    blocks_[who].for_each_successor([&] { return std::exchange(next, next + system_.words()); },
                                    [](std::size_t, const Move&, const StateSet::Word*) {});
}

void StateWorkers::follow(std::size_t who, std::size_t job)
{
    find_successors(who);
    batches_[job].take(successors(who), system_.words());
}

std::vector<StateWorkers::IndexedMove> StateWorkers::moves_from(std::size_t from)
{
    std::vector<IndexedMove> moves;
    std::vector<StateSet::Word> state(system_.words());
    blocks_[0].look_at(from, 1); // of one state, one successor is written at a time
    blocks_[0].for_each_successor([&] { return state.data(); },
                                  [&](std::size_t, const Move& move, const StateSet::Word*) {
                                      moves.push_back({move.action, set_.find(state)});
                                  });
    return moves;
}

std::size_t StateWorkers::bytes() const
{
    std::size_t bytes = 0;
    for (const StateBlock& each : blocks_)
        bytes += each.bytes();
    for (const std::vector<StateSet::Word>& each : successors_)
        bytes += each.capacity() * sizeof(StateSet::Word);
    for (const StateSet::Batch& each : batches_)
        bytes += each.bytes();
    return bytes;
}

} // namespace sgl
