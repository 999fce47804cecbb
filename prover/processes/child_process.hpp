#pragma once

// Work in a child process, for libraries that end the process when they run out of memory. The
// parent survives every end of the child.

#include "prover/resources/budget.hpp"

#include <functional>
#include <string>

namespace sgl
{

/// The result of a child, or the reason why there is no result.
struct ChildOutcome
{
    std::string said;
    std::optional<Interrupted> failure = {}; // nothing: `work` returned
};

/// Ends the child process with a reason for its failure. May be called inside `work` only.
[[noreturn]] void give_up(const Interrupted& reason);
[[noreturn]] void give_up(const std::string& reason);

/// A forked copy of this process that runs in parallel. Its output is discarded.
class Child
{
public:
    /// Calls `work` in the child.
    explicit Child(const std::function<std::string()>& work);
    /// Ends the child, if it still runs.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits for the result of `work`; may be called once. Throws Interrupted when the budget runs
    /// out, after the child was ended. `while_waiting` is called about every 20 ms.
    ChildOutcome outcome(const Budget& budget, const std::function<void()>& while_waiting = {});
    /// The memory that the child has taken since its start, in MiB.
    double memory() const;

private:
    void stop();
    int end();

    int process_ = -1;     // -1: no child (any more)
    int from_ = -1;        // the reading end of the pipe
    double at_first_ = 0;  // memory at the start, MiB
    std::string no_child_; // why the fork failed
};

/// Calls `work` in a child, and waits for its result. Throws Interrupted when the budget runs out.
ChildOutcome in_child(const std::function<std::string()>& work, const Budget& budget);

} // namespace sgl
