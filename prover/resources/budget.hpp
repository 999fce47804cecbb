#pragma once

// Budgets: limits of time and of steps, which every engine checks from time to time.

#include "prover/resources/interrupted.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace sgl
{

/// The progress of a search, for observers in another thread.
struct Progress
{
    std::atomic<unsigned> ply{0};            // the length of the plays being searched, in moves
    std::atomic<const char*> phase{nullptr}; // "in the solver"; a literal
    std::atomic<std::uint64_t> states{0};    // visited so far; 0: none are being visited
    std::atomic<double> states_a_second{0};
};

/// A deadline, a limit of steps, and flags that Ctrl-C or another thread may set.
class Budget
{
public:
    using Clock = std::chrono::steady_clock;

    Budget() = default;
    /// seconds ≤ 0: no limit. `stop` and `progress` must outlive the budget and its copies.
    explicit Budget(double seconds, const std::atomic<bool>* stop = nullptr,
                    Progress* progress = nullptr);

    /// This budget, and at most `seconds` from now.
    Budget at_most(double seconds) const;
    /// This budget, and at most `steps` steps (spend) from now, counted over all copies of the
    /// result. Steps, unlike seconds, do not depend on the load of the machine.
    Budget at_most_steps(std::uint64_t steps) const;
    /// This budget, and at most seconds · limits::steps_a_second steps, so that the limit does not
    /// depend on the load of the machine. The clock ends the work only after
    /// limits::effort_patience (4) times `seconds`.
    Budget effort(double seconds) const;
    /// This budget, until the flag is set: another engine has answered. The flag must outlive the
    /// result.
    Budget until(const std::atomic<bool>& answered) const;

    /// Counts one step. Throws Interrupted when the time or the steps are used up, or a flag is
    /// set.
    void check() const;
    /// Counts steps. A conflict of a solver counts 100, a clause 1, and a query 1 per 10 variables.
    void spend(std::uint64_t steps) const;
    /// Steps left; nothing without a limit of steps.
    std::optional<std::uint64_t> steps_left() const;
    /// Seconds left, never negative; nothing without a deadline.
    std::optional<double> left() const;
    /// Reports the length of the plays being searched, in moves.
    void at_ply(unsigned ply) const
    {
        if (progress_ != nullptr)
            progress_->ply.store(ply, std::memory_order_relaxed);
    }
    /// Reports the phase that begins now, a literal: "in the solver".
    void at_phase(const char* phase) const
    {
        if (progress_ != nullptr)
            progress_->phase.store(phase, std::memory_order_relaxed);
    }
    /// Reports the number of states visited since `since`; 0: the visit of states is over.
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
        std::shared_ptr<Steps> within; // an outer limit, which counts these steps too
    };

    double seconds_ = 0;
    std::optional<Clock::time_point> end_;
    const std::atomic<bool>* stop_ = nullptr;
    const std::atomic<bool>* answered_ = nullptr;
    std::shared_ptr<Steps> steps_; // shared by the copies of a budget; null: no limit
    Progress* progress_ = nullptr;
};

} // namespace sgl
