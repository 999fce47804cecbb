#pragma once

// Blocks of states of a set, evaluated by all free threads.

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

    /// A move from a state of the set, or to a state of the set.
    struct IndexedMove
    {
        Action action;
        std::size_t state; // the index of the source, or of the target
    };

    /// All arguments must outlive the workers. `ahead`: for a system with formulas that look ahead,
    /// whose values one thread finds.
    StateWorkers(const CompiledSystem& system, StateSet& set, LookAheadValues* ahead = nullptr);

    bool is_single() const { return ahead_ != nullptr; }

    /// The number of jobs for `count` states, with one block per job.
    static std::size_t jobs_of(std::size_t count) { return (count + block - 1) / block; }
    /// Divides `jobs` jobs among the free threads, at most one thread per block. `work` is called
    /// with the numbers of the job and of the thread. Throws the first exception of a job.
    void divide(std::size_t jobs, std::size_t blocks, const ThreadPool::Work& work);

    /// The block of a thread; 0 is the calling thread.
    StateBlock& states(std::size_t who) { return blocks_[who]; }
    /// The successors of a block of states, to be added together.
    StateSet::Batch& batch(std::size_t job) { return batches_[job]; }
    std::span<StateSet::Batch> batches(std::size_t jobs) { return std::span(batches_).first(jobs); }
    /// Computes the successors of the states in the block of a thread.
    void find_successors(std::size_t who);
    /// The successors that a thread computed last, consecutive.
    const std::vector<StateSet::Word>& successors(std::size_t who) const
    {
        return successors_[who];
    }
    /// Computes the successors of the states in the block of a thread, and puts them into the batch
    /// of a job.
    void follow(std::size_t who, std::size_t job);

    /// The moves from a state of the set, with their targets in the set; uses block 0.
    std::vector<IndexedMove> moves_from(std::size_t from);

    std::size_t bytes() const;

private:
    const CompiledSystem& system_;
    StateSet& set_;
    LookAheadValues* ahead_;
    std::deque<StateBlock> blocks_;                       // by thread
    std::vector<std::vector<StateSet::Word>> successors_; // by thread
    std::vector<StateSet::Batch> batches_;                // by block of a round
    ThreadPool team_;
};

} // namespace sgl
