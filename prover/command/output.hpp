#pragma once

// What is written to standard output and standard error. Output that can't be written (a broken
// pipe, a full disk) is remembered and found out at the end, rather than thrown into the work.

#include "logic/diagnostic.hpp"
#include "prover/command/options.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sgl::command
{

/// Of two, the one that the whole ends with.
Status worse(Status status, Status other);

/// Writes to standard output.
void put(std::string_view text);
/// Everything so far is on its way; false when something could not be written.
bool flush_output();
/// Output could not be written.
bool output_failed();
/// The status, when everything is written; a fault, with a message, when it could not be. Where the
/// reader of a pipe has gone away, it has all it wanted: the process ends there, by SIGPIPE and
/// without a message.
Status after_output(Status status);
/// Ends the process as it stands, whatever other threads do.
[[noreturn]] void end_process(Status status);

/// Writes messages to standard error.
void complain(const std::vector<Diagnostic>& messages);
void complain(const std::string& message);
/// The same, as a warning.
void warn(const std::string& message);
/// As it stands.
void put_error(std::string_view text);
/// The line in which a terminal's standard error shows what is being done. Whatever is written next
/// takes its place.
void show_progress(const std::string& text);
void erase_progress();
/// Progress is shown: standard error is a terminal, and nobody asked for quiet.
bool shows_progress(const Options& options);

/// What text is coloured for.
enum class Tint
{
    Good,
    Open,
    Bad,
    Faint,
    Strong,
};

/// The text in a colour; itself when colours are off.
std::string tinted(std::string_view text, Tint tint, bool color);

} // namespace sgl::command
