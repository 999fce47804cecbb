#pragma once

// Standard output and standard error. A failure to write (a broken pipe, a full disk) is remembered
// and reported at the end; no exception is thrown into the work.

#include "logic/diagnostic.hpp"
#include "prover/command/options.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::command
{

/// The worse of two statuses: the exit status of a program that met both.
Status worse(Status status, Status other);

/// Writes to standard output.
void put(std::string_view text);
/// Flushes standard output; false when something could not be written.
bool flush_output();
/// True if some output could not be written.
bool output_failed();
/// The status, when all output is written; Fault, with a message, when some output could not be
/// written. Where the reader of a pipe has closed the pipe, the process ends by SIGPIPE, without a
/// message.
Status after_output(Status status);
/// Ends the process at once, whatever other threads do.
[[noreturn]] void end_process(Status status);

/// Writes messages to standard error.
void complain(const std::vector<Diagnostic>& messages);
void complain(const std::string& message);
/// The same, as a warning.
void warn(const std::string& message);
/// Writes a text to standard error unchanged.
void put_error(std::string_view text);
/// The progress line on a terminal's standard error. The next output takes its place.
void show_progress(const std::string& text);
void erase_progress();
/// True if progress is shown: standard error is a terminal, and the options do not say quiet.
bool shows_progress(const Options& options);

/// Meanings of colours.
enum class Tint
{
    Good,
    Open,
    Bad,
    Faint,
    Strong,
};

/// The text in a colour; the text itself when `color` is false.
std::string tinted(std::string_view text, Tint tint, bool color);

} // namespace sgl::command
