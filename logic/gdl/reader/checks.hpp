#pragma once

// What is wrong with a sheet whose rules were read, as far as that shows without grounding.

#include "logic/gdl/sheet/reports.hpp"
#include "logic/gdl/sheet/sheet.hpp"

namespace sgl::gdl
{

/// Each variable of a head, of `not` and of `distinct` is bound by a condition that holds.
void check_safety(const Sheet& sheet, Reports& reports);

/// What may depend on what: 'legal', 'terminal' and 'goal' on no move, 'init', 'base' and 'input'
/// on no state; and no rule on its own negation. A cycle through `not` that has no variables is an
/// error here; one with variables is left to the grounding, which may show that there is none.
void check_dependencies(const Sheet& sheet, Reports& reports);

/// What is missing, never used, never defined, or does not fit together.
void check_usage(const Sheet& sheet, Reports& reports);

} // namespace sgl::gdl
