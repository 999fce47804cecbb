#pragma once

// Files, games and formulas that the command line names, read or complained about.

#include "logic/language/reader.hpp"
#include "prover/command/options.hpp"

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

/// A game with the parameters the options set. Complains and is empty when it is wrong.
std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options);
std::optional<GameReader> read_game(FormulaStore& store, const std::string& path,
                                    const Options& options);

/// The frame of --frame and --fluents as a game. Complains and is empty when it is wrong.
std::optional<GameReader> read_frame(FormulaStore& store, const Options& options);

/// The words of a list such as "a(x,1,1), b": commas and blanks outside parentheses separate.
std::vector<std::string> listed(const std::string& text);

} // namespace sgl::command
