#include "prover/resources/interrupted.hpp"

#include <fmt/format.h>

namespace sgl
{

namespace
{

std::string cause_of(const Interrupted& interrupted)
{
    switch (interrupted.cause)
    {
    case Cause::Deadline: return fmt::format("{:g} s passed", interrupted.seconds);
    case Cause::TotalDeadline:
        return fmt::format("the total of {:g} s passed", interrupted.seconds);
    case Cause::Stop: return "interrupted";
    case Cause::Answered: return "another engine answered";
    case Cause::Steps: return "the steps that it was given were taken";
    case Cause::Memory:
    case Cause::GaveUp: return interrupted.what;
    }
    return "";
}

} // namespace

std::string text(const Interrupted& interrupted)
{
    return cause_of(interrupted) + interrupted.where;
}

} // namespace sgl
