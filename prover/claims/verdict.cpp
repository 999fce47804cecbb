#include "prover/claims/verdict.hpp"

#include <fmt/format.h>

namespace sgl
{

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
        return fmt::format("nothing found up to ply {}: {}", bounded->plies, bounded->why);
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
    {
        const std::size_t plies = refuted->witness.play.size();
        return fmt::format("refuted by a play of {} {}", plies, plies == 1 ? "ply" : "plies");
    }
    return std::get<Undecided>(verdict).why;
}

Comparison compare(const Claim& claim, const ClaimResult& result)
{
    const auto* bounded = std::get_if<HoldsUpTo>(&result.verdict);
    const bool proved = std::holds_alternative<Proved>(result.verdict);
    const bool refuted = std::holds_alternative<Refuted>(result.verdict);
    const bool far_enough =
        proved || (bounded != nullptr && claim.up_to && bounded->plies >= *claim.up_to);
    const auto yes_or_no = [](bool yes)
    { return yes ? Comparison::AsExpected : Comparison::NotAsExpected; };

    if (!claim.expected)
        return proved || refuted || far_enough ? Comparison::AsExpected : Comparison::Open;
    if (!refuted && !far_enough)
        return Comparison::Open;
    switch (*claim.expected)
    {
    case Expected::Proved: return yes_or_no(far_enough && !result.vacuous);
    case Expected::Vacuous: return yes_or_no(far_enough && result.vacuous);
    case Expected::Refuted: return yes_or_no(refuted);
    }
    return Comparison::Open;
}

} // namespace sgl
