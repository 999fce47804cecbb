#pragma once

// The memory that engines may take, and what this process has.

#include <cstddef>

namespace sgl
{

/// What all engines may take together, from now on, in MiB: a solver's query that would take more
/// gives up, and so does going through states.
void limit_memory(std::size_t mebibytes);

/// What was set by limit_memory, for engines that look at it themselves.
std::size_t memory_limit();

/// The memory of this process, and of those beside it that are counted, in MiB; 0 where the system
/// does not say.
double memory_in_use();
/// What is left of a limit, in MiB.
std::size_t memory_left(std::size_t limit);
/// The memory of another process.
double memory_of_process(int process);

/// Memory that a child process has taken, counted as in use here as long as this lives.
class ChildMemoryCharge
{
public:
    ChildMemoryCharge() = default;
    ~ChildMemoryCharge() { is(0); }
    ChildMemoryCharge(const ChildMemoryCharge&) = delete;
    ChildMemoryCharge& operator=(const ChildMemoryCharge&) = delete;

    /// So many MiB now.
    void is(double mebibytes);

private:
    double counted_ = 0;
};

} // namespace sgl
