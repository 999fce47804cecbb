#include "prover/certify/trim.hpp"

#include <algorithm>
#include <array>

namespace sgl::certificate
{

using axioms::Propagation;

namespace
{

std::size_t variable(Literal l)
{
    return static_cast<std::size_t>(l < 0 ? -l : l);
}

} // namespace

void Trimmer::begin()
{
    keep_what_is_needed();
    steps_.clear();
    added_ = placed_ = known_ = 0;
    sources_.clear();
    facts_.clear();
    contradiction_ = {};
    clauses_.clear(0);
}

void Trimmer::add(std::span<const Literal> clause)
{
    add_made(clause, {Source::Kind::Added, static_cast<std::uint32_t>(added_++)});
}

void Trimmer::add_made(std::span<const Literal> clause, Source source)
{
    const Propagation::Clause made = clauses_.add(clause);
    if (made != Propagation::no_clause)
        sources_.emplace_back(made, source);
    note_new_facts();
}

Trimmer::Source Trimmer::source_of(Propagation::Clause clause) const
{
    return std::ranges::lower_bound(sources_, clause, {},
                                    &std::pair<Propagation::Clause, Source>::first)
        ->second;
}

/// Why the literal is known for good, if it is.
Trimmer::Source Trimmer::fact(Literal l) const
{
    const bool is_known = variable(l) < facts_.size() && facts_[variable(l)].first == l;
    return is_known ? facts_[variable(l)].second : Source{};
}

/// The facts by which literals of the clause are false.
void Trimmer::note_facts_of(Step& step, Propagation::Clause clause)
{
    for (const Literal l : clauses_.literals(clause))
    {
        const Source why = fact(-l);
        if (why.kind == Source::Kind::None)
            continue;
        noted_.resize(std::max(noted_.size(), facts_.size()), 0);
        if (std::exchange(noted_[variable(l)], noting_) != noting_)
            step.facts.push_back(why);
    }
}

/// What unit propagation has found out since this was asked last.
void Trimmer::note_new_facts()
{
    for (; known_ < clauses_.known().size(); ++known_)
    {
        const Literal l = clauses_.known()[known_];
        const Propagation::Clause reason = clauses_.reason(l);
        Source why = source_of(reason);
        if (clauses_.literals(reason).size() > 1)
        {
            Step step;
            step.literal = l;
            step.hints.push_back(why);
            ++noting_;
            note_facts_of(step, reason);
            why = {Source::Kind::Step, note(std::move(step))};
        }
        if (facts_.size() <= variable(l))
            facts_.resize(variable(l) + 1);
        facts_[variable(l)] = {l, why};
    }
    if (!clauses_.contradiction() || contradiction_.kind != Source::Kind::None)
        return;
    Step step;
    step.hints.push_back(source_of(clauses_.violated()));
    ++noting_;
    note_facts_of(step, clauses_.violated());
    contradiction_ = {Source::Kind::Step, note(std::move(step))};
}

std::uint32_t Trimmer::note(Step step)
{
    steps_.push_back(std::move(step));
    return static_cast<std::uint32_t>(steps_.size() - 1);
}

/// Whether the clause follows, and from what.
bool Trimmer::explain(Step& step, std::span<const Literal> clause)
{
    if (contradiction_.kind != Source::Kind::None)
    {
        step.facts.push_back(contradiction_);
        return true;
    }
    if (!clauses_.implies_by(clause))
        return false;
    ++noting_;
    for (const Propagation::Clause used : clauses_.used())
    {
        step.hints.push_back(source_of(used));
        note_facts_of(step, used);
    }
    std::ranges::reverse(step.hints);
    for (std::size_t i = 0; step.hints.empty() && step.facts.empty() && i < clause.size(); ++i)
    {
        if (const Source why = fact(clause[i]); why.kind != Source::Kind::None)
            step.facts.push_back(why);
    }
    return true;
}

bool Trimmer::follow(std::vector<Literal> lines, Literal literal)
{
    goals_.push_back(std::move(lines));
    const std::vector<Literal>& goal = goals_.back();
    for (std::size_t start = 0; start != goal.size();)
    {
        const auto from = goal.begin() + static_cast<std::ptrdiff_t>(start);
        const auto size = static_cast<std::size_t>(std::find(from, goal.end(), 0) - from);
        if (!follow(std::span(goal).subspan(start, size)))
            return false;
        start += size + 1;
    }
    const std::array denied{-literal};
    Step step;
    step.literal = -literal;
    step.is_goal = true;
    if (!explain(step, denied))
        return false;
    const Source source{Source::Kind::Step, note(std::move(step))};
    for (; placed_ < steps_.size(); ++placed_)
    {
        steps_[placed_].goal = goals_.size() - 1;
        steps_[placed_].added_before = added_;
    }
    add_made(denied, source);
    return true;
}

bool Trimmer::follow(std::span<const Literal> line)
{
    constexpr std::size_t often = 64;
    if (steps_.size() % often == 0)
        budget_.check();
    Step step;
    step.line = line;
    if (!explain(step, line))
        return false;
    add_made(line, {Source::Kind::Step, note(std::move(step))});
    return true;
}

/// Of the steps so far, from the last one back; then they are numbered as the checker does it.
void Trimmer::keep_what_is_needed()
{
    std::vector<bool> is_needed(steps_.size(), false);
    for (std::size_t i = placed_; i-- > 0;)
    {
        is_needed[i] = is_needed[i] || steps_[i].is_goal;
        if (!is_needed[i])
            continue;
        for (const auto* sources : {&steps_[i].hints, &steps_[i].facts})
        {
            for (const Source source : *sources)
            {
                if (source.kind == Source::Kind::Step)
                    is_needed[source.index] = true;
            }
        }
    }
    kept_.resize(goals_.size());
    std::vector<std::size_t> number(steps_.size(), 0), before; // before: of the clauses, by step
    std::size_t steps = 0;
    const auto number_of = [&](Source source)
    {
        if (source.kind == Source::Kind::Step)
            return static_cast<Literal>(number[source.index]);
        const auto written = std::ranges::upper_bound(before, std::size_t{source.index});
        return static_cast<Literal>(source.index + 1 +
                                    static_cast<std::size_t>(written - before.begin()));
    };
    for (std::size_t i = 0; i < placed_; ++i)
    {
        if (!is_needed[i])
            continue;
        const Step& step = steps_[i];
        std::vector<Literal>& lines = kept_[step.goal];
        if (!step.is_goal)
        {
            lines.insert(lines.end(), step.line.begin(), step.line.end());
            if (step.literal != 0)
                lines.push_back(step.literal);
            lines.push_back(0);
        }
        for (const Source source : step.hints)
            lines.push_back(number_of(source));
        lines.push_back(0);
        number[i] = step.added_before + ++steps;
        before.push_back(step.added_before);
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
