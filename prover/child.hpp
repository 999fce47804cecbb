#pragma once

// Work in a child process: for libraries that end the process when they run out of memory. Whatever
// happens to the child, the parent goes on.

#include "prover/budget.hpp"

#include <functional>
#include <string>

namespace sgl
{

/// What became of a child: what it said, or why it said nothing.
struct ChildOutcome
{
    std::string said;
    std::string failure; // empty: it came to its end
};

/// Ends the child process with a reason for its failure. To be called inside `work` only.
[[noreturn]] void give_up(const std::string& reason);

/// Calls `work` in a copy of this process, and returns what it returned there. What the child
/// prints is lost. Throws Interrupted when the budget runs out; the child is ended then.
ChildOutcome in_child(const std::function<std::string()>& work, const Budget& budget);

} // namespace sgl
