#pragma once

// Invariants about numbers of true fluents: "as many crosses as dots, and one more when it is the
// dots' turn", "an even number of lamps is lit". A candidate is a linear equation of truth values
// that holds in all states of some random plays; an invariant is a candidate that is true initially
// and that all moves are shown to preserve.

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

/// Linear invariants of the fluents that a question depends on, true in every reachable state for
/// all strategies of the agents. Throws Interrupted when the budget runs out.
std::vector<LinearInvariant> find_balances(Theory& theory, const Question& question,
                                           const Budget& budget);

} // namespace sgl
