#include "axioms/generate/work.hpp"

#include "axioms/text/matcher.hpp"
#include "logic/formula/definition.hpp"

#include <fmt/format.h>

namespace sgl::axioms
{

Generator::Work::Work(Generator& generator, std::span<const Number> equivalences)
    : Lines(generator.tools_.store, generator.derivation_), generator_(generator),
      tools_(generator.tools_)
{
    for (const Number line : equivalences)
    {
        const Formula f = formula(line);
        if (!f.is(Kind::Iff))
            throw Refusal{Why::DoesNotFollow, "an equivalence φ <-> ψ to replace by",
                          tools_.print(f)};
        given_.emplace(f, line);
        lines_.emplace(f, line);
    }
}

Lines::Number Generator::Work::meet(const Goal& goal)
{
    std::vector<Goal> open{goal};
    while (!open.empty())
    {
        const Goal now = open.back();
        if (met_.contains(now))
        {
            open.pop_back();
            continue;
        }
        wanted_.clear();
        const std::optional<Number> line = step(now);
        if (wanted_.empty())
            met_.emplace(now, line.value());
        else
            open.insert(open.end(), wanted_.rbegin(), wanted_.rend());
    }
    return met_.at(goal);
}

void Generator::Work::finish(Formula f, const std::vector<Number>& from)
{
    if (derivation_.lines().size() == from.back() + std::size_t{1} && formula(from.back()) == f &&
        is_own(from.back()))
        return;
    lines_.erase(f);
    taut(f, from, {{{f, true}}});
}

void Generator::Work::differ(Formula f, Formula g) const
{
    std::string expected = "at some places one side of ";
    std::string_view before;
    for (const auto& [equivalence, line] : given_)
    {
        expected += fmt::format("{}{}", before, tools_.print(equivalence));
        before = " or of ";
    }
    throw Refusal{Why::DoesNotFollow, expected + " for the other, and all else the same",
                  fmt::format("{} in place of {}", tools_.print(g), tools_.print(f))};
}

std::optional<Lines::Number> Generator::Work::need(const Goal& goal)
{
    const auto found = met_.find(goal);
    if (found != met_.end())
        return found->second;
    wanted_.push_back(goal);
    return std::nullopt;
}

std::optional<Lines::Number> Generator::Work::step(const Goal& goal)
{
    switch (goal.task)
    {
    case Task::Same: return same(goal.f, goal.g);
    case Task::Under: return under(goal.f, goal.g, goal.of);
    case Task::Lemma1: return lemma_1(goal.a, goal.of);
    case Task::Unrestrict: return unrestrict(goal.of);
    case Task::StateWise: return state_wise(goal.a, goal.of);
    }
    return std::nullopt;
}

void Generator::Work::opaque(Formula f) const
{
    throw Refusal{Why::DoesNotFollow,
                  fmt::format("a formula without metavariables here: this needs induction on "
                              "{}; state it for concrete formulas",
                              tools_.print(f)),
                  fmt::format("{}, which is a metavariable", tools_.print(f))};
}

std::optional<Lines::Number> Generator::Work::by_operands(Formula wanted, const Operator& op,
                                                          Formula phi, Task task, Action a)
{
    std::vector<Number> cited{distributes(op, phi)};
    for (const Formula child : phi.children())
        if (const auto line = need({task, {}, {}, child, a}))
            cited.push_back(*line);
    if (!wanted_.empty())
        return std::nullopt;
    if (!phi.is(Kind::Iff))
        return taut(wanted, cited, {{{op.over(store_, phi), true}}});
    return taut(wanted, cited,
                {{{phi[0], true}, {phi[1], true}}, {{phi[0], true}}, {{phi[1], true}}});
}

Lines::Number Generator::Work::unfolds(Formula f)
{
    return Lines::definition(f, sgl::definition(store_, tools_.frame, f));
}

Lines::Number Generator::Work::lemma(std::string_view name, Formula f,
                                     const std::vector<Number>& premises,
                                     std::optional<Action> index)
{
    if (const auto found = lines_.find(f); found != lines_.end())
        return found->second;
    const auto indices = index ? std::span<const Action>(&*index, 1) : std::span<const Action>();
    const Theorem* const theorem = tools_.lemma(name, indices);
    if (theorem == nullptr)
        throw NoLemma();
    text::Matcher matcher(theorem->variables());
    bool fits =
        matcher.match(theorem->formula(), f) && theorem->premises().size() == premises.size();
    for (std::size_t i = 0; fits && i < premises.size(); ++i)
        fits = matcher.match(theorem->premises()[i], formula(premises[i]));
    if (!fits || !matcher.missing(theorem->variables()).empty())
        throw Refusal{Why::NotAnInstance,
                      fmt::format("the library's theorem of the name '{}'", name), "another one"};
    return known(
        f, [&]
        { return derivation_.theorem(theorem->name(), f, std::move(matcher.values), premises); });
}

Lines::Number Generator::Work::taut(Formula f, const std::vector<Number>& cited,
                                    const std::vector<Clause>& hints)
{
    if (const auto found = lines_.find(f); found != lines_.end())
        return found->second;
    std::vector<Formula> premises;
    for (const Number line : cited)
        premises.push_back(formula(line));
    Tautologies& tautologies = generator_.tautologies_;
    std::vector<Literal> refutation;
    if (tautologies.follows(premises, f) == Consequence::Unknown)
    {
        refutation = as_literals(hints, tautologies.clauses(premises, f));
        if (tautologies.follows(premises, f, refutation) != Consequence::Yes)
            refutation = tools_.find_refutation ? tools_.find_refutation(premises, f)
                                                : std::vector<Literal>();
    }
    return known(f, [&] { return derivation_.tautology(f, cited, std::move(refutation)); });
}

std::vector<Literal> Generator::Work::as_literals(const std::vector<Clause>& hints,
                                                  const Clauses& of)
{
    std::unordered_map<Formula, Literal> variables;
    for (std::size_t i = 0; i < of.formulas.size(); ++i)
        variables.emplace(of.formulas[i], static_cast<Literal>(i + 1));
    std::vector<Literal> answer;
    for (const Clause& clause : hints)
    {
        for (const auto& [formula, sign] : clause)
            if (const auto found = variables.find(formula); found != variables.end())
                answer.push_back(sign ? found->second : -found->second);
        answer.push_back(0);
    }
    return answer;
}

void Generator::Work::about_to_write()
{
    if (derivation_.lines().size() - first_ >= most_lines)
        throw Refusal{Why::TooHard, fmt::format("no more than {} lines", most_lines), "more"};
    tools_.line_written();
}

} // namespace sgl::axioms
