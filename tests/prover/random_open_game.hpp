#pragma once

// Random small games with axioms of every shape, and with less than would
// determine them.

#include "tests/random.hpp"

namespace sgl::testing
{

/// A random game less some of its axioms, and at times with others in their place or beside them:
/// constraints on states and on what follows, effects without a frame axiom, definitions that look
/// ahead.
Game random_open_game(Random& random, FormulaStore& store);

} // namespace sgl::testing
