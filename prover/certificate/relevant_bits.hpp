#pragma once

#include "prover/certificate/layer.hpp"

#include <span>

namespace sgl::certificate
{

/// The fluents, and `initial`, on which the question and other formulas depend, through what the
/// axioms define them by.
Bits relevant_bits(const Ground& ground, const Question& question,
                   std::span<const Formula> others = {});

} // namespace sgl::certificate
