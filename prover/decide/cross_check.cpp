#include "prover/decide/cross_check.hpp"

#include "prover/decide/prover.hpp"
#include "prover/reachability/by_states.hpp"

#include <fmt/format.h>

namespace sgl
{

namespace
{

/// As far as it is a verdict: with the engine that gave it.
std::string said(const Verdict& verdict)
{
    if (const auto* proved = std::get_if<Proved>(&verdict))
        return "proved by " + proved->method;
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
        return fmt::format("refuted by {} with a play of {} plies", refuted->method,
                           refuted->witness.play.size());
    if (const auto* bounded = std::get_if<HoldsUpTo>(&verdict))
        return fmt::format("said to hold up to {} plies by unrolling", bounded->plies);
    return "undecided";
}

/// Refuted by one, where the other says that it is not to be refuted so.
bool contradicts(const Verdict& one, const Verdict& other)
{
    const auto* refuted = std::get_if<Refuted>(&one);
    if (refuted == nullptr)
        return false;
    if (std::holds_alternative<Proved>(other))
        return true;
    const auto* bounded = std::get_if<HoldsUpTo>(&other);
    return bounded != nullptr && !refuted->witness.loop &&
           refuted->witness.play.size() <= bounded->plies;
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

std::optional<std::string> disagreement(const Verdict& one, const Verdict& other)
{
    if (!contradicts(one, other) && !contradicts(other, one))
        return std::nullopt;
    return fmt::format("{}, but {}", said(one), said(other));
}

/// Asks an engine that works in another way than the one that gave the verdict. Whether it answers
/// in the short time that it has or not, the verdict stands, or else is an error.
void Prover::compare_engines(const Question& question, const Verdict& verdict,
                             std::optional<unsigned> bound, ClaimResult& result,
                             const Budget& budget)
{
    if (!options_.compare || std::holds_alternative<Undecided>(verdict))
        return;
    const auto* proved = std::get_if<Proved>(&verdict);
    const auto* refuted = std::get_if<Refuted>(&verdict);
    const std::string method = proved != nullptr    ? proved->method
                               : refuted != nullptr ? refuted->method
                                                    : "unrolling";
    const bool by_states = method == "enumeration" || method == "diagrams";
    constexpr double seconds = 0.5;
    const Budget brief = budget.at_most(seconds);
    Verdict other = Undecided{};
    try
    {
        if (by_states)
            other = Unrolling(theory_, question, bound, brief, Engine::Induction, nullptr)
                        .explore()
                        .verdict;
        else
        {
            Confirmation confirmation(theory_, question, brief);
            if (auto all = explore_all_states(theory_, question, bound, confirmation,
                                              Engine::Enumeration, brief))
                other = std::move(all->verdict);
        }
    }
    catch (const Interrupted&)
    {
        return; // it was only to agree
    }
    if (const auto how = disagreement(verdict, other))
        throw EnginesDisagree(*how);
    if (!std::holds_alternative<Undecided>(other))
        result.compared = by_states ? "unrolling" : "enumeration";
}

} // namespace sgl
