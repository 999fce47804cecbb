#pragma once

// Refutations of propositional steps by splitting on variables (DPLL with failed literals): what
// sgl-check has for a solver. Nothing rests on it: the kernel checks what is found.

#include "axioms/kernel/tautology.hpp"
#include "prover/resources/budget.hpp"

#include <functional>

namespace sgl::command
{

/// For steps of derivations written by hand. Finds nothing where the search takes too long or the
/// budget that there is then runs out.
axioms::FindRefutation refutations_by_splitting(std::function<Budget()> budget);

} // namespace sgl::command
