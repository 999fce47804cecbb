#include "prover/claims/proposals.hpp"

#include "prover/claims/claim_parts.hpp"

#include <algorithm>

namespace sgl
{

namespace
{

bool includes(const std::vector<Strategy>& profile, const std::vector<Strategy>& part)
{
    return std::ranges::all_of(part,
                               [&](const Strategy& s)
                               {
                                   return std::ranges::any_of(profile,
                                                              [&](const Strategy& other) {
                                                                  return other.agent == s.agent &&
                                                                         other.moves == s.moves;
                                                              });
                               });
}

} // namespace

std::vector<Proposal> proposals_for(FormulaStore& store, const Game& game, const Claim& claim,
                                    std::span<const std::string> names)
{
    const std::vector<Strategy> profile = certificate::profile_of(claim);
    std::vector<Proposal> found;
    for (const Claim& other : game.claims)
    {
        if (!names.empty() && std::ranges::find(names, other.name) == names.end())
            continue;
        if (other.up_to || certificate::is_about_all_states(other) ||
            !includes(profile, certificate::profile_of(other)))
            continue;
        if (other.name != claim.name && certificate::parts_prove(other))
        {
            for (const certificate::ClaimPart& part : certificate::parts_of(store, game, other))
            {
                if (!part.theorem && !part.question.must_end && !part.question.at_moves)
                    found.push_back({other.name, store.negation(part.question.bad)});
            }
        }
        if (other.invariant)
            found.push_back({other.name, other.invariant->when
                                             ? store.implication(other.invariant->when,
                                                                 other.invariant->formula)
                                             : other.invariant->formula});
    }
    return found;
}

} // namespace sgl
