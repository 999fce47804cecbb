#pragma once

// What is known of every reachable state, whoever plays what.

#include "logic/formula/formula.hpp"
#include "prover/resources/budget.hpp"

#include <vector>

namespace sgl
{

class Theory;

/// Formulas that are true in every reachable state (find_pair_invariants), found once for a theory.
/// None where that takes more than a few seconds. Throws Interrupted when the budget runs out.
const std::vector<Formula>& known_invariants(Theory& theory, const Budget& budget);

} // namespace sgl
