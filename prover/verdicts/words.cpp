#include "prover/verdicts/words.hpp"

#include <fmt/format.h>

namespace sgl
{

std::string_view word(Method method)
{
    switch (method)
    {
    case Method::Reduction: return "reduction";
    case Method::Structure: return "structure";
    case Method::Unrolling: return "unrolling";
    case Method::Induction: return "induction";
    case Method::Enumeration: return "enumeration";
    case Method::Diagrams: return "diagrams";
    case Method::Pdr: return "pdr";
    case Method::Invariant: return "invariant";
    case Method::LinearInvariants:
    case Method::PlayInvariants: return "invariants";
    case Method::Ranking: return "measure";
    case Method::ModelSearch: return "model search";
    }
    return "";
}

namespace
{

/// "induction: over 2 plies", or the method alone.
std::string with_detail(Method method, const std::string& detail)
{
    return detail.empty() ? std::string(word(method)) : fmt::format("{}: {}", word(method), detail);
}

} // namespace

std::string text(const Reason& reason)
{
    return reason.cut_short ? reason.words + text(*reason.cut_short) : reason.words;
}

std::string text(const Frame& frame, const Stuck& stuck)
{
    const std::vector<Agent>& agents = stuck.without_recommendation;
    if (agents.empty())
        return "nobody has a legal move and the state is not terminal";
    if (agents.size() == 1)
        return frame.name(agents[0]) + " has legal moves and the strategy recommends none";
    std::string names;
    for (std::size_t i = 0; i < agents.size(); ++i)
        names += (i == 0 ? "" : i + 1 == agents.size() ? " and " : ", ") + frame.name(agents[i]);
    return names + " have legal moves and their strategies recommend none";
}

std::string plies(std::size_t n)
{
    return fmt::format("{} {}", n, n == 1 ? "ply" : "plies");
}

std::string word(const Verdict& verdict)
{
    switch (verdict.index())
    {
    case 0: return "proved";
    case 1: return "holds";
    case 2: return "refuted";
    default: return "undecided";
    }
}

std::string outcome_of(const Verdict& verdict)
{
    if (const auto* proved = std::get_if<Proved>(&verdict))
        return proved->detail.empty() ? "proved" : proved->detail;
    if (const auto* bounded = std::get_if<HoldsUpTo>(&verdict))
        return fmt::format("nothing found up to ply {}: {}", bounded->plies, text(bounded->why));
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
        return "refuted by a play of " + plies(refuted->witness.play.size());
    return text(std::get<Undecided>(verdict).why);
}

std::string explanation(const Frame& frame, const Verdict& verdict)
{
    if (const auto* proved = std::get_if<Proved>(&verdict))
        return with_detail(proved->method, proved->detail);
    if (const auto* bounded = std::get_if<HoldsUpTo>(&verdict))
        return fmt::format("up to {}: {}", plies(bounded->plies), text(bounded->why));
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
        return with_detail(refuted->method,
                           refuted->stuck ? text(frame, *refuted->stuck) : refuted->detail);
    return text(std::get<Undecided>(verdict).why);
}

} // namespace sgl
