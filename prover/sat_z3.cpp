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
        if (!thread_.joinable())
            thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
        else if (budget.left().value_or(look_every) < look_every)
            changed_.notify_all();
    }
    void end()
    {
        const std::lock_guard lock(mutex_);
        budget_ = nullptr;
    }

private:
    static constexpr double look_every = 0.05, at_least = 0.001;

    void watch(const std::stop_token& stop)
    {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested())
        {
            if (budget_ != nullptr && budget_->is_used_up())
                context_.interrupt();
            const double left = budget_ != nullptr ? budget_->left().value_or(look_every) : 1;
            const std::chrono::duration<double> pause(std::clamp(left, at_least, look_every));
            changed_.wait_for(lock, stop, pause, [] { return false; });
        }
    }

    z3::context& context_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    const Budget* budget_ = nullptr; // of the query that runs
    std::jthread thread_;            // once there was something to watch
};

/// While it lives, a query is watched.
class Watched
{
public:
    Watched(Watch& watch, const Budget& budget) : watch_(watch) { watch_.begin(budget); }
    ~Watched() { watch_.end(); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

private:
    Watch& watch_;
};

/// Z3, with the variables and clauses that it was told.
struct Solver
{
    z3::context context;
    z3::solver solver{context, "QF_FD"};
    std::vector<z3::expr> positive, negative; // by variable, from 1
    std::optional<z3::model> model;
    std::vector<Z3_ast> operands;
    Watch watch{context};

    Solver()
    {
        positive.emplace_back(context.bool_val(true));
        negative.emplace_back(context.bool_val(false));
    }

    const z3::expr& of(Literal literal) const
    {
        const auto index = static_cast<std::size_t>(std::abs(literal));
        return literal > 0 ? positive[index] : negative[index];
    }

    void reach(std::uint64_t variable)
    {
        while (positive.size() <= variable)
        {
            const z3::symbol name = context.int_symbol(static_cast<int>(positive.size()));
            positive.push_back(context.constant(name, context.bool_sort()));
            negative.push_back(!positive.back());
        }
    }

    z3::check_result check(std::span<const Literal> assumptions)
    {
        z3::expr_vector assumed(context);
        for (Literal literal : assumptions)
            assumed.push_back(of(literal));
        return solver.check(assumed);
    }

    void add(std::span<const Literal> clause)
    {
        if (clause.size() == 1)
            return solver.add(of(clause[0]));
        operands.clear();
        for (Literal literal : clause)
            operands.push_back(of(literal));
        solver.add(z3::expr(
            context, Z3_mk_or(context, static_cast<unsigned>(operands.size()), operands.data())));
    }
};

/// What happens first. As long as there are few clauses, and unit clauses decide all of them, Z3 is
/// not asked: to start it takes a thousand times as long as to look. When it is, it is told all of
/// it, queries included, so that what it finds does not depend on having been spared.
class Beginning
{
public:
    struct Event
    {
        std::uint64_t variables; // made before
        bool is_query;           // under these assumptions; else a clause
        std::vector<Literal> literals;
    };

    bool is_full() const { return events_.size() > most; }
    void add(std::uint64_t variables, bool is_query, std::span<const Literal> literals)
    {
        events_.push_back({variables, is_query, {literals.begin(), literals.end()}});
    }
    const std::vector<Event>& events() const { return events_; }

    /// Values by variable that unit clauses and assumptions demand, 1 or 0, and -1 for all others;
    /// nothing when they decide too little.
    std::optional<Satisfiable> decide(std::span<const Literal> assumptions,
                                      std::vector<signed char>& values) const
    {
        const auto value = [&](Literal l)
        {
            const signed char v = values[static_cast<std::size_t>(std::abs(l))];
            return v < 0 ? -1 : (l > 0) == (v == 1) ? 1 : 0;
        };
        const auto demand = [&](Literal l)
        { values[static_cast<std::size_t>(std::abs(l))] = l > 0 ? 1 : 0; };
        for (Literal l : assumptions)
        {
            if (value(l) == 0)
                return Satisfiable::No;
            demand(l);
        }
        bool changed = true, all_true = false;
        while (changed)
        {
            changed = false;
            all_true = true;
            for (const auto& [variables, is_query, clause] : events_)
            {
                if (is_query)
                    continue;
                if (std::ranges::any_of(clause, [&](Literal l) { return value(l) == 1; }))
                    continue;
                std::size_t open = 0;
                Literal last = 0;
                for (Literal l : clause)
                {
                    if (value(l) < 0)
                    {
                        ++open;
                        last = l;
                    }
                }
                if (open == 0)
                    return Satisfiable::No;
                if (open == 1)
                    demand(last);
                changed = changed || open == 1;
                all_true = all_true && open == 1;
            }
        }
        return all_true ? std::optional(Satisfiable::Yes) : std::nullopt;
    }

private:
    static constexpr std::size_t most = 200;

    std::vector<Event> events_;
};
} // namespace

struct SatSolver::Implementation
{
    Beginning first;
    std::unique_ptr<Solver> z3;      // once it is needed; then it has the first clauses, too
    std::vector<signed char> values; // of the last model, filled on demand
    SolverStatistics statistics;

    Solver& start()
    {
        if (!z3)
        {
            auto made = std::make_unique<Solver>();
            for (const auto& [variables, is_query, literals] : first.events())
            {
                made->reach(variables);
                if (is_query)
                    made->check(literals);
                else
                    made->add(literals);
            }
            made->reach(statistics.variables);
            z3 = std::move(made);
        }
        return *z3;
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
        throw Interrupted{std::string("the solver gave up: ") + error.msg()};
    }
}
} // namespace

SatSolver::SatSolver() : implementation_(std::make_unique<Implementation>()) {}
SatSolver::~SatSolver() = default;

Literal SatSolver::new_variable()
{
    Implementation& in = *implementation_;
    in.statistics.variables += 1;
    if (in.z3)
        with_z3([&] { in.z3->reach(in.statistics.variables); });
    return static_cast<Literal>(in.statistics.variables);
}

void SatSolver::add(std::span<const Literal> clause)
{
    Implementation& in = *implementation_;
    in.statistics.clauses += 1;
    if (!in.z3 && !in.first.is_full())
        return in.first.add(in.statistics.variables, false, clause);
    with_z3([&] { in.start().add(clause); });
}

Satisfiable SatSolver::solve(std::span<const Literal> assumptions, const Budget& budget)
{
    Implementation& in = *implementation_;
    budget.check();
    budget.at_phase("in the solver");
    in.statistics.queries += 1;
    in.values.assign(in.statistics.variables + 1, -1);
    if (!in.z3 && !in.first.is_full())
    {
        const auto answer = in.first.decide(assumptions, in.values);
        if (answer)
        {
            in.first.add(in.statistics.variables, true, assumptions);
            return *answer;
        }
        in.values.assign(in.statistics.variables + 1, -1);
    }
    try
    {
        Solver& z3 = in.start();
        z3.model.reset();
        const Watched watched(z3.watch, budget);
        switch (z3.check(assumptions))
        {
        case z3::sat: z3.model.emplace(z3.solver.get_model()); return Satisfiable::Yes;
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
    Implementation& in = *implementation_;
    const auto index = static_cast<std::size_t>(std::abs(literal));
    if (in.values[index] < 0 && in.z3 && in.z3->model)
    {
        const bool holds =
            with_z3([&] { return in.z3->model->eval(in.z3->positive[index], true).is_true(); });
        in.values[index] = holds ? 1 : 0;
    }
    return (literal > 0) == (in.values[index] == 1);
}

SolverStatistics SatSolver::statistics() const
{
    Implementation& in = *implementation_;
    SolverStatistics result = in.statistics;
    if (!in.z3)
        return result;
    try
    {
        const z3::stats stats = in.z3->solver.statistics();
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
