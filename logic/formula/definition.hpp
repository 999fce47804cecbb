#pragma once

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

namespace sgl
{

/// What ○φ, α ▽ … ▽ β or α △ … △ β abbreviates over the frame, one
/// connective unfolded, its operands as they are; any other formula itself.
///   ○φ                ⋁_b (does(b) ∧ [b]φ)
///   α₁ ▽ … ▽ αₙ       α₁ ∨ ((α₂ ▽ … ▽ αₙ, unfolded) ∧ ⋀_c ⟪c⟫¬α₁)
///   α₁ △ … △ αₙ       α₁ ∧ ⋀_{k≥2} ((⋁_c ⟪c⟫((α₁ ∧ …) ∧ α_k)) → α_k), the prefixes shared
Formula definition(FormulaStore& store, const Frame& frame, Formula f);

/// ⋀_{c∈A} ⟪c⟫φ.
Formula for_all_actions(FormulaStore& store, const Frame& frame, Formula f);
/// ⋁_{c∈A} ⟪c⟫φ.
Formula for_some_action(FormulaStore& store, const Frame& frame, Formula f);

} // namespace sgl
