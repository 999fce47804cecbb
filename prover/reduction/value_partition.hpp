#pragma once

// Fluents with values that keep exactly one value under every action, shown by the structure of the
// rules alone. A solver can show it, too, but not fast where there are many values.

#include "logic/model/game.hpp"
#include "prover/reduction/reduction.hpp"

#include <unordered_set>

namespace sgl
{

/// Those axioms "exactly one value" of the game that its rules keep true after every action, in
/// every state in which they are all true. Others may be kept, too. Throws Interrupted.
std::unordered_set<Formula> kept_value_axioms(Reduction& reduction, const Game& game,
                                              const Budget& budget);

} // namespace sgl
