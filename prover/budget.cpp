#include "prover/budget.hpp"

#include <fmt/format.h>

namespace sgl
{

Budget::Budget(double seconds, const std::atomic<bool>* stop, Whereabouts* whereabouts)
    : seconds_(seconds), stop_(stop), whereabouts_(whereabouts)
{
    if (seconds > 0)
        end_ = Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Budget Budget::at_most(double seconds) const
{
    Budget brief(seconds, stop_, whereabouts_);
    if (end_ && *end_ < *brief.end_)
        brief = *this;
    return brief;
}

void Budget::check() const
{
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
    if (whereabouts_ == nullptr)
        return;
    const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    whereabouts_->states_a_second.store(seconds > 0 ? static_cast<double>(states) / seconds : 0,
                                        std::memory_order_relaxed);
    whereabouts_->states.store(states, std::memory_order_relaxed);
}

Interrupted Budget::reason() const
{
    std::string why = stopped() ? "interrupted" : fmt::format("{:g} s passed", seconds_);
    const char* const phase =
        whereabouts_ == nullptr ? nullptr : whereabouts_->phase.load(std::memory_order_relaxed);
    return {phase == nullptr ? why : why + " " + phase};
}

} // namespace sgl
