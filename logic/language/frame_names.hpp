#pragma once

// Formulas over a bare frame: names mean the actions and fluents that are spelled so.

#include "logic/formula/formula.hpp"
#include "logic/formula/frame.hpp"
#include "logic/syntax/syntax.hpp"
#include "logic/syntax/text.hpp"

namespace sgl::language
{

Formula formula_over_frame(FormulaStore& store, const Frame& frame, const Texts& texts,
                           Watch& watch, Expr* expr);

} // namespace sgl::language
