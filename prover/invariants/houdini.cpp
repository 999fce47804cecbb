#include "prover/invariants/houdini.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace sgl
{

namespace
{

std::vector<Literal> at(PathClauses& path, const GateClause& clause, std::size_t t)
{
    std::vector<Literal> literals;
    for (const GateLiteral& literal : clause)
    {
        const Literal gate = path.at(literal.gate, t);
        literals.push_back(literal.positive ? gate : -gate);
    }
    return literals;
}

/// Whether the path of the solver's last answer makes the clause false at a state.
bool is_false(PathClauses& path, const GateClause& clause, std::size_t t)
{
    return std::ranges::none_of(at(path, clause, t),
                                [&](Literal l) { return path.solver.value(l); });
}

/// Whether some path makes the clause false at a state.
bool may_be_false(PathClauses& path, const GateClause& clause, std::size_t t, const Budget& budget)
{
    std::vector<Literal> denied = at(path, clause, t);
    for (Literal& literal : denied)
        literal = -literal;
    return path.solver.solve(denied, budget) == Satisfiable::Yes;
}

/// The moves of an induction step, from any state where the clauses that were added are true.
class InductionStep
{
public:
    InductionStep(const TransitionSystem& system, unsigned plies, const Budget& budget)
        : path_(system, budget), budget_(budget)
    {
        for (unsigned ply = 0; ply < plies; ++ply)
            path_.move();
    }

    /// The clause is true at all states but the last.
    void assume(const GateClause& clause)
    {
        for (std::size_t t = 0; t < path_.last(); ++t)
            path_.solver.add(at(path_, clause, t));
    }
    /// Makes the clause's literals at all states, so that an answer has values for them.
    void prepare(const GateClause& clause)
    {
        for (std::size_t t = 0; t <= path_.last(); ++t)
            at(path_, clause, t);
    }
    bool may_be_false_at_last(const GateClause& clause)
    {
        return may_be_false(path_, clause, path_.last(), budget_);
    }
    // Of the last answer:
    bool is_false_at_last(const GateClause& clause)
    {
        return is_false(path_, clause, path_.last());
    }
    bool is_false_before(const GateClause& clause)
    {
        for (std::size_t t = 0; t < path_.last(); ++t)
        {
            if (is_false(path_, clause, t))
                return true;
        }
        return false;
    }

    SolverStatistics statistics() const { return path_.solver.statistics(); }

private:
    PathClauses path_;
    const Budget& budget_;
};

} // namespace

Houdini::Houdini(const TransitionSystem& system, std::vector<GateClause> candidates, unsigned plies,
                 const Budget& budget)
    : system_(system), plies_(plies), budget_(budget), clauses_(std::move(candidates)),
      strongest_(clauses_.size()), is_kept_(clauses_.size(), true)
{
}

void Houdini::run(const std::vector<GateLiteral>& guards)
{
    drop_what_is_false_at_first();
    for (bool is_fixpoint = false; !is_fixpoint;)
    {
        is_fixpoint = true;
        const std::vector<std::size_t> open = kept();
        // What is dropped in a round is assumed until the round ends: an answer that makes another
        // clause false is valid without it, too.
        InductionStep step(system_, plies_, budget_);
        for (const std::size_t index : open)
            step.assume(clauses_[index]);
        for (const std::size_t index : open)
            step.prepare(clauses_[index]);
        for (const GateLiteral& guard : guards)
            step.prepare({guard});
        for (const std::size_t index : open)
        {
            if (!is_kept_[index] || !step.may_be_false_at_last(clauses_[index]))
                continue;
            is_fixpoint = false;
            // Only a guard that is false there makes a weaker clause that may be kept.
            std::vector<GateLiteral> useful = guards;
            std::erase_if(useful, [&](const GateLiteral& guard)
                          { return !step.is_false_at_last({guard}); });
            for (const std::size_t other : open)
            {
                if (is_kept_[other] && step.is_false_at_last(clauses_[other]))
                    drop(other, useful);
            }
        }
        statistics_ += step.statistics();
    }
}

/// Candidates that are false after fewer than `plies` moves.
void Houdini::drop_what_is_false_at_first()
{
    PathClauses path(system_, budget_);
    path.start_initial();
    for (unsigned t = 0; t < plies_; ++t)
    {
        if (t > 0)
            path.move();
        const std::vector<std::size_t> open = kept();
        for (const std::size_t index : open)
            at(path, clauses_[index], t);
        for (const std::size_t index : open)
        {
            if (!is_kept_[index] || !may_be_false(path, clauses_[index], t, budget_))
                continue;
            for (const std::size_t other : open)
            {
                if (is_kept_[other] && is_false(path, clauses_[other], t))
                    is_kept_[other] = false;
            }
        }
    }
    statistics_ += path.solver.statistics();
}

void Houdini::drop(std::size_t index, const std::vector<GateLiteral>& guards)
{
    is_kept_[index] = false;
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
    }
}

std::vector<std::size_t> Houdini::kept() const
{
    std::vector<std::size_t> kept;
    for (std::size_t index = 0; index < is_kept_.size(); ++index)
    {
        if (is_kept_[index])
            kept.push_back(index);
    }
    return kept;
}

std::vector<std::size_t> Houdini::core_of(const std::vector<std::size_t>& goals)
{
    // The core grows by clauses each of which excludes a path on which a clause of the core becomes
    // false. A clause that was shown once is shown by every larger core.
    const std::vector<std::size_t> within = kept();
    InductionStep step(system_, plies_, budget_);
    for (const std::size_t index : within)
        step.prepare(clauses_[index]);
    std::vector<std::size_t> core;
    std::vector<bool> is_in(clauses_.size());
    const auto add = [&](std::size_t index)
    {
        is_in[index] = true;
        core.push_back(index);
        step.assume(clauses_[index]);
    };
    for (const std::size_t goal : goals)
        add(goal);
    for (std::size_t next = 0; next < core.size(); ++next)
    {
        while (step.may_be_false_at_last(clauses_[core[next]]))
        {
            const auto helpful = std::ranges::find_if(
                within, [&](std::size_t index)
                { return !is_in[index] && step.is_false_before(clauses_[index]); });
            if (helpful == within.end())
                throw std::logic_error("a fixpoint of Houdini is not inductive");
            add(*helpful);
        }
    }
    statistics_ += step.statistics();
    std::ranges::sort(core);
    return core;
}

} // namespace sgl
