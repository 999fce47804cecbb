#include "prover/verdict.hpp"

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
