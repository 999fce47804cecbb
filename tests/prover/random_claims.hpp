#pragma once

// Random claims about a game, of every kind, some of them up to a few plies only.

#include "tests/random.hpp"

namespace sgl::testing
{

/// With `modalities`, formulas and strategies may look ahead; without, they are about the present.
Claim random_claim(Random& random, FormulaStore& store, const Game& game, bool modalities);

/// "if", "achieves": for what a failing test says.
const char* word(ClaimKind kind);

} // namespace sgl::testing
