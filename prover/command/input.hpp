#pragma once

// Files, games and formulas that the command line names, read or complained about.

#include "logic/language/reader.hpp"
#include "prover/command/json.hpp"
#include "prover/command/options.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sgl::command
{

/// Why there is no answer: what is wrong with a text or with what was asked for, or a limit.
struct Refusal
{
    std::vector<Diagnostic> errors; // of texts
    std::string message;            // of what has no place in a text
    std::string file;               // that it is about; empty for the command line
    std::string limit;              // that was met, and when; nothing need be wrong then
};
/// Of texts. The limit is what they may take, where that is what they go beyond; `when` is when it
/// was met.
Refusal refusal_of(std::vector<Diagnostic> errors, const std::string& file, const Options& options,
                   const std::string& when);
/// Writes it to standard error; the exit status that it asks for.
Status complain(const Refusal& refusal);
/// As the value of "error": message, file, line, column.
Json as_json(const Refusal& refusal);
/// An object with that alone, as text.
std::string error_object(const Refusal& refusal);

struct FileText
{
    std::string text;
    std::string failure; // why it can't be read, if so
};
/// The text of a file; of standard input for "-".
FileText text_of_file(const std::string& path);
/// The file was read by text_of_file, under this name or another.
bool was_read(const std::string& path);
/// Both paths lead to one file, by device and number.
bool is_same_file(const std::string& path, const std::string& other);
/// The path without `.` and `..` where that is the same file; where symbolic links make it another,
/// as it stands.
std::string plain_path(const std::string& path);
/// The same as a source. Empty when it can't be read.
std::optional<Source> read_source(const std::string& path, Refusal& refusal);
/// The same, if the memory that the options allow has room for the text.
std::optional<Source> read_source(const std::string& path, const Options& options,
                                  Refusal& refusal);

/// Why reading is to stop, and when, as asked for now and then; empty when it may go on.
using Interruption = std::function<std::string()>;

/// How games are read, within the memory that the options allow.
ReadOptions reading_options(const Options& options);

/// A game with the parameters the options set. Empty when it is wrong or was interrupted.
std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption,
                                    Refusal& refusal);

/// The frame of --frame and --fluents as a game. Empty when it is wrong.
std::optional<GameReader> read_frame(FormulaStore& store, const Options& options, Refusal& refusal);

/// The words of a list such as "a(x,1,1), b": commas and blanks outside parentheses separate.
std::vector<std::string> listed(const std::string& text);

} // namespace sgl::command
