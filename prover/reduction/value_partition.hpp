#pragma once

// Fluents with values that keep exactly one value under every action, shown by the structure of the
// rules alone. A solver can show it, too, but not fast where there are many values.

#include "logic/formula/frame.hpp"
#include "prover/reduction/reduction.hpp"

namespace sgl
{

/// Whether the rules give the range exactly one value after each action, in every state in which
/// each fluent with values of the frame has exactly one: then `true`. `false` says nothing. Throws
/// Interrupted.
bool keeps_one_value(Reduction& reduction, const FluentRange& range, const Budget& budget);

} // namespace sgl
