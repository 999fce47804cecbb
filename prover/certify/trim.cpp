#include "prover/certify/trim.hpp"

#include <algorithm>
#include <array>

namespace sgl::certificate
{

using axioms::Propagation;

void Trimmer::begin()
{
    keep_what_is_needed();
    lines_.clear();
    line_of_.clear();
    needed_.clear();
    clauses_.clear(0);
}

void Trimmer::add(std::span<const Literal> clause)
{
    clauses_.add(clause);
}

bool Trimmer::follow(std::vector<Literal> lines, Literal literal)
{
    goals_.push_back(std::move(lines));
    const std::vector<Literal>& goal = goals_.back();
    for (std::size_t start = 0; start != goal.size();)
    {
        const auto from = goal.begin() + static_cast<std::ptrdiff_t>(start);
        const auto size = static_cast<std::size_t>(std::find(from, goal.end(), 0) - from);
        if (!follow({goals_.size() - 1, start, size, {}}))
            return false;
        start += size + 1;
    }
    const std::array denied{-literal};
    if (!clauses_.implies_by(denied))
        return false;
    note_used(needed_);
    clauses_.add(denied);
    return true;
}

bool Trimmer::follow(LineNoted line)
{
    constexpr std::size_t often = 64;
    if (lines_.size() % often == 0)
        budget_.check();
    if (!clauses_.implies_by(literals(line)))
        return false;
    note_used(line.rests_on);
    const Propagation::Clause made = clauses_.add(literals(line));
    if (made != Propagation::no_clause)
        line_of_.emplace(made, lines_.size());
    lines_.push_back(std::move(line));
    return true;
}

void Trimmer::note_used(std::vector<std::size_t>& noted) const
{
    for (const Propagation::Clause clause : clauses_.used())
    {
        if (const auto line = line_of_.find(clause); line != line_of_.end())
            noted.push_back(line->second);
    }
}

/// Of the clauses so far, from the last line back.
void Trimmer::keep_what_is_needed()
{
    std::vector<bool> is_needed(lines_.size(), false);
    for (const Propagation::Clause clause : clauses_.known_by())
    {
        if (const auto line = line_of_.find(clause); line != line_of_.end())
            is_needed[line->second] = true;
    }
    for (const std::size_t line : needed_)
        is_needed[line] = true;
    for (std::size_t i = lines_.size(); i-- > 0;)
    {
        if (!is_needed[i])
            continue;
        for (const std::size_t line : lines_[i].rests_on)
            is_needed[line] = true;
    }
    kept_.resize(goals_.size());
    for (std::size_t i = 0; i < lines_.size(); ++i)
    {
        if (!is_needed[i])
            continue;
        const auto clause = literals(lines_[i]);
        std::vector<Literal>& goal = kept_[lines_[i].goal];
        goal.insert(goal.end(), clause.begin(), clause.end());
        goal.push_back(0);
    }
    for (std::vector<Literal>& goal : goals_)
        goal = {};
}

std::vector<std::vector<Literal>> Trimmer::kept()
{
    keep_what_is_needed();
    return std::move(kept_);
}

} // namespace sgl::certificate
