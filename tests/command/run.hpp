#pragma once

// Runs the sgl command as a user does: arguments, standard input, what it prints, exit status.

#include <string>

namespace sgl::testing
{

struct Run
{
    int status = -1; // the exit status, or -1 when it did not exit by itself
    std::string output;
    std::string errors;
};

/// Runs `sgl ARGUMENTS` through the shell, from the top of the sources.
Run run_sgl(const std::string& arguments, const std::string& standard_input = "");

/// Whether a part occurs in a text.
inline bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// The text of a file below the top of the sources.
std::string read_text(const std::string& path);

/// Bad input: exit status 3, nothing on standard output, and `said` among the errors.
void check_refused(const Run& run, const std::string& said);

/// `text` with the one occurrence of `from` replaced; fails the test when it is not there.
std::string with(const std::string& text, const std::string& from, const std::string& to);

} // namespace sgl::testing
