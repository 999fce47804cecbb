#include "prover/invariants/houdini.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sgl
{

Houdini::Houdini(const TransitionSystem& system, const std::vector<GateClause>& candidates,
                 unsigned plies, const Budget& budget)
    : plies_(plies), budget_(budget), clauses_(candidates), strongest_(candidates.size()),
      is_kept_(candidates.size(), true), first_(system, budget), step_(system, budget)
{
    first_.start_initial();
}

std::vector<Literal> Houdini::at(PathClauses& path, const GateClause& clause, std::size_t t) const
{
    std::vector<Literal> literals;
    for (const GateLiteral& literal : clause)
    {
        const Literal gate = path.at(literal.gate, t);
        literals.push_back(literal.positive ? gate : -gate);
    }
    return literals;
}

void Houdini::run(const std::vector<GateLiteral>& guards)
{
    drop_what_is_false_at_first();
    for (unsigned ply = 0; ply < plies_; ++ply)
        step_.move();
    for (std::size_t index = 0; index < clauses_.size(); ++index)
        encode(index);
    std::vector<Literal> guard_there;
    for (const GateLiteral& guard : guards)
        guard_there.push_back(at(step_, {guard}, plies_)[0]);
    for (;;)
    {
        const std::vector<std::size_t> kept = all_kept();
        std::vector<Literal> assumed = assumptions(kept);
        assumed.push_back(some_violated(kept));
        if (step_.solver.solve(assumed, budget_) == Satisfiable::No)
            return;
        std::vector<std::size_t> dropped;
        for (const std::size_t index : kept)
        {
            const std::vector<Literal> there = at(step_, clauses_[index], plies_);
            if (std::ranges::none_of(there, [&](Literal l) { return step_.solver.value(l); }))
                dropped.push_back(index);
        }
        // A guard that is true there makes no weaker clause that is kept.
        std::vector<GateLiteral> useful;
        for (std::size_t i = 0; i < guards.size(); ++i)
        {
            if (!step_.solver.value(guard_there[i]))
                useful.push_back(guards[i]);
        }
        for (const std::size_t index : dropped)
            drop(index, useful);
    }
}

/// Asks for paths of fewer than `plies` moves until none makes a candidate false.
void Houdini::drop_what_is_false_at_first()
{
    for (unsigned t = 0; t < plies_; ++t)
    {
        if (t > 0)
            first_.move();
        std::vector<Literal> any;
        std::vector<std::pair<std::size_t, std::vector<Literal>>> open;
        const Literal asked = first_.solver.new_variable();
        any.push_back(-asked);
        for (std::size_t index = 0; index < clauses_.size(); ++index)
        {
            if (!is_kept_[index])
                continue;
            std::vector<Literal> here = at(first_, clauses_[index], t);
            if (std::ranges::find(here, first_.always_true()) != here.end())
                continue;
            const Literal violated = first_.solver.new_variable();
            for (const Literal literal : here)
                first_.solver.add({-violated, -literal});
            any.push_back(violated);
            open.emplace_back(index, std::move(here));
        }
        first_.solver.add(any);
        std::vector<Literal> assumed{asked};
        while (open.size() > 0 && first_.solver.solve(assumed, budget_) == Satisfiable::Yes)
        {
            std::vector<std::size_t> lost;
            for (std::size_t i = 0; i < open.size(); ++i)
            {
                if (std::ranges::none_of(open[i].second,
                                         [&](Literal l) { return first_.solver.value(l); }))
                    lost.push_back(i);
            }
            for (const std::size_t i : lost)
            {
                is_kept_[open[i].first] = false;
                first_.solver.add({-any[i + 1]});
            }
        }
    }
}

void Houdini::encode(std::size_t index)
{
    encoded_.resize(std::max(encoded_.size(), index + 1), {0, 0});
    if (!is_kept_[index])
        return;
    Encoded& encoded = encoded_[index];
    encoded.assumed = step_.solver.new_variable();
    for (unsigned t = 0; t < plies_; ++t)
    {
        std::vector<Literal> clause = at(step_, clauses_[index], t);
        clause.push_back(-encoded.assumed);
        step_.solver.add(clause);
    }
    const std::vector<Literal> there = at(step_, clauses_[index], plies_);
    if (std::ranges::find(there, step_.always_true()) != there.end())
        return;
    encoded.violated = step_.solver.new_variable();
    for (const Literal literal : there)
        step_.solver.add({-encoded.violated, -literal});
}

/// A new variable that implies that one of these clauses is violated.
Literal Houdini::some_violated(const std::vector<std::size_t>& of)
{
    const Literal asked = step_.solver.new_variable();
    std::vector<Literal> clause{-asked};
    for (const std::size_t index : of)
    {
        if (encoded_[index].violated != 0)
            clause.push_back(encoded_[index].violated);
    }
    step_.solver.add(clause);
    return asked;
}

void Houdini::drop(std::size_t index, const std::vector<GateLiteral>& guards)
{
    is_kept_[index] = false;
    step_.solver.add({-encoded_[index].assumed});
    if (encoded_[index].violated != 0)
        step_.solver.add({-encoded_[index].violated});
    if (index >= strongest_)
        return;
    for (const GateLiteral& guard : guards)
    {
        GateClause weaker = clauses_[index];
        if (std::ranges::any_of(weaker, [&](const GateLiteral& literal)
                                { return literal.gate == guard.gate; }))
            continue;
        weaker.push_back({guard.gate, !guard.positive});
        clauses_.push_back(std::move(weaker)); // true in the first states, as the stronger one is
        is_kept_.push_back(true);
        encode(clauses_.size() - 1);
    }
}

std::vector<Literal> Houdini::assumptions(const std::vector<std::size_t>& of) const
{
    std::vector<Literal> assumed;
    for (const std::size_t index : of)
        assumed.push_back(encoded_[index].assumed);
    return assumed;
}

std::size_t Houdini::kept() const
{
    return static_cast<std::size_t>(std::ranges::count(is_kept_, true));
}

std::vector<std::size_t> Houdini::all_kept() const
{
    std::vector<std::size_t> kept;
    for (std::size_t index = 0; index < is_kept_.size(); ++index)
    {
        if (is_kept_[index])
            kept.push_back(index);
    }
    return kept;
}

std::vector<std::size_t> Houdini::core_of(std::vector<std::size_t> goals)
{
    // Clauses are added one by one, each of which excludes a path on which a clause becomes false.
    const std::vector<std::size_t> kept = all_kept();
    std::vector<bool> is_needed(clauses_.size());
    std::vector<std::size_t> core = std::move(goals);
    for (const std::size_t index : core)
        is_needed[index] = true;
    for (;;)
    {
        std::vector<Literal> assumed = assumptions(core);
        assumed.push_back(some_violated(core));
        if (step_.solver.solve(assumed, budget_) == Satisfiable::No)
            break;
        const auto helps = [&](std::size_t index)
        { return !is_needed[index] && is_false_before_last(index); };
        const auto helpful = std::ranges::find_if(kept, helps);
        if (helpful == kept.end())
            throw std::logic_error("a fixpoint of Houdini is not inductive");
        is_needed[*helpful] = true;
        core.push_back(*helpful);
    }
    std::ranges::sort(core);
    return core;
}

/// Whether the last answer's path makes the clause false at a state before the last one.
bool Houdini::is_false_before_last(std::size_t index)
{
    for (unsigned t = 0; t < plies_; ++t)
    {
        if (std::ranges::none_of(at(step_, clauses_[index], t),
                                 [&](Literal l) { return step_.solver.value(l); }))
            return true;
    }
    return false;
}

SolverStatistics Houdini::statistics() const
{
    SolverStatistics sum = first_.solver.statistics();
    sum += step_.solver.statistics();
    return sum;
}

} // namespace sgl
