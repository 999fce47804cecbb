#include "prover/command/check/split_refutation.hpp"

#include "prover/resources/limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>

namespace sgl::command
{

namespace
{

using axioms::Literal;

/// Values of variables, from 1: 1 true, -1 false, 0 open.
using Values = std::vector<std::int8_t>;

int value_of(const Values& values, Literal l)
{
    const int value = values[static_cast<std::size_t>(std::abs(l))];
    return l < 0 ? -value : value;
}

void make_true(Values& values, Literal l)
{
    values[static_cast<std::size_t>(std::abs(l))] = l < 0 ? -1 : 1;
}

class Splitting
{
public:
    /// The lines that are found come after `first`.
    Splitting(const axioms::Clauses& clauses, const Budget& budget, std::vector<Literal> first)
        : variables_(clauses.formulas.size()), budget_(budget), with_(2 * (variables_ + 1)),
          lines_(std::move(first))
    {
        for (std::size_t start = 0, end = 0; end < clauses.literals.size(); ++end)
        {
            if (clauses.literals[end] != 0)
                continue;
            const auto clause = std::span(clauses.literals).subspan(start, end - start);
            for (const Literal l : clause)
                with_[index(l)].push_back(clauses_.size());
            clauses_.push_back(clause);
            start = end + 1;
        }
    }

    /// The lines of a refutation, each ended by 0; nothing where none was found.
    std::optional<std::vector<Literal>> run()
    {
        Values values(variables_ + 1);
        for (const auto clause : clauses_)
        {
            if (clause.size() == 1 && !assign(values, clause[0]))
                return std::move(lines_);
        }
        if (!refute(std::move(values)))
            return std::nullopt;
        return std::move(lines_);
    }

private:
    static std::size_t index(Literal l)
    {
        return 2 * static_cast<std::size_t>(std::abs(l)) + (l < 0 ? 1U : 0U);
    }

    /// The literal is true, and what follows by unit propagation; false where a clause is false.
    bool assign(Values& values, Literal literal)
    {
        budget_.check();
        if (value_of(values, literal) != 0)
            return value_of(values, literal) > 0;
        std::vector<Literal> queue{literal};
        make_true(values, literal);
        for (std::size_t at = 0; at < queue.size(); ++at)
        {
            for (const std::size_t clause : with_[index(-queue[at])])
            {
                std::size_t open = 0;
                Literal last = 0;
                for (const Literal l : clauses_[clause])
                {
                    const int value = value_of(values, l);
                    open += value > 0 ? 2U : value == 0 ? 1U : 0U;
                    last = value == 0 ? l : last;
                    if (open > 1)
                        break;
                }
                if (open == 0)
                    return false;
                if (open > 1)
                    continue;
                make_true(values, last);
                queue.push_back(last);
            }
        }
        return true;
    }

    static long count(const Values& values)
    {
        return static_cast<long>(values.size()) - std::ranges::count(values, 0);
    }

    /// No assignment that goes on from these values, which the decisions led to, is one of all
    /// clauses: with lines that say so.
    bool refute(Values values)
    {
        std::optional<Literal> best;
        long most = 0;
        for (Literal v = 1; static_cast<std::size_t>(v) <= variables_; ++v)
        {
            if (value_of(values, v) != 0)
                continue;
            const std::optional<long> yes = known_after(values, v), no = known_after(values, -v);
            if (yes && no)
            {
                if (*yes * *no > most)
                {
                    best = v;
                    most = *yes * *no;
                }
                continue;
            }
            const Literal failed = yes ? -v : v;
            note(-failed);
            if (!assign(values, -failed))
                return note({});
        }
        if (!best)
            return false; // all clauses are true
        if (value_of(values, *best) != 0)
            return refute(std::move(values)); // it became known since it was the best
        if (++splits_ > limits::splits)
            return false;
        for (const Literal decision : {*best, -*best})
        {
            Values there = values;
            decisions_.push_back(decision);
            const bool is_refuted = assign(there, decision) ? refute(std::move(there)) : note({});
            decisions_.pop_back();
            if (!is_refuted)
                return false;
        }
        return note({});
    }

    /// How many variables have values once the literal is true; nothing where that contradicts.
    std::optional<long> known_after(Values values, Literal l)
    {
        return assign(values, l) ? std::optional(count(values)) : std::nullopt;
    }

    /// A line: under the decisions, this literal is true; there is none: the decisions contradict.
    bool note(std::optional<Literal> literal)
    {
        if (decisions_.empty() && !literal)
            return true; // the clauses and lines contradict each other by now
        for (const Literal decision : decisions_)
            lines_.push_back(-decision);
        if (literal)
            lines_.push_back(*literal);
        lines_.push_back(0);
        return true;
    }

    std::size_t variables_;
    const Budget& budget_;
    std::vector<std::span<const Literal>> clauses_;
    std::vector<std::vector<std::size_t>> with_; // clauses by each literal that is in them
    std::vector<Literal> decisions_, lines_;
    unsigned splits_ = 0;
};

/// That each side of an equivalence follows from the other: often that is all it takes, however
/// large the step.
std::vector<Literal> side_by_side(const axioms::Clauses& shared, Formula equivalence)
{
    const auto variable = [&](Formula f)
    {
        const auto place = std::ranges::find(shared.formulas, f);
        return static_cast<Literal>(place - shared.formulas.begin() + 1);
    };
    const Literal left = variable(equivalence[0]), right = variable(equivalence[1]);
    return {0, -left, right, 0, left, -right, 0, left, 0};
}

} // namespace

axioms::FindRefutation refutations_by_splitting(std::function<Budget()> budget)
{
    return [budget = std::move(budget)](std::span<const Formula> premises, Formula conclusion)
    {
        axioms::Tautologies tautologies;
        try
        {
            const Budget brief = budget().at_most(limits::split_refutation_seconds);
            for (const auto detail : {axioms::Detail::Shared, axioms::Detail::Whole})
            {
                const axioms::Clauses clauses = tautologies.clauses(premises, conclusion, detail);
                const bool is_shared = detail == axioms::Detail::Shared;
                if (is_shared && conclusion.is(Kind::Iff))
                {
                    auto lines = side_by_side(clauses, conclusion);
                    if (tautologies.follows(premises, conclusion, lines) ==
                        axioms::Consequence::Yes)
                        return lines;
                }
                std::vector<Literal> first;
                if (is_shared)
                    first.push_back(0);
                if (auto lines = Splitting(clauses, brief, std::move(first)).run())
                    return std::move(*lines);
            }
        }
        catch (const Interrupted&)
        {
            // The kernel will say that there is none.
        }
        return std::vector<Literal>{};
    };
}

} // namespace sgl::command
