// SatBackend on Z3's incremental propositional solver (its logic QF_FD).

#include "prover/resources/memory.hpp"
#include "prover/sat/solver.hpp"

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

class Z3 final : public SatBackend
{
public:
    void reach(Literal variable) override
    {
        variables_ = static_cast<std::uint64_t>(variable);
        if (z3_)
            with_z3([&] { z3_->reach(variables_); });
    }

    void add(std::span<const Literal> clause) override
    {
        if (!z3_ && !first_.is_full())
            return first_.add(variables_, false, clause);
        with_z3([&] { start().add(clause); });
    }

    Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget,
                      std::optional<std::uint64_t>) override
    {
        values_.assign(variables_ + 1, -1);
        if (!z3_ && !first_.is_full())
        {
            const auto answer = first_.decide(assumptions, values_);
            if (answer)
            {
                first_.add(variables_, true, assumptions);
                return *answer;
            }
            values_.assign(variables_ + 1, -1);
        }
        try
        {
            Solver& z3 = start();
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

    bool value(Literal literal) override
    {
        const auto index = static_cast<std::size_t>(std::abs(literal));
        if (values_[index] < 0 && z3_ && z3_->model)
        {
            const bool holds =
                with_z3([&] { return z3_->model->eval(z3_->positive[index], true).is_true(); });
            values_[index] = holds ? 1 : 0;
        }
        return (literal > 0) == (values_[index] == 1);
    }

    std::uint64_t conflicts() override
    {
        std::uint64_t conflicts = 0;
        if (!z3_)
            return conflicts;
        try
        {
            const z3::stats stats = z3_->solver.statistics();
            for (unsigned i = 0; i < stats.size(); ++i)
            {
                if (stats.key(i).find("conflicts") != std::string::npos && stats.is_uint(i))
                    conflicts += stats.uint_value(i);
            }
        }
        catch (const z3::exception&)
        {
            return 0; // an interrupted solver does not say
        }
        return conflicts;
    }

private:
    Solver& start()
    {
        if (!z3_)
        {
            limit_z3_memory(memory_limit());
            auto made = std::make_unique<Solver>();
            for (const auto& [variables, is_query, literals] : first_.events())
            {
                made->reach(variables);
                if (is_query)
                    made->check(literals);
                else
                    made->add(literals);
            }
            made->reach(variables_);
            z3_ = std::move(made);
        }
        return *z3_;
    }

    Beginning first_;
    std::unique_ptr<Solver> z3_; // once it is needed; then it has the first clauses, too
    std::uint64_t variables_ = 0;
    std::vector<signed char> values_; // of the last model, filled on demand
};

} // namespace

void limit_z3_memory(std::size_t mebibytes)
{
    // Z3 does not survive a limit that it meets while it starts.
    constexpr std::size_t least = 64;
    Z3_global_param_set("memory_max_size", std::to_string(std::max(mebibytes, least)).c_str());
}

std::unique_ptr<SatBackend> make_z3()
{
    return std::make_unique<Z3>();
}

} // namespace sgl
