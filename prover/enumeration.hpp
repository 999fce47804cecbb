#pragma once

// Small games by going through all states that complying plays reach, with the plain evaluator:
// slow a state, but plays may be as long as they like, and come back to where they were.

#include "prover/unrolling.hpp"

#include <cstddef>
#include <optional>

namespace sgl
{

/// Whether the question's `bad` is true nowhere, with the premise seen or not, where the states
/// reached are at most `limit` and Σ determines everything that happens. Otherwise, and where
/// something bad is found (a matter for unrolling, which shows the play), nothing.
std::optional<Exploration> enumerate(Theory& theory, const Question& question, std::size_t limit,
                                     const Budget& budget);

} // namespace sgl
