#pragma once

// Files that the command writes: a file is written whole or not at all, and never replaces a file
// that the command read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sgl::command
{

/// Writes a file and replaces the file of that name, if there is one: the text goes to a draft file
/// first, under a name that no other run uses. Returns the reason of a failure; a path of a file
/// that this run has read is a failure, too.
std::optional<std::string> write_file(const std::string& path, const std::string& text);

/// The same for a file in a directory of proofs. Unless `replaces`, for a file that this run wrote,
/// a file of that name is a failure.
std::optional<std::string> write_proof_file(const std::string& path, const std::string& text,
                                            bool replaces);

/// The number of this run, below 2^61, that distinguishes it from other runs.
std::uint64_t run_number();

/// The number of the run that owns an unfinished file of a directory of proofs; nothing if the name
/// is not that of an unfinished file.
std::optional<std::uint64_t> run_of_unfinished(std::string_view file_name);

} // namespace sgl::command
