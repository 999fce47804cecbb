#pragma once

// What is wrong with a game in states that can be reached.

#include "logic/gdl/machine/explore.hpp"
#include "logic/gdl/sheet/sheet.hpp"

namespace sgl::gdl
{

/// Errors: states that do not end the play and in which a role has no move. Warnings: states that
/// end it and in which a role has no goal value, or two; plays that need not end; and fluents and
/// moves that 'base' and 'input' lack, and that states have. Each names a state. Of a graph that is
/// not complete, they are about the states that were seen.
std::vector<Diagnostic> check_states(const Sheet& sheet, const Program& program,
                                     const StateGraph& graph);

/// The fluents of a state, as the sheet writes them: "{(cell 1 1 b), (control x)}".
std::string state_text(const Terms& terms, const Program& program, StateBits state);

} // namespace sgl::gdl
