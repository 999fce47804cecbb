#pragma once

// Files that the command writes: never there in part, and never in the place of a file that it
// read.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sgl::command
{

/// Writes a file in the place of what is there: under a name that no other run uses first. Why that
/// failed, if it did; so it does where the file is one that this run has read.
std::optional<std::string> write_file(const std::string& path, const std::string& text);

/// The same for a file in a directory of proofs. Unless it replaces what this run wrote, there must
/// be no file of that name.
std::optional<std::string> write_proof_file(const std::string& path, const std::string& text,
                                            bool replaces);

/// A number that tells this run from others, below 2^61.
std::uint64_t run_number();

/// The run that began to write this file of a directory of proofs, and has not finished it; nothing
/// where the name is no such file's.
std::optional<std::uint64_t> run_of_unfinished(std::string_view file_name);

} // namespace sgl::command
