#pragma once

// Claims about policies that are looked up (logic/states/policies.hpp). Other engines do not know
// what such a policy recommends: they would take it as open.

#include "prover/reduction/theory.hpp"
#include "prover/verdicts/verdict.hpp"

namespace sgl
{

/// True if the claim depends on what a policy recommends that is looked up.
bool is_about_policy(const Game& game, const Claim& claim);

/// The result for such a claim, by all states that plays reach. A claim about all states, reachable
/// or not, is undecided. `bound`: longer plays, in plies, refute nothing. Throws Interrupted and
/// EvaluationTooDeep.
ClaimResult policy_claim(Theory& theory, const Claim& claim, std::optional<unsigned> bound,
                         const Budget& budget);

} // namespace sgl
