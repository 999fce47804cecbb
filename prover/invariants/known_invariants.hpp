#pragma once

// The invariants of a game that hold for all strategies of its agents.

#include "logic/formula/formula.hpp"
#include "prover/resources/budget.hpp"

#include <vector>

namespace sgl
{

class Theory;

/// Formulas that are true in every reachable state (find_pair_invariants), found once for a theory.
/// None where the search takes more than limits::pair_invariants_seconds of effort. Throws
/// Interrupted when the budget runs out.
const std::vector<Formula>& known_invariants(Theory& theory, const Budget& budget);

} // namespace sgl
