#pragma once

#include "prover/checker/symbolic/state_sets.hpp"

#include <span>

namespace sgl::certificate
{

/// The cone of influence: the fluents, and `initial`, on which the question and the other formulas
/// depend, through the rules of the game. An axiom `initial -> φ` with φ about fluents alone adds
/// nothing: it holds in the initial states of the plays. Another such axiom adds `initial` and its
/// fluents, so that the sets say which states are initial.
Bits relevant_bits(const GameUnderCheck& ground, const Question& question,
                   std::span<const Formula> others = {});

} // namespace sgl::certificate
