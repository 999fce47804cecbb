#pragma once

// Looking for the lines by which clauses about plays contradict what is bad, with CaDiCaL.

#include "prover/checker/check.hpp"

namespace sgl::certificate
{

/// The argument with its lines, or why there is none. Throws Interrupted when the budget runs out.
struct Refutation
{
    std::optional<ByClauses> how;
    std::string why_not;
};
Refutation refutation(const GameUnderCheck& ground, const Claim& claim, const ClaimPart& part,
                      ByClauses how);

} // namespace sgl::certificate
