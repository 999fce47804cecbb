#pragma once

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

namespace sgl
{

/// Forgetting actions (SGL): ⋁_a χ_a of f's normal form, the strongest state-wise consequence of f:
/// true in a state exactly when f is true at some action there.
Formula forget(FormulaStore& store, const Frame& frame, Formula f);

} // namespace sgl
