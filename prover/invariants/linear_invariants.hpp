#pragma once

// Invariants about how many fluents are true: "as many crosses as dots, and one more when it is the
// dots' turn", "an even number of lamps is lit". What holds in all states of some random plays, as
// a linear equation of truth values, is a guess; what moves are then shown to keep is an invariant.

#include "prover/plays/confirmation.hpp"

#include <string>
#include <vector>

namespace sgl
{

struct LinearInvariant
{
    Formula formula;
    std::string text; // "#p(x,_) = #p(o,_) + turn(o)"
};

/// Balances of the fluents that a question depends on, true in every reachable state, whoever plays
/// what. Throws Interrupted when the budget runs out.
std::vector<LinearInvariant> find_balances(Theory& theory, const Question& question,
                                           const Budget& budget);

} // namespace sgl
