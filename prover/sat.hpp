#pragma once

// The narrow interface to a propositional solver. Z3 stands behind it, in one .cpp.

#include "prover/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace sgl
{

/// A variable (from 1) or, negative, its negation.
using Literal = std::int32_t;

enum class Satisfiable : std::uint8_t
{
    Yes,
    No,
};

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

/// What solvers may take together, from now on; a query that would take more gives up.
void limit_solver_memory(std::size_t mebibytes);

/// Clauses, and whether they can all be true.
class SatSolver
{
public:
    SatSolver();
    ~SatSolver();
    SatSolver(const SatSolver&) = delete;
    SatSolver& operator=(const SatSolver&) = delete;

    Literal new_variable();
    void add(std::span<const Literal> clause);
    void add(std::initializer_list<Literal> clause)
    {
        add(std::span(clause.begin(), clause.size()));
    }

    /// Under assumptions. Throws Interrupted when the budget runs out or the solver gives up.
    Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget);
    /// After Satisfiable::Yes: the value of a literal.
    bool value(Literal literal) const;

    SolverStatistics statistics() const;

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace sgl
