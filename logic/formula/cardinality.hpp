#pragma once

// How many of some formulas are true, as circuits of polynomial size: subsets are never listed.

#include "logic/formula/formula.hpp"

#include <cstddef>
#include <span>

namespace sgl
{

/// At least k of the n formulas are true: O(n · min(k, n − k + 1)) nodes. What the circuits for
/// several k, or for the same formulas and some more behind them, have in common is shared.
Formula at_least(FormulaStore& store, std::span<const Formula> formulas, std::size_t k);
/// Exactly k of the formulas are true.
Formula exactly(FormulaStore& store, std::span<const Formula> formulas, std::size_t k);

/// Exactly one of the formulas is true: O(n) nodes, of depth O(log n).
Formula exactly_one(FormulaStore& store, std::span<const Formula> formulas);

} // namespace sgl
