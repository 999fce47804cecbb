#include "prover/sat/solver.hpp"

#include <algorithm>
#include <atomic>

namespace sgl
{

namespace
{

std::atomic<SatEngine> chosen{SatEngine::Cadical};

} // namespace

void use_solver(SatEngine engine)
{
    chosen = engine;
}

SatEngine solver_for(SatEngine preferred)
{
    const SatEngine engine = chosen;
    return engine == SatEngine::Cadical ? preferred : engine;
}

SatSolver::SatSolver(SatEngine engine)
    : backend_(engine == SatEngine::Z3 ? make_z3()
                                       : make_cadical(engine == SatEngine::PlainCadical))
{
}

Literal SatSolver::new_variable()
{
    statistics_.variables += 1;
    const auto variable = static_cast<Literal>(statistics_.variables);
    backend_->reach(variable);
    return variable;
}

void SatSolver::add(std::span<const Literal> clause)
{
    statistics_.clauses += 1;
    backend_->add(clause);
}

Satisfiable SatSolver::solve(std::span<const Literal> assumptions, const Budget& budget)
{
    // Steps: a query looks at all variables, more or less.
    constexpr std::uint64_t variables_a_step = 10, a_conflict = 100;
    budget.spend(1 + statistics_.variables / variables_a_step + statistics_.clauses -
                 clauses_spent_);
    clauses_spent_ = statistics_.clauses;
    budget.check();
    budget.at_phase("in the solver");
    statistics_.queries += 1;
    std::optional<std::uint64_t> most_conflicts = budget.steps_left();
    if (!most_conflicts)
        return backend_->solve(assumptions, budget, most_conflicts);
    most_conflicts = std::max(*most_conflicts / a_conflict, std::uint64_t{1});
    const std::uint64_t before = backend_->conflicts();
    const auto spend = [&] { budget.spend(a_conflict * (backend_->conflicts() - before)); };
    try
    {
        const Satisfiable answer = backend_->solve(assumptions, budget, most_conflicts);
        spend();
        return answer;
    }
    catch (const Interrupted&)
    {
        spend();
        budget.check();
        throw;
    }
}

SolverStatistics SatSolver::statistics() const
{
    SolverStatistics result = statistics_;
    result.conflicts = backend_->conflicts();
    return result;
}

} // namespace sgl
