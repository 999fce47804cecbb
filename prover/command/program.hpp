#pragma once

#include "prover/command/options.hpp"

#include <functional>

namespace sgl::command
{

/// The result of a program's main: the status of its work once all output is written. If the work
/// throws, the status is Fault and standard error names the fault.
int run_program(const std::function<Status()>& work);

} // namespace sgl::command
