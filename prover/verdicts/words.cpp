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

namespace
{

/// The fluents that are true in a state; of many, the first.
std::string true_there(const Frame& frame, const Valuation& state)
{
    constexpr std::size_t most = 40;
    std::vector<std::string> names;
    for (std::uint32_t p = 0; p < frame.fluent_count() && names.size() <= most; ++p)
    {
        if (state.fluents[p])
            names.push_back(names.size() == most ? "…" : frame.name(Fluent{p}));
    }
    return names.empty() ? "no fluent is" : fmt::format("{} are", fmt::join(names, ", "));
}

} // namespace

std::string text(const Frame& frame, const AxiomClash& clash)
{
    std::vector<std::string> actions;
    for (Action a : clash.after)
        actions.push_back(frame.name(a));
    const std::string where = fmt::format(
        "where {} true{}, {} leads to a state in which ", true_there(frame, clash.state),
        clash.is_of_play ? ", as at its end" : ", which plays need not reach",
        fmt::join(actions, ", then "));
    if (!clash.legal_at_the_end)
        return where + fmt::format("axiom '{0}' is false, though every action, legal or not, must "
                                   "lead to a state of the game; add an axiom that excludes such "
                                   "states, or make the effects keep '{0}'",
                                   fmt::join(clash.axioms, "' and '"));
    return where + fmt::format("'{}' say that {} is legal and the play is over, which contradicts "
                               "A5 (terminal -> !legal(a)); add '& !terminal' to '{}', or an axiom "
                               "that excludes such states",
                               fmt::join(clash.axioms, "' and '"),
                               frame.name(*clash.legal_at_the_end), clash.axioms.front());
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
    const auto& [why, clash] = std::get<Undecided>(verdict);
    return clash ? fmt::format("{}: {}", text(why), text(frame, *clash)) : text(why);
}

} // namespace sgl
