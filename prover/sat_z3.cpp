// SatSolver on Z3's incremental propositional solver (its logic QF_FD).

#include "prover/sat.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>
#include <z3++.h>

namespace sgl
{

struct SatSolver::Implementation
{
    z3::context context;
    z3::solver solver{context, "QF_FD"};
    std::vector<z3::expr> positive, negative; // by variable, from 1
    std::optional<z3::model> model;
    std::vector<Z3_ast> operands;
    std::vector<signed char> values; // of the last model, filled on demand
    SolverStatistics statistics;

    Implementation()
    {
        positive.emplace_back(context.bool_val(true));
        negative.emplace_back(context.bool_val(false));
    }

    const z3::expr& of(Literal literal) const
    {
        const auto index = static_cast<std::size_t>(std::abs(literal));
        return literal > 0 ? positive[index] : negative[index];
    }
};

namespace
{
/// Interrupts a query when its budget is used up. Z3 ignores it when no query runs.
class Watch
{
public:
    Watch(z3::context& context, const Budget& budget)
    {
        if (budget.is_limited())
            thread_ = std::jthread([&context, &budget, this](const std::stop_token& stop)
                                   { wait(context, budget, stop); });
    }

private:
    void wait(z3::context& context, const Budget& budget, const std::stop_token& stop)
    {
        constexpr double look_every = 0.05;
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested())
        {
            const double left = budget.left().value_or(look_every);
            const auto pause = std::chrono::duration<double>(std::min(left, look_every));
            changed_.wait_for(lock, stop, pause, [] { return false; });
            if (!stop.stop_requested() && budget.is_used_up())
                context.interrupt();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;
};
} // namespace

void limit_solver_memory(std::size_t mebibytes)
{
    // Z3 does not survive a limit that it meets while it starts.
    constexpr std::size_t least = 64;
    Z3_global_param_set("memory_max_size", std::to_string(std::max(mebibytes, least)).c_str());
}

namespace
{
/// Does something with Z3. It may give up anywhere once it was interrupted, or has no more memory.
template <class Work>
auto with_z3(Work work)
{
    try
    {
        return work();
    }
    catch (const z3::exception& error)
    {
        throw Interrupted{std::string("the solver gave up: ") + error.msg()};
    }
}
} // namespace

SatSolver::SatSolver() : implementation_(std::make_unique<Implementation>()) {}
SatSolver::~SatSolver() = default;

Literal SatSolver::new_variable()
{
    return with_z3(
        [&]
        {
            Implementation& z3 = *implementation_;
            const int number = static_cast<int>(z3.positive.size());
            const z3::symbol name = z3.context.int_symbol(number);
            z3.positive.push_back(z3.context.constant(name, z3.context.bool_sort()));
            z3.negative.push_back(!z3.positive.back());
            z3.statistics.variables += 1;
            return number;
        });
}

void SatSolver::add(std::span<const Literal> clause)
{
    Implementation& z3 = *implementation_;
    z3.statistics.clauses += 1;
    z3.operands.clear();
    for (Literal literal : clause)
        z3.operands.push_back(z3.of(literal));
    with_z3(
        [&]
        {
            if (clause.size() == 1)
                z3.solver.add(z3.of(clause[0]));
            else
                z3.solver.add(z3::expr(
                    z3.context, Z3_mk_or(z3.context, static_cast<unsigned>(z3.operands.size()),
                                         z3.operands.data())));
        });
}

Satisfiable SatSolver::solve(std::span<const Literal> assumptions, const Budget& budget)
{
    Implementation& z3 = *implementation_;
    budget.check();
    z3.model.reset();
    z3.statistics.queries += 1;
    try
    {
        const Watch watch(z3.context, budget);
        z3::expr_vector assumed(z3.context);
        for (Literal literal : assumptions)
            assumed.push_back(z3.of(literal));
        switch (z3.solver.check(assumed))
        {
        case z3::sat:
            z3.model.emplace(z3.solver.get_model());
            z3.values.assign(z3.positive.size(), -1);
            return Satisfiable::Yes;
        case z3::unsat: return Satisfiable::No;
        case z3::unknown: break;
        }
        budget.check();
        throw Interrupted{"the solver gave up: " + z3.solver.reason_unknown()};
    }
    catch (const z3::exception& error)
    {
        budget.check();
        throw Interrupted{std::string("the solver gave up: ") + error.msg()};
    }
}

bool SatSolver::value(Literal literal) const
{
    Implementation& z3 = *implementation_;
    const auto index = static_cast<std::size_t>(std::abs(literal));
    if (z3.values[index] < 0)
        z3.values[index] =
            with_z3([&] { return z3.model->eval(z3.positive[index], true).is_true(); }) ? 1 : 0;
    return (literal > 0) == (z3.values[index] == 1);
}

SolverStatistics SatSolver::statistics() const
{
    Implementation& z3 = *implementation_;
    SolverStatistics result = z3.statistics;
    try
    {
        const z3::stats stats = z3.solver.statistics();
        for (unsigned i = 0; i < stats.size(); ++i)
        {
            if (stats.key(i).find("conflicts") != std::string::npos && stats.is_uint(i))
                result.conflicts += stats.uint_value(i);
        }
    }
    catch (const z3::exception&)
    {
        result.conflicts = 0; // an interrupted solver does not say
    }
    return result;
}

} // namespace sgl
