#pragma once

// Input of the commands: the files, games and formulas that the command line names, and the errors
// in them.

#include "logic/language/reader.hpp"
#include "prover/command/json.hpp"
#include "prover/command/options.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sgl::command
{

/// The reason why a command has no answer: errors in a text, an error in the command line, or a
/// limit that was met.
struct Refusal
{
    std::vector<Diagnostic> errors; // errors in texts
    std::string message;            // an error without a position in a text
    std::string file;               // file that the error is about; empty for the command line
    std::string limit;              // limit that was met, and when; the input may be correct then
};
/// The Refusal for errors in texts. Field `limit` is set if the first error is a limit of the
/// reader; `when` says during which phase the limit was met.
Refusal refusal_of(std::vector<Diagnostic> errors, const std::string& file, const Options& options,
                   const std::string& when);
/// Writes the refusal to standard error; returns the exit status for it.
Status complain(const Refusal& refusal);
/// The value of "error" in --json: message, file, line, column.
Json as_json(const Refusal& refusal);
/// The text of a JSON object with the one member "error".
std::string error_object(const Refusal& refusal);

struct FileText
{
    std::string text;
    std::string failure; // why the file cannot be read; else empty
};
/// The text of a file; of standard input for "-".
FileText text_of_file(const std::string& path);
/// True if text_of_file has read the file, under this name or another.
bool was_read(const std::string& path);
/// True if both paths lead to one file, by device and inode number.
bool is_same_file(const std::string& path, const std::string& other);
/// The path without `.` and `..`, if the shorter path leads to the same file; the path unchanged if
/// symbolic links make the shorter path lead elsewhere.
std::string plain_path(const std::string& path);
/// The text of a file as a Source. Empty when the file cannot be read.
std::optional<Source> read_source(const std::string& path, Refusal& refusal);
/// The same; empty also when the memory that the options allow has no room for the text.
std::optional<Source> read_source(const std::string& path, const Options& options,
                                  Refusal& refusal);

/// A function that readers call from time to time. Its result says why reading is to stop, and
/// when; an empty result lets reading go on.
using Interruption = std::function<std::string()>;

/// The options of the reader of games, within the memory that the options of the command allow.
ReadOptions reading_options(const Options& options);

/// A game with the parameters that the options set. Empty when the game has errors or the reading
/// was interrupted.
std::optional<GameReader> read_game(FormulaStore& store, const Source& source,
                                    const Options& options, const Interruption& interruption,
                                    Refusal& refusal);

/// The frame of --frame and --fluents as a game. Empty when the frame has errors.
std::optional<GameReader> read_frame(FormulaStore& store, const Options& options, Refusal& refusal);

/// The words of a list such as "a(x,1,1), b". Commas and blanks outside parentheses separate words.
std::vector<std::string> listed(const std::string& text);

} // namespace sgl::command
