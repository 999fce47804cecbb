#pragma once

// The equations of a reduction, derived once more: from the law an equation names, and from the
// right sides of its premises, its right side follows by propositional logic alone.

#include "prover/reduction/reduction.hpp"

#include <optional>
#include <string>

namespace sgl::testing
{

/// f and g agree under every assignment to their atoms and modal parts.
bool propositionally_equivalent(Formula f, Formula g);

/// Built with ¬, ∧, ∨ and ↔ from atoms about now, [a]x and ○x, x an atom about later; no symbol
/// that the rules define.
bool is_normal_form(Formula f, const Frame& frame, const Rules& rules);

/// What is wrong with an equation; nothing if it is justified.
std::optional<std::string> unjustified(Reduction& reduction, const Equation& equation);

/// Every fluent open(p) of the reduction replaced by p.
Formula closed(Reduction& reduction, Formula f);

} // namespace sgl::testing
