#pragma once

// Blocks of states of a set, looked at by all threads that are free.

#include "prover/processes/thread_budget.hpp"
#include "prover/processes/thread_pool.hpp"
#include "prover/reachability/explicit/bit_parallel_states.hpp"
#include "prover/reachability/explicit/state_set.hpp"

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace sgl
{

class StateWorkers
{
public:
    using Move = CompiledSystem::Move;

    static constexpr std::size_t block = StateBlock::most;
    static constexpr std::size_t blocks_in_round = 32;
    static constexpr std::size_t in_round = block * blocks_in_round; // states

    /// A move from a state of the set, or to one.
    struct IndexedMove
    {
        Action action;
        std::size_t state; // from which, or to which
    };

    /// Both must outlive it.
    StateWorkers(const CompiledSystem& system, StateSet& set);

    /// Of so many states, a block for each job.
    static std::size_t jobs_of(std::size_t count) { return (count + block - 1) / block; }
    /// So many jobs, which are about so many blocks, by the threads that are free. `work` is called
    /// with the job and the number of the thread.
    void divide(std::size_t jobs, std::size_t blocks, const ThreadPool::Work& work);

    /// The states that a thread looks at; 0 is this one.
    StateBlock& states(std::size_t who) { return blocks_[who]; }
    /// What follows from a block of states, to be added together.
    StateSet::Batch& batch(std::size_t job) { return batches_[job]; }
    std::span<StateSet::Batch> batches(std::size_t jobs) { return std::span(batches_).first(jobs); }
    /// Finds the states that follow from those that a thread looks at.
    void find_successors(std::size_t who);
    /// Those found last, one after the other.
    const std::vector<StateSet::Word>& successors(std::size_t who) const
    {
        return successors_[who];
    }
    /// Finds them, and puts them into the batch of a job.
    void follow(std::size_t who, std::size_t job);

    /// The moves from a state of the set, to states of the set; by this thread.
    std::vector<IndexedMove> moves_from(std::size_t from);

    std::size_t bytes() const;

private:
    const CompiledSystem& system_;
    StateSet& set_;
    std::deque<StateBlock> blocks_;                       // by thread
    std::vector<std::vector<StateSet::Word>> successors_; // by thread
    std::vector<StateSet::Batch> batches_;                // by block of a round
    ThreadPool team_;
};

} // namespace sgl
