// SatBackend on CaDiCaL.

#include "prover/sat/cadical_terminator.hpp"
#include "prover/sat/solver.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>
#include <limits>
#include <vector>

namespace sgl
{

namespace
{

/// Counts the clauses learned: one for each conflict.
class Conflicts : public CaDiCaL::Learner
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

class Cadical final : public SatBackend
{
public:
    explicit Cadical(bool plain)
    {
        solver_.set("quiet", 1);
        if (plain)
        {
            solver_.configure("plain");
            // Clauses that it shortens by literals from elsewhere are of less use to the questions
            // that follow.
            solver_.set("shrink", 0);
        }
        solver_.connect_terminator(&out_of_budget_);
        solver_.connect_learner(&conflicts_);
    }
    ~Cadical() override
    {
        solver_.disconnect_learner();
        solver_.disconnect_terminator();
    }
    Cadical(const Cadical&) = delete;
    Cadical& operator=(const Cadical&) = delete;

    void reach(Literal variable) override { last_ = variable; }

    void add(std::span<const Literal> clause) override
    {
        for (Literal literal : clause)
            solver_.add(literal);
        solver_.add(0);
    }

    Satisfiable solve(std::span<const Literal> assumptions, const Budget& budget,
                      std::optional<std::uint64_t> most_conflicts) override
    {
        constexpr int satisfiable = 10, unsatisfiable = 20;
        solver_.reserve(last_);
        for (Literal literal : assumptions)
            solver_.assume(literal);
        if (most_conflicts)
            solver_.limit("conflicts", static_cast<int>(std::min<std::uint64_t>(
                                           *most_conflicts, std::numeric_limits<int>::max())));
        out_of_budget_.begin(budget);
        const int answer = solver_.solve();
        out_of_budget_.end();
        if (answer == satisfiable)
        {
            // CaDiCaL forgets its model when it is told more.
            model_.resize(static_cast<std::size_t>(last_) + 1);
            for (Literal variable = 1; variable <= last_; ++variable)
                model_[static_cast<std::size_t>(variable)] = solver_.val(variable) > 0;
            return Satisfiable::Yes;
        }
        if (answer == unsatisfiable)
            return Satisfiable::No;
        budget.check();
        throw Interrupted{"the solver was given no more conflicts"};
    }

    bool value(Literal literal) override
    {
        // A variable made since may be either.
        const auto index = static_cast<std::size_t>(std::abs(literal));
        return (literal > 0) == (index < model_.size() && model_[index]);
    }

    std::uint64_t conflicts() override { return conflicts_.count; }

private:
    CaDiCaL::Solver solver_;
    BudgetTerminator out_of_budget_;
    Conflicts conflicts_;
    Literal last_ = 0;
    std::vector<bool> model_; // by variable
};

} // namespace

std::unique_ptr<SatBackend> make_cadical(bool plain)
{
    return std::make_unique<Cadical>(plain);
}

} // namespace sgl
