#pragma once

// Other claims of a file as invariants for a claim: what they say of states that its plays reach.

#include "prover/claims/question.hpp"

#include <span>
#include <string>
#include <vector>

namespace sgl
{

/// The formulas of other claims, and of the invariants that claims state, that speak of every state
/// of plays among which are all complying plays of the claim: plays in which some of the same
/// agents follow the same strategies. Whether they are true is not known. With `names`, of these
/// claims alone.
std::vector<Proposal> proposals_for(FormulaStore& store, const Game& game, const Claim& claim,
                                    std::span<const std::string> names = {});

} // namespace sgl
