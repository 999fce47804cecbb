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

/// The text of a file below the top of the sources.
std::string read_text(const std::string& path);

/// `text` with the one occurrence of `from` replaced; fails the test when it is not there.
std::string with(const std::string& text, const std::string& from, const std::string& to);

} // namespace sgl::testing
