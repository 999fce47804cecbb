#include "prover/decide/cross_check.hpp"

#include "prover/resources/interrupted.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

bool goes_through_states(std::optional<Method> method)
{
    return method == Method::Enumeration || method == Method::Diagrams;
}

} // namespace

bool engines_are_compared()
{
#ifdef SGL_COMPARE_ENGINES
    return true;
#else
    return false;
#endif
}

std::optional<Method> cross_check(const Verdict& verdict, std::span<const SecondEngine> engines)
{
    const bool by_states = goes_through_states(method_of(verdict));
    const auto second =
        std::ranges::find_if(engines, [&](const SecondEngine& engine)
                             { return goes_through_states(engine.method) != by_states; });
    if (std::holds_alternative<Undecided>(verdict) || second == engines.end())
        return std::nullopt;
    Verdict other = Undecided{};
    try
    {
        other = second->answer();
    }
    catch (const Interrupted&)
    {
        return std::nullopt; // it was only to agree
    }
    if (const auto how = disagreement(verdict, other))
        throw EnginesDisagree(*how);
    if (std::holds_alternative<Undecided>(other))
        return std::nullopt;
    return second->method;
}

} // namespace sgl
