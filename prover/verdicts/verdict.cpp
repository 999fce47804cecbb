#include "prover/verdicts/verdict.hpp"

namespace sgl
{

std::optional<Method> method_of(const Verdict& verdict)
{
    if (const auto* proved = std::get_if<Proved>(&verdict))
        return proved->method;
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
        return refuted->method;
    if (std::holds_alternative<HoldsUpTo>(verdict))
        return Method::Unrolling;
    return std::nullopt;
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
