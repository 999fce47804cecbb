#pragma once

// Runs the sgl command and measures it.

#include <string>
#include <vector>

namespace sgl::testing
{

struct Measured
{
    int status = -1; // the exit status, or -1 when it did not exit by itself
    std::string output, errors;
    double seconds = 0; // of processor time
    long mebibytes = 0; // at most in memory
};

/// Runs `sgl ARGUMENT…` without a shell, from the current directory.
Measured measure_sgl(const std::vector<std::string>& arguments);

} // namespace sgl::testing
