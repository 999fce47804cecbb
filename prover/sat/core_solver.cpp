#include "prover/sat/core_solver.hpp"

#include "prover/sat/cadical_terminator.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>
#include <limits>

namespace sgl
{

namespace
{

/// Counts the clauses learned: one for each conflict.
class LearnedClauses final : public CaDiCaL::Learner
{
public:
    bool learning(int) override
    {
        ++count;
        return false;
    }
    void learn(int) override {}

    std::uint64_t count = 0;
};

} // namespace

struct CoreSolver::Solver
{
    Solver()
    {
        cadical.configure("plain");
        cadical.set("quiet", 1);
        cadical.connect_terminator(&out_of_budget);
        cadical.connect_learner(&conflicts);
    }
    ~Solver()
    {
        cadical.disconnect_learner();
        cadical.disconnect_terminator();
    }
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    CaDiCaL::Solver cadical;
    BudgetTerminator out_of_budget;
    LearnedClauses conflicts;
    SolverStatistics statistics;
};

CoreSolver::CoreSolver() : solver_(std::make_unique<Solver>()) {}
CoreSolver::~CoreSolver() = default;
CoreSolver::CoreSolver(CoreSolver&&) noexcept = default;
CoreSolver& CoreSolver::operator=(CoreSolver&&) noexcept = default;

Literal CoreSolver::new_variable()
{
    return static_cast<Literal>(++solver_->statistics.variables);
}

void CoreSolver::add(std::span<const Literal> clause)
{
    solver_->statistics.clauses += 1;
    for (const Literal literal : clause)
        solver_->cadical.add(literal);
    solver_->cadical.add(0);
}

bool CoreSolver::is_satisfiable(std::span<const Literal> assumptions,
                                std::span<const Literal> clause, const Budget& budget)
{
    // Steps: queries are quick, as the solver keeps most of what it did for the one before.
    constexpr std::uint64_t variables_a_step = 100, a_conflict = 100;
    constexpr int satisfiable = 10, unsatisfiable = 20;
    SolverStatistics& statistics = solver_->statistics;
    budget.spend(1 + statistics.variables / variables_a_step);
    budget.check();
    statistics.queries += 1;
    CaDiCaL::Solver& cadical = solver_->cadical;
    for (const Literal literal : assumptions)
        cadical.assume(literal);
    if (!clause.empty())
    {
        for (const Literal literal : clause)
            cadical.constrain(literal);
        cadical.constrain(0);
    }
    if (const auto steps = budget.steps_left())
        cadical.limit("conflicts", static_cast<int>(std::clamp<std::uint64_t>(
                                       *steps / a_conflict, 1, std::numeric_limits<int>::max())));
    const std::uint64_t before = solver_->conflicts.count;
    solver_->out_of_budget.begin(budget);
    const int answer = cadical.solve();
    solver_->out_of_budget.end();
    budget.spend(a_conflict * (solver_->conflicts.count - before));
    if (answer == satisfiable)
        return true;
    if (answer == unsatisfiable)
        return false;
    budget.check();
    throw Interrupted{"the solver was given no more conflicts"};
}

bool CoreSolver::value(Literal literal) const
{
    return (solver_->cadical.val(std::abs(literal)) > 0) == (literal > 0);
}

bool CoreSolver::is_in_core(Literal assumption) const
{
    return solver_->cadical.failed(assumption);
}

SolverStatistics CoreSolver::statistics() const
{
    SolverStatistics result = solver_->statistics;
    result.conflicts = solver_->conflicts.count;
    return result;
}

} // namespace sgl
