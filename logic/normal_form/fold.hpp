#pragma once

// Connectives that compute with ⊤ and ⊥. The store itself never simplifies; these are for
// transformations whose results are new formulas anyway.

#include "logic/formula/formula.hpp"

namespace sgl::fold
{

Formula negation(FormulaStore& store, Formula f);
/// ∧ without ⊤; ⊥ if an operand is ⊥.
Formula conjunction(FormulaStore& store, std::span<const Formula> operands);
/// ∨ without ⊥; ⊤ if an operand is ⊤.
Formula disjunction(FormulaStore& store, std::span<const Formula> operands);
Formula implication(FormulaStore& store, Formula premise, Formula conclusion);
Formula equivalence(FormulaStore& store, Formula f, Formula g);

} // namespace sgl::fold
