#pragma once

// A rule sheet in GDL as understood, and, where asked for, the facts about the states that its
// plays reach.

#include "prover/command/json.hpp"
#include "prover/command/options.hpp"
#include "prover/command/watchdog.hpp"

namespace sgl::command
{

/// Prints what a sheet says, or notes it in `json`, which has what was found by then when the time
/// is up. Warnings and errors go to standard error; BadInput where there are errors, also those
/// that show only in states.
Status show_sheet(const Source& source, const Options& options, CommandWatchdog& watchdog,
                  Json& json);

} // namespace sgl::command
