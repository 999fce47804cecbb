#pragma once

// Files, games and formulas that the command line names, read or complained about.

#include "logic/language/reader.hpp"
#include "prover/command/options.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sgl::command
{

struct FileText
{
    std::string text;
    std::string failure; // why it can't be read, if so
};
/// The text of a file; of standard input for "-".
FileText text_of_file(const std::string& path);
/// The same as a source. Complains and is empty when it can't be read.
std::optional<Source> read_source(const std::string& path);

/// Why reading is to stop, as asked for now and then; empty when it may go on.
using Interruption = std::function<std::string()>;

/// A game with the parameters the options set. Empty when it is wrong, after complaining, or when
/// it was interrupted: of that, who interrupts will tell.
std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption);

/// The frame of --frame and --fluents as a game. Complains and is empty when it is wrong.
std::optional<GameReader> read_frame(FormulaStore& store, const Options& options);

/// The words of a list such as "a(x,1,1), b": commas and blanks outside parentheses separate.
std::vector<std::string> listed(const std::string& text);

} // namespace sgl::command
