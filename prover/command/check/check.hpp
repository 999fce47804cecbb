#pragma once

// Checking derivations and certificates: what `sgl check` and `sgl-check` do.

#include "axioms/kernel/tautology.hpp"
#include "prover/command/options.hpp"
#include "prover/resources/budget.hpp"

#include <functional>

namespace sgl::command
{

/// Who searches for the refutation of a large propositional step that does not carry one, within a
/// budget. The kernel checks what is found. Empty: nobody, and such a step is rejected.
using SearchForRefutations = std::function<axioms::FindRefutation(std::function<Budget()> budget)>;

/// Checks the files of the options; the exit status.
Status check(const Options& options, const SearchForRefutations& search = {});

} // namespace sgl::command
