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
#include <utility>
#include <vector>
#include <z3++.h>

namespace sgl
{

namespace
{
/// Interrupts the queries in a context when their budgets are used up. Between queries nothing is
/// interrupted: Z3 might remember it for the next.
class Watch
{
public:
    explicit Watch(z3::context& context) : context_(context) {}

    void begin(const Budget& budget)
    {
        if (!budget.is_limited())
            return;
        const std::lock_guard lock(mutex_);
        budget_ = &budget;
        interrupted_ = false;
        if (!thread_.joinable())
            thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
        else if (budget.left().value_or(look_every) < look_every)
            changed_.notify_all();
    }
    /// True when the query was interrupted.
    bool end()
    {
        const std::lock_guard lock(mutex_);
        return std::exchange(budget_, nullptr) != nullptr && interrupted_;
    }

private:
    static constexpr double look_every = 0.05, at_least = 0.001;

    void watch(const std::stop_token& stop)
    {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested())
        {
            if (budget_ != nullptr && budget_->is_used_up())
            {
                context_.interrupt();
                interrupted_ = true;
            }
            const double left = budget_ != nullptr ? budget_->left().value_or(look_every) : 1;
            const std::chrono::duration<double> pause(std::clamp(left, at_least, look_every));
            changed_.wait_for(lock, stop, pause, [] { return false; });
        }
    }

    z3::context& context_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    const Budget* budget_ = nullptr; // of the query that runs
    bool interrupted_ = false;
    std::jthread thread_; // once there was something to watch
};

/// A Z3 context with the variables made in it so far. A context takes a millisecond to make, a
/// solver in it a twelfth of that: a thread's solvers take over those of earlier ones. All of them
/// number their variables from 1, so that what Z3 sees does not depend on the solvers before.
struct Vocabulary
{
    z3::context context;
    std::vector<z3::expr> positive, negative; // by variable, from 1
    Watch watch{context};

    Vocabulary()
    {
        positive.emplace_back(context.bool_val(true));
        negative.emplace_back(context.bool_val(false));
    }

    void reach(std::size_t count)
    {
        while (positive.size() <= count)
        {
            const z3::symbol name = context.int_symbol(static_cast<int>(positive.size()));
            const z3::expr variable = context.constant(name, context.bool_sort());
            const z3::expr negation = !variable;
            positive.push_back(variable);
            negative.push_back(negation);
        }
    }
};

constexpr std::size_t most_kept = 4;
thread_local std::vector<std::shared_ptr<Vocabulary>> kept_vocabularies;

/// One that no other solver uses.
std::shared_ptr<Vocabulary> vocabulary()
{
    for (const std::shared_ptr<Vocabulary>& kept : kept_vocabularies)
    {
        if (kept.use_count() == 1)
            return kept;
    }
    auto made = std::make_shared<Vocabulary>();
    if (kept_vocabularies.size() < most_kept)
        kept_vocabularies.push_back(made);
    return made;
}
} // namespace

void release_solver_memory()
{
    kept_vocabularies.clear();
}

namespace
{
/// While it lives, a query is watched.
class Watched
{
public:
    Watched(Watch& watch, const Budget& budget) : watch_(watch) { watch_.begin(budget); }
    ~Watched()
    {
        if (watch_.end())
            release_solver_memory(); // after an interrupt, later solvers start afresh
    }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

private:
    Watch& watch_;
};
} // namespace

struct SatSolver::Implementation
{
    std::shared_ptr<Vocabulary> words = vocabulary();
    z3::solver solver{words->context, "QF_FD"};
    std::optional<z3::model> model;
    std::vector<Z3_ast> operands;
    std::vector<signed char> values; // of the last model, filled on demand
    SolverStatistics statistics;

    const z3::expr& of(Literal literal) const
    {
        const auto index = static_cast<std::size_t>(std::abs(literal));
        return literal > 0 ? words->positive[index] : words->negative[index];
    }
};

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
        release_solver_memory(); // later solvers start afresh
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
            z3.statistics.variables += 1;
            z3.words->reach(z3.statistics.variables);
            return static_cast<Literal>(z3.statistics.variables);
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
            {
                z3::context& context = z3.words->context;
                z3.solver.add(
                    z3::expr(context, Z3_mk_or(context, static_cast<unsigned>(z3.operands.size()),
                                               z3.operands.data())));
            }
        });
}

Satisfiable SatSolver::solve(std::span<const Literal> assumptions, const Budget& budget)
{
    Implementation& z3 = *implementation_;
    budget.check();
    budget.at_phase("in the solver");
    z3.model.reset();
    z3.statistics.queries += 1;
    const Watched watched(z3.words->watch, budget);
    try
    {
        z3::expr_vector assumed(z3.words->context);
        for (Literal literal : assumptions)
            assumed.push_back(z3.of(literal));
        switch (z3.solver.check(assumed))
        {
        case z3::sat:
            z3.model.emplace(z3.solver.get_model());
            z3.values.assign(z3.statistics.variables + 1, -1);
            return Satisfiable::Yes;
        case z3::unsat: return Satisfiable::No;
        case z3::unknown: break;
        }
        release_solver_memory();
        budget.check();
        throw Interrupted{"the solver gave up: " + z3.solver.reason_unknown()};
    }
    catch (const z3::exception& error)
    {
        release_solver_memory();
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
            with_z3([&] { return z3.model->eval(z3.words->positive[index], true).is_true(); }) ? 1
                                                                                               : 0;
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
