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

Interrupted Budget::reason() const
{
    std::string why = stopped() ? "interrupted" : fmt::format("{:g} s passed", seconds_);
    const char* const phase =
        whereabouts_ == nullptr ? nullptr : whereabouts_->phase.load(std::memory_order_relaxed);
    return {phase == nullptr ? why : why + " " + phase};
}

} // namespace sgl
