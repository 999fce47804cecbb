#pragma once

// From expressions to rules; what is no rule is reported.

#include "logic/gdl/sheet/reports.hpp"
#include "logic/gdl/sheet/sheet.hpp"

namespace sgl::gdl
{

/// Fills `sheet.rules` and `sheet.conditions` from `sheet.expressions`.
void build_rules(Sheet& sheet, Reports& reports);

} // namespace sgl::gdl
