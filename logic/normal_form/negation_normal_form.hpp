#pragma once

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"

namespace sgl
{

/// A formula equivalent to f in which ¬ stands before atoms only, and ∧, ∨, [a], ⟪a⟫, ⌊α⌋ and ○ are
/// the only other connectives: →, ↔, ▽ and △ are unfolded (the last two over the frame), the α of
/// ⌊α⌋ is in negation normal form too. What ¬ does on its way down:
///   ¬⟪a⟫φ  ==  ⟪a⟫¬φ                 (C4)
///   ¬⌊α⌋φ  ==  ⌊α⌋¬φ                 (D4)
///   ¬[a]φ  ==  [a] ⋁_c ⟪c⟫¬φ         (B2), and [a]¬φ for state-wise φ
///   ¬○φ    ==  ○ ⋁_c ⟪c⟫¬φ           likewise: ○ is not self-dual
/// Its size is linear in f's times the number of actions, on shared nodes.
Formula negation_normal_form(FormulaStore& store, const Frame& frame, Formula f);

} // namespace sgl
