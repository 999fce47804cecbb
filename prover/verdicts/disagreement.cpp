#include "prover/verdicts/disagreement.hpp"

#include "prover/verdicts/words.hpp"

#include <fmt/format.h>

namespace sgl
{

namespace
{

/// As far as it is a verdict: with the engine that gave it.
std::string said(const Verdict& verdict)
{
    if (const auto* proved = std::get_if<Proved>(&verdict))
        return fmt::format("proved by {}", word(proved->method));
    if (const auto* refuted = std::get_if<Refuted>(&verdict))
        return fmt::format("refuted by {} with a play of {} plies", word(refuted->method),
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

std::optional<std::string> disagreement(const Verdict& one, const Verdict& other)
{
    if (!contradicts(one, other) && !contradicts(other, one))
        return std::nullopt;
    return fmt::format("{}, but {}", said(one), said(other));
}

} // namespace sgl
