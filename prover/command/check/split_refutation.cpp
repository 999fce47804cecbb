#include "prover/command/check/split_refutation.hpp"

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
    Splitting(const axioms::Clauses& clauses, const Budget& budget)
        : literals_(clauses.literals), variables_(clauses.formulas.size()), budget_(budget)
    {
    }

    /// The lines of a refutation, each ended by 0; nothing where none was found.
    std::optional<std::vector<Literal>> run()
    {
        if (!refute(Values(variables_ + 1)))
            return std::nullopt;
        return std::move(lines_);
    }

private:
    /// Unit propagation; false where a clause is false.
    bool propagate(Values& values)
    {
        budget_.check();
        for (bool changes = true; changes;)
        {
            changes = false;
            std::size_t open = 0;
            Literal last = 0;
            bool is_true = false;
            for (const Literal l : literals_)
            {
                if (l != 0)
                {
                    is_true = is_true || value_of(values, l) > 0;
                    if (value_of(values, l) == 0)
                    {
                        ++open;
                        last = l;
                    }
                    continue;
                }
                if (!is_true && open == 0)
                    return false;
                if (!is_true && open == 1)
                {
                    make_true(values, last);
                    changes = true;
                }
                open = 0;
                is_true = false;
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
        constexpr unsigned most_splits = 2'000;
        if (!propagate(values))
            return note({});
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
            make_true(values, -failed);
            if (!propagate(values))
                return note({});
        }
        if (!best)
            return false; // all clauses are true
        if (value_of(values, *best) != 0)
            return refute(std::move(values)); // it became known since it was the best
        if (++splits_ > most_splits)
            return false;
        for (const Literal decision : {*best, -*best})
        {
            Values there = values;
            make_true(there, decision);
            decisions_.push_back(decision);
            const bool is_refuted = refute(std::move(there));
            decisions_.pop_back();
            if (!is_refuted)
                return false;
        }
        return note({});
    }

    /// How many variables have values once the literal is true; nothing where that contradicts.
    std::optional<long> known_after(Values values, Literal l)
    {
        make_true(values, l);
        return propagate(values) ? std::optional(count(values)) : std::nullopt;
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

    std::span<const Literal> literals_;
    std::size_t variables_;
    const Budget& budget_;
    std::vector<Literal> decisions_, lines_;
    unsigned splits_ = 0;
};

} // namespace

axioms::FindRefutation refutations_by_splitting(std::function<Budget()> budget)
{
    constexpr double seconds = 5; // for a step: then a refutation has to be in the file
    return [budget = std::move(budget)](std::span<const Formula> premises, Formula conclusion)
    {
        axioms::Tautologies tautologies;
        try
        {
            const Budget brief = budget().at_most(seconds);
            for (const auto detail : {axioms::Detail::Shared, axioms::Detail::Whole})
            {
                const axioms::Clauses clauses = tautologies.clauses(premises, conclusion, detail);
                auto lines = Splitting(clauses, brief).run();
                if (lines && detail == axioms::Detail::Shared)
                    lines->insert(lines->begin(), 0);
                if (lines)
                    return *lines;
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
