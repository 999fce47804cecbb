#pragma once

// Files, games and formulas that the command line names, read or complained about.

#include "logic/language/reader.hpp"
#include "prover/command/options.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sgl::command
{

/// The text of a file; of standard input for "-". Complains and is empty when it can't be read.
std::optional<Source> read_source(const std::string& path);

/// Why reading is to stop, as asked for now and then; empty when it may go on.
using Interruption = std::function<std::string()>;

/// A game with the parameters the options set. Empty when it is wrong, after complaining, or when
/// it was interrupted: of that, who interrupts will tell.
std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption);

/// The words of a list such as "a(x,1,1), b": commas and blanks outside parentheses separate.
std::vector<std::string> listed(const std::string& text);

} // namespace sgl::command
