#include "axioms/tautology.hpp"

#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace sgl::axioms
{

namespace
{

using Literal = std::int32_t; // a variable from 1, or its negation

bool is_letter(Formula f)
{
    switch (f.kind())
    {
    case Kind::True:
    case Kind::False:
    case Kind::Not:
    case Kind::And:
    case Kind::Or:
    case Kind::Implies:
    case Kind::Iff: return false;
    case Kind::Fluent:
    case Kind::Initial:
    case Kind::Terminal:
    case Kind::Legal:
    case Kind::Does:
    case Kind::After:
    case Kind::Select:
    case Kind::Restrict:
    case Kind::Next:
    case Kind::PrioritisedOr:
    case Kind::PrioritisedAnd: return true;
    }
    return true;
}

/// Clauses that define a variable for every formula met (Tseitin), and a search for an assignment.
class Search
{
public:
    Search() : watchers_(2) { add({variable_for_true_ = fresh()}); }

    Literal literal(Formula root)
    {
        std::vector<Formula> stack{root};
        while (!stack.empty())
        {
            const Formula f = stack.back();
            if (known_.contains(f))
            {
                stack.pop_back();
                continue;
            }
            bool ready = true;
            if (!is_letter(f))
            {
                for (Formula child : f.children())
                {
                    if (!known_.contains(child))
                    {
                        stack.push_back(child);
                        ready = false;
                    }
                }
            }
            if (!ready)
                continue;
            known_.emplace(f, define(f));
            stack.pop_back();
        }
        return known_.at(root);
    }

    void assume(Literal l) { add({l}); }

    /// An assignment that satisfies all clauses exists.
    Consequence satisfiable(std::uint64_t decisions)
    {
        // No: here the answer to "is there an assignment".
        if (contradiction_ || !propagate())
            return Consequence::No;
        for (std::size_t next = 1; next < values_.size();)
        {
            if (values_[next] != 0)
            {
                ++next;
                continue;
            }
            if (decisions-- == 0)
                return Consequence::TooHard;
            decided_.push_back(trail_.size());
            assign(static_cast<Literal>(next));
            while (!propagate())
            {
                if (decided_.empty())
                    return Consequence::No;
                const Literal last = undo();
                next = 1;
                assign(-last);
            }
        }
        return Consequence::Yes;
    }

private:
    static std::size_t index(Literal l)
    {
        return 2 * static_cast<std::size_t>(std::abs(l)) + (l < 0 ? 1U : 0U);
    }
    int value(Literal l) const
    {
        const int v = values_[static_cast<std::size_t>(std::abs(l))];
        return l < 0 ? -v : v;
    }

    Literal fresh()
    {
        values_.push_back(0);
        watchers_.resize(2 * values_.size());
        return static_cast<Literal>(values_.size() - 1);
    }

    Literal define(Formula f)
    {
        std::vector<Literal> operands;
        if (!is_letter(f))
        {
            for (Formula child : f.children())
                operands.push_back(known_.at(child));
        }
        switch (f.kind())
        {
        case Kind::True: return variable_for_true_;
        case Kind::False: return -variable_for_true_;
        case Kind::Not: return -operands[0];
        case Kind::And:
            for (Literal& l : operands)
                l = -l;
            return -any_of(operands);
        case Kind::Or: return any_of(operands);
        case Kind::Implies: operands[0] = -operands[0]; return any_of(operands);
        case Kind::Iff:
        {
            const Literal same = fresh();
            const Literal l = operands[0], r = operands[1];
            add({-same, -l, r});
            add({-same, l, -r});
            add({same, l, r});
            add({same, -l, -r});
            return same;
        }
        default: return fresh();
        }
    }

    Literal any_of(const std::vector<Literal>& operands)
    {
        const Literal any = fresh();
        std::vector<Literal> clause{-any};
        for (Literal l : operands)
        {
            add({any, -l});
            clause.push_back(l);
        }
        add(std::move(clause));
        return any;
    }

    /// All clauses come before the search, so no literal has a value yet but by other units.
    void add(std::vector<Literal> clause)
    {
        if (clause.size() == 1)
        {
            if (value(clause[0]) < 0)
                contradiction_ = true;
            else if (value(clause[0]) == 0)
                assign(clause[0]);
            return;
        }
        const std::size_t number = clauses_.size();
        watchers_[index(clause[0])].push_back(number);
        watchers_[index(clause[1])].push_back(number);
        clauses_.push_back(std::move(clause));
        unchecked_ = true;
    }

    void assign(Literal l)
    {
        values_[static_cast<std::size_t>(std::abs(l))] = l < 0 ? -1 : 1;
        trail_.push_back(l);
    }

    /// Takes back the last decision and what followed from it.
    Literal undo()
    {
        const std::size_t at = decided_.back();
        decided_.pop_back();
        const Literal decision = trail_[at];
        for (std::size_t i = at; i < trail_.size(); ++i)
            values_[static_cast<std::size_t>(std::abs(trail_[i]))] = 0;
        trail_.resize(at);
        propagated_ = at;
        return decision;
    }

    /// False when a clause is violated. Two literals of each clause are watched: a clause is looked
    /// at only when one of them becomes false.
    bool propagate()
    {
        if (unchecked_)
        {
            // Watches may be false already from units that came first: look at every unit again.
            propagated_ = 0;
            unchecked_ = false;
        }
        while (propagated_ < trail_.size())
        {
            const Literal wrong = -trail_[propagated_++];
            auto& list = watchers_[index(wrong)];
            std::size_t kept = 0;
            for (std::size_t i = 0; i < list.size(); ++i)
            {
                const std::size_t number = list[i];
                std::vector<Literal>& clause = clauses_[number];
                if (clause[0] == wrong)
                    std::swap(clause[0], clause[1]);
                if (value(clause[0]) > 0 || !move_watch(clause, number))
                    list[kept++] = number;
                else
                    continue;
                if (value(clause[0]) > 0)
                    continue;
                if (value(clause[0]) < 0)
                {
                    for (++i; i < list.size(); ++i)
                        list[kept++] = list[i];
                    list.resize(kept);
                    return false;
                }
                assign(clause[0]);
            }
            list.resize(kept);
        }
        return true;
    }

    /// Watches another literal that is not false in place of clause[1]; false if there is none.
    bool move_watch(std::vector<Literal>& clause, std::size_t number)
    {
        for (std::size_t i = 2; i < clause.size(); ++i)
        {
            if (value(clause[i]) >= 0)
            {
                std::swap(clause[1], clause[i]);
                watchers_[index(clause[1])].push_back(number);
                return true;
            }
        }
        return false;
    }

    std::vector<int> values_{0}; // by variable: 1 true, -1 false, 0 open
    std::vector<std::vector<std::size_t>> watchers_;
    std::vector<std::vector<Literal>> clauses_;
    std::vector<Literal> trail_;
    std::vector<std::size_t> decided_; // where in the trail each decision stands
    std::size_t propagated_ = 0;
    bool contradiction_ = false;
    bool unchecked_ = false;
    Literal variable_for_true_ = 0;
    std::unordered_map<Formula, Literal> known_;
};

} // namespace

Consequence follows(std::span<const Formula> premises, Formula conclusion, std::uint64_t decisions)
{
    Search search;
    for (Formula premise : premises)
        search.assume(search.literal(premise));
    search.assume(-search.literal(conclusion));
    switch (search.satisfiable(decisions))
    {
    case Consequence::Yes: return Consequence::No;
    case Consequence::No: return Consequence::Yes;
    case Consequence::TooHard: break;
    }
    return Consequence::TooHard;
}

} // namespace sgl::axioms
