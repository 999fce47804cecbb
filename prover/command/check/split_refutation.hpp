#pragma once

// Refutations of propositional steps by splitting on variables (DPLL with failed literals):
// sgl-check links no SAT solver. The search is not trusted: the kernel checks each refutation.

#include "axioms/kernel/tautology.hpp"
#include "prover/resources/budget.hpp"

#include <functional>

namespace sgl::command
{

/// A search for steps of derivations written by hand. The search finds nothing where it takes too
/// long or the budget, asked for at each step, runs out; it does not throw Interrupted.
axioms::FindRefutation refutations_by_splitting(std::function<Budget()> budget);

} // namespace sgl::command
