#pragma once

// A propositional solver for very many small queries about the same clauses: it says which
// assumptions a contradiction needs, and takes one more clause for one query.

#include "axioms/kernel/literal.hpp"
#include "prover/resources/budget.hpp"
#include "prover/resources/solver_statistics.hpp"

#include <memory>
#include <span>

namespace sgl
{

using axioms::Literal;

/// CaDiCaL, whatever `use_solver` chose: for searches whose outcome another solver checks.
class CoreSolver
{
public:
    CoreSolver();
    ~CoreSolver();
    CoreSolver(CoreSolver&&) noexcept;
    CoreSolver& operator=(CoreSolver&&) noexcept;

    Literal new_variable();
    void add(std::span<const Literal> clause);
    void add(std::initializer_list<Literal> clause)
    {
        add(std::span(clause.begin(), clause.size()));
    }

    /// Whether the clauses are satisfiable together with the assumptions and, for this query, with
    /// one more clause, if it is not empty. Throws Interrupted when the budget runs out.
    bool is_satisfiable(std::span<const Literal> assumptions, std::span<const Literal> clause,
                        const Budget& budget);
    /// After a query that was satisfiable: the value of a literal.
    bool value(Literal literal) const;
    /// After a query that was not: whether the contradiction needs this assumption.
    bool is_in_core(Literal assumption) const;

    SolverStatistics statistics() const;

private:
    struct Solver;
    std::unique_ptr<Solver> solver_;
};

} // namespace sgl
