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

/// The memory of this process that is in use, in MiB; 0 where the system does not say.
double memory_in_use();

} // namespace sgl
