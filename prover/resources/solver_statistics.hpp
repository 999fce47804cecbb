#pragma once

#include <cstdint>

namespace sgl
{

/// Counts of the input and the work of solvers, summed over solvers.
struct SolverStatistics
{
    std::uint64_t variables = 0;
    std::uint64_t clauses = 0;
    std::uint64_t queries = 0;
    std::uint64_t conflicts = 0;

    SolverStatistics& operator+=(const SolverStatistics& more)
    {
        variables += more.variables;
        clauses += more.clauses;
        queries += more.queries;
        conflicts += more.conflicts;
        return *this;
    }
};

} // namespace sgl
