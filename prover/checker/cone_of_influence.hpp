#pragma once

#include "prover/checker/symbolic/state_sets.hpp"

#include <span>

namespace sgl::certificate
{

/// The fluents, and `initial`, on which the question and other formulas depend, through what the
/// axioms define them by. What is said of initial states is known of those the plays start in;
/// where it is about more than fluents, the states in the sets are to say whether they are initial.
Bits relevant_bits(const GameUnderCheck& ground, const Question& question,
                   std::span<const Formula> others = {});

} // namespace sgl::certificate
