#pragma once

// The memory that engines may use, and the memory that this process uses, in MiB.

#include <cstddef>

namespace sgl
{

/// Sets the limit for all engines together, in MiB. A query of a solver, or a search through
/// states, that needs more memory gives up.
void limit_memory(std::size_t mebibytes);

/// The limit set by limit_memory, in MiB, for engines that check their memory themselves.
std::size_t memory_limit();

/// The memory of this process and the memory charged for its children (ChildMemoryCharge), in MiB;
/// without the former where the system does not report memory.
double memory_in_use();
/// The limit less memory_in_use(), at least 0, in MiB.
std::size_t memory_left(std::size_t limit);
/// The memory of a process, by its id, in MiB; 0 where the system does not report memory.
double memory_of_process(int process);

/// Memory of a child process that memory_in_use() counts during the lifetime of this object.
class ChildMemoryCharge
{
public:
    ChildMemoryCharge() = default;
    ~ChildMemoryCharge() { is(0); }
    ChildMemoryCharge(const ChildMemoryCharge&) = delete;
    ChildMemoryCharge& operator=(const ChildMemoryCharge&) = delete;

    /// Sets the amount, in MiB.
    void is(double mebibytes);

private:
    double counted_ = 0;
};

} // namespace sgl
