#pragma once

// Search, with CaDiCaL, for the lines by which clauses about plays contradict a bad state or move.

#include "prover/checker/check.hpp"

namespace sgl::certificate
{

/// The argument with its lines, or the reason why there is none. `refutation` throws Interrupted
/// when the budget runs out.
struct Refutation
{
    std::optional<ByClauses> how;
    std::string why_not;
};
Refutation refutation(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                      ByClauses how);

} // namespace sgl::certificate
