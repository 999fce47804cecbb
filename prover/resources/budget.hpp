#pragma once

// How long and how much: limits that every engine looks at from time to time.

#include "prover/resources/interrupted.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace sgl
{

/// What is being done now, for those who watch from another thread.
struct Progress
{
    std::atomic<unsigned> ply{0};            // the search is at plays of so many moves
    std::atomic<const char*> phase{nullptr}; // "in the solver"; a literal
    std::atomic<std::uint64_t> states{0};    // so many were gone through, where that is done
    std::atomic<double> states_a_second{0};
};

/// A deadline, and a flag that Ctrl-C or another thread may set.
class Budget
{
public:
    using Clock = std::chrono::steady_clock;

    Budget() = default;
    /// seconds ≤ 0: no limit.
    explicit Budget(double seconds, const std::atomic<bool>* stop = nullptr,
                    Progress* whereabouts = nullptr);

    /// This budget, and no more than so many seconds from now.
    Budget at_most(double seconds) const;
    /// This budget, and no more than so many steps (spend) from now, whoever has a copy of it:
    /// unlike seconds, they do not depend on what else the machine does.
    Budget at_most_steps(std::uint64_t steps) const;
    /// This budget, and no more than what usually takes so many seconds: counted in steps, so that
    /// it does not depend on what else the machine does; only what takes four times as long is
    /// ended by the clock.
    Budget effort(double seconds) const;
    /// This budget, as long as the flag, which must outlive it, is not set: another engine answers.
    Budget until(const std::atomic<bool>& answered) const;

    /// Throws Interrupted when the time or the steps are used up or a stop was asked for. A step.
    void check() const;
    /// So many steps were taken; of a solver, a conflict is a hundred, a clause one, and a query
    /// one for ten variables.
    void spend(std::uint64_t steps) const;
    /// Steps left, if they are counted.
    std::optional<std::uint64_t> steps_left() const;
    /// Seconds left, if there is a limit; never negative.
    std::optional<double> left() const;
    /// The search is at plays of so many moves.
    void at_ply(unsigned ply) const
    {
        if (whereabouts_ != nullptr)
            whereabouts_->ply.store(ply, std::memory_order_relaxed);
    }
    /// From now on this is being done: "in the solver".
    void at_phase(const char* phase) const
    {
        if (whereabouts_ != nullptr)
            whereabouts_->phase.store(phase, std::memory_order_relaxed);
    }
    /// So many states were gone through since then; 0: that is over.
    void at_states(std::uint64_t states, Clock::time_point since) const;
    bool is_limited() const { return end_ || stop_ != nullptr || answered_ != nullptr; }
    bool is_used_up() const
    {
        return stopped() || is_answered() || steps_left() == 0 || (end_ && Clock::now() >= *end_);
    }
    bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
    bool is_answered() const
    {
        return answered_ != nullptr && answered_->load(std::memory_order_relaxed);
    }
    /// What check() would throw, for an engine that was cut short by this budget.
    Interrupted reason() const;

private:
    struct Steps
    {
        std::uint64_t most = 0;
        std::atomic<std::uint64_t> taken{0};
        std::shared_ptr<Steps> within; // of these they are, too
    };

    double seconds_ = 0;
    std::optional<Clock::time_point> end_;
    const std::atomic<bool>* stop_ = nullptr;
    const std::atomic<bool>* answered_ = nullptr;
    std::shared_ptr<Steps> steps_; // where they are counted
    Progress* whereabouts_ = nullptr;
};

} // namespace sgl
