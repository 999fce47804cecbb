#pragma once

// Work in a child process: for libraries that end the process when they run out of memory. Whatever
// happens to the child, the parent goes on.

#include "prover/resources/budget.hpp"

#include <functional>
#include <string>

namespace sgl
{

/// What became of a child: what it said, or why it said nothing.
struct ChildOutcome
{
    std::string said;
    std::optional<Interrupted> failure = {}; // nothing: it came to its end
};

/// Ends the child process with a reason for its failure. To be called inside `work` only.
[[noreturn]] void give_up(const Interrupted& reason);
[[noreturn]] void give_up(const std::string& reason);

/// A copy of this process, at work beside it. What it prints is lost.
class Child
{
public:
    /// Calls `work` there.
    explicit Child(const std::function<std::string()>& work);
    /// Ends it, if it is still at work.
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits for what `work` returned there; to be called once. Throws Interrupted when the budget
    /// runs out; the child is ended then. `while_waiting` is called now and then.
    ChildOutcome outcome(const Budget& budget, const std::function<void()>& while_waiting = {});
    /// The memory that it has taken since it began, in MiB.
    double memory() const;

private:
    void stop();
    int end();

    int process_ = -1;     // -1: there is none (any more)
    int from_ = -1;        // what it says comes from here
    double at_first_ = 0;  // memory that it began with
    std::string no_child_; // why there never was one
};

/// Calls `work` in a child, and waits for what it returns there.
ChildOutcome in_child(const std::function<std::string()>& work, const Budget& budget);

} // namespace sgl
