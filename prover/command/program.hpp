#pragma once

#include "prover/command/options.hpp"

#include <functional>

namespace sgl::command
{

/// What a program's main returns: the status of its work once all output is written; a fault, which
/// is said on standard error, where the work throws.
int run_program(const std::function<Status()>& work);

} // namespace sgl::command
