#include "prover/sat.hpp"

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
    budget.check();
    budget.at_phase("in the solver");
    statistics_.queries += 1;
    return backend_->solve(assumptions, budget);
}

SolverStatistics SatSolver::statistics() const
{
    SolverStatistics result = statistics_;
    result.conflicts = backend_->conflicts();
    return result;
}

} // namespace sgl
