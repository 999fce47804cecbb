#include "axioms/kernel/hinted_clauses.hpp"

namespace sgl::axioms
{

void HintedClauses::clear()
{
    values_.assign(1, 0);
    trail_.clear();
    literals_.clear();
    ends_.assign(1, 0);
    contradiction_ = false;
}

void HintedClauses::reach(std::span<const Literal> clause)
{
    for (const Literal l : clause)
    {
        if (variable(l) >= values_.size())
            values_.resize(variable(l) + 1, 0);
    }
}

void HintedClauses::add(std::span<const Literal> clause)
{
    reach(clause);
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    ends_.push_back(literals_.size());
    if (clause.empty() || (clause.size() == 1 && value(clause[0]) < 0))
        contradiction_ = true;
    else if (clause.size() == 1)
        values_[variable(clause[0])] = clause[0] < 0 ? -1 : 1;
}

bool HintedClauses::implies(std::span<const Literal> clause, std::span<const Literal> hints)
{
    if (contradiction_)
        return true;
    reach(clause);
    bool follows = false;
    for (const Literal l : clause)
    {
        follows = follows || value(l) > 0;
        if (value(l) == 0)
            make_true(-l);
    }
    follows = follows || leads_to_contradiction(hints);
    for (const Literal l : trail_)
        values_[variable(l)] = 0;
    trail_.clear();
    return follows;
}

bool HintedClauses::leads_to_contradiction(std::span<const Literal> hints)
{
    for (const Literal hint : hints)
    {
        if (hint <= 0 || static_cast<std::size_t>(hint) >= ends_.size())
            return false;
        const std::size_t number = static_cast<std::size_t>(hint);
        Literal open = 0;
        bool is_true = false;
        for (std::size_t i = ends_[number - 1]; i < ends_[number] && !is_true; ++i)
        {
            const Literal l = literals_[i];
            const int here = value(l);
            is_true = here > 0;
            if (here != 0 || l == open)
                continue;
            if (open != 0)
                return false;
            open = l;
        }
        if (is_true)
            continue;
        if (open == 0)
            return true;
        make_true(open);
    }
    return false;
}

void HintedClauses::make_true(Literal l)
{
    values_[variable(l)] = l < 0 ? -1 : 1;
    trail_.push_back(l);
}

} // namespace sgl::axioms
