#include "prover/resources/budget.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <string>

namespace sgl
{

Budget::Budget(double seconds, const std::atomic<bool>* stop, Progress* progress)
    : seconds_(seconds), stop_(stop), progress_(progress)
{
    if (seconds > 0)
        end_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Budget Budget::at_most(double seconds) const
{
    Budget brief = *this;
    const Budget alone(seconds);
    if (!end_ || *alone.end_ < *end_)
    {
        brief.end_ = alone.end_;
        brief.seconds_ = seconds;
    }
    return brief;
}

Budget Budget::at_most_steps(std::uint64_t steps) const
{
    Budget brief = *this;
    brief.steps_ = std::make_shared<Steps>();
    brief.steps_->most = steps;
    brief.steps_->within = steps_;
    return brief;
}

Budget Budget::effort(double seconds) const
{
    return at_most(limits::effort_patience * seconds)
        .at_most_steps(static_cast<std::uint64_t>(limits::steps_a_second * seconds));
}

Budget Budget::until(const std::atomic<bool>& answered) const
{
    Budget brief = *this;
    brief.answered_ = &answered;
    return brief;
}

void Budget::spend(std::uint64_t steps) const
{
    for (Steps* counted = steps_.get(); counted != nullptr; counted = counted->within.get())
        counted->taken += steps;
}

std::optional<std::uint64_t> Budget::steps_left() const
{
    std::optional<std::uint64_t> left;
    for (const Steps* counted = steps_.get(); counted != nullptr; counted = counted->within.get())
    {
        const std::uint64_t taken = counted->taken;
        const std::uint64_t here = taken < counted->most ? counted->most - taken : 0;
        left = left ? std::min(*left, here) : here;
    }
    return left;
}

void Budget::check() const
{
    spend(1);
    if (is_used_up())
        throw reason();
}

std::optional<double> Budget::left() const
{
    if (!end_)
        return std::nullopt;
    const double left = std::chrono::duration<double>(*end_ - Clock::now()).count();
    return left > 0 ? left : 0;
}

void Budget::at_states(std::uint64_t states, Clock::time_point since) const
{
    if (progress_ == nullptr)
        return;
    const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    progress_->states_a_second.store(seconds > 0 ? static_cast<double>(states) / seconds : 0,
                                     std::memory_order_relaxed);
    progress_->states.store(states, std::memory_order_relaxed);
}

Interrupted Budget::reason() const
{
    Interrupted interrupted;
    interrupted.cause = stopped()           ? Cause::Stop
                        : is_answered()     ? Cause::Answered
                        : steps_left() == 0 ? Cause::Steps
                                            : Cause::Deadline;
    if (interrupted.cause == Cause::Deadline)
        interrupted.seconds = seconds_;
    const char* const phase =
        progress_ == nullptr ? nullptr : progress_->phase.load(std::memory_order_relaxed);
    if (phase != nullptr)
        interrupted.where = std::string(" ") + phase;
    return interrupted;
}

} // namespace sgl
