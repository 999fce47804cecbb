#include "axioms/kernel/propagation.hpp"

#include <algorithm>
#include <new>

namespace sgl::axioms
{

void Propagation::clear(std::size_t variables)
{
    // The lists keep their memory for the next refutation.
    for (std::size_t i = 0; i < 2 * values_.size() && i < watches_.size(); ++i)
        watches_[i].clear();
    values_.assign(variables + 1, 0);
    reasons_.assign(variables + 1, no_clause);
    watches_.resize(std::max(watches_.size(), 2 * values_.size()));
    literals_.clear();
    trail_.clear();
    propagated_ = 0;
    violated_ = no_clause;
    contradiction_ = false;
}

void Propagation::reach(std::size_t variables)
{
    if (variables < values_.size())
        return;
    values_.resize(variables + 1, 0);
    reasons_.resize(variables + 1, no_clause);
    watches_.resize(std::max(watches_.size(), 2 * values_.size()));
}

void Propagation::reach_all(std::span<const Literal> clause)
{
    for (const Literal l : clause)
        reach(index(l) / 2);
}

Propagation::Clause Propagation::add(std::span<const Literal> clause)
{
    if (contradiction_)
        return no_clause;
    reach_all(clause);
    if (literals_.size() >= no_clause - clause.size() - 1)
        throw std::bad_alloc();
    // Two literals that are not false, where there are two, are watched.
    const auto start = static_cast<Clause>(literals_.size());
    literals_.push_back(static_cast<Literal>(clause.size()));
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    Literal* const first = literals_.data() + start + 1;
    std::size_t open = 0;
    for (std::size_t i = 0; i < clause.size() && open < 2; ++i)
    {
        if (value(first[i]) >= 0)
            std::swap(first[i], first[open++]);
    }
    if (open == 0)
    {
        violated_ = start;
        contradiction_ = true;
        return start;
    }
    if (clause.size() > 1)
    {
        watches_[index(first[0])].push_back({start, first[1]});
        watches_[index(first[1])].push_back({start, first[0]});
    }
    if (open == 1 && value(first[0]) == 0)
    {
        assign(first[0], start);
        contradiction_ = !propagate();
    }
    return start;
}

bool Propagation::implies(std::span<const Literal> clause)
{
    const std::size_t start = trail_.size();
    const bool follows = follows_denied(clause);
    take_back(start);
    return follows;
}

bool Propagation::follows_denied(std::span<const Literal> clause)
{
    if (contradiction_)
        return true;
    violated_ = no_clause;
    reach_all(clause);
    for (Literal l : clause)
    {
        if (value(l) > 0)
            return true;
        if (value(l) == 0)
            assign(-l, no_clause);
    }
    return !propagate();
}

void Propagation::take_back(std::size_t trail_size)
{
    for (std::size_t i = trail_size; i < trail_.size(); ++i)
        values_[index(trail_[i]) / 2] = 0;
    trail_.resize(trail_size);
    propagated_ = trail_size;
}

void Propagation::assign(Literal l, Clause reason)
{
    values_[index(l) / 2] = l < 0 ? -1 : 1;
    reasons_[index(l) / 2] = reason;
    trail_.push_back(l);
}

/// False when a clause is violated.
bool Propagation::propagate()
{
    while (propagated_ < trail_.size())
    {
        const Literal wrong = -trail_[propagated_++];
        auto& list = watches_[index(wrong)];
        std::size_t kept = 0;
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            const Watch watch = list[i];
            if (value(watch.other) > 0)
            {
                list[kept++] = watch;
                continue;
            }
            Literal* const first = literals_.data() + watch.clause + 1;
            if (first[0] == wrong)
                std::swap(first[0], first[1]);
            const Literal other = first[0];
            if (value(other) <= 0 && move_watch(watch.clause, other))
                continue;
            list[kept++] = {watch.clause, other};
            if (value(other) > 0)
                continue;
            if (value(other) < 0)
            {
                violated_ = watch.clause;
                for (++i; i < list.size(); ++i)
                    list[kept++] = list[i];
                list.resize(kept);
                return false;
            }
            assign(other, watch.clause);
        }
        list.resize(kept);
    }
    return true;
}

/// Watches another literal that is not false in place of the second; false if there is none.
bool Propagation::move_watch(Clause clause, Literal other)
{
    Literal* const first = literals_.data() + clause + 1;
    const auto size = static_cast<std::size_t>(literals_[clause]);
    for (std::size_t i = 2; i < size; ++i)
    {
        if (value(first[i]) >= 0)
        {
            std::swap(first[1], first[i]);
            watches_[index(first[1])].push_back({clause, other});
            return true;
        }
    }
    return false;
}

} // namespace sgl::axioms
