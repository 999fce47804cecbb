#include "axioms/generate/induction.hpp"

#include "axioms/text/matcher.hpp"
#include "logic/formula/definition.hpp"

#include <fmt/format.h>

namespace sgl::axioms
{

Induction::Induction(const InductionTools& tools, Derivation& derivation, Tautologies& tautologies,
                     GameDependence& uses_game, std::span<const Number> equivalences)
    : Lines(tools.store, derivation), tools_(tools), tautologies_(tautologies),
      uses_game_(uses_game)
{
    for (const Number line : equivalences)
    {
        const Formula f = formula(line);
        if (!f.is(Kind::Iff))
            throw NotGenerated{Why::DoesNotFollow, "an equivalence φ <-> ψ to replace by",
                               tools_.print(f)};
        given_.emplace(f, line);
        lines_.emplace(f, line);
    }
}

Lines::Number Induction::meet(const InductionGoal& goal)
{
    std::vector<InductionGoal> open{goal};
    while (!open.empty())
    {
        const InductionGoal now = open.back();
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

void Induction::finish(Formula f, const std::vector<Number>& from)
{
    if (derivation_.lines().size() == from.back() + std::size_t{1} && formula(from.back()) == f &&
        is_own(from.back()))
        return;
    lines_.erase(f);
    taut(f, from, {{{f, true}}});
}

void Induction::differ(Formula f, Formula g) const
{
    std::string expected = "at some places one side of ";
    std::string_view before;
    for (const auto& [equivalence, line] : given_)
    {
        expected += fmt::format("{}{}", before, tools_.print(equivalence));
        before = " or of ";
    }
    throw NotGenerated{Why::DoesNotFollow, expected + " for the other, and all else the same",
                       fmt::format("{} in place of {}", tools_.print(g), tools_.print(f))};
}

std::optional<Lines::Number> Induction::need(const InductionGoal& goal)
{
    const auto found = met_.find(goal);
    if (found != met_.end())
        return found->second;
    wanted_.push_back(goal);
    return std::nullopt;
}

std::optional<Lines::Number> Induction::step(const InductionGoal& goal)
{
    switch (goal.kind)
    {
    case GoalKind::Same: return same(goal.f, goal.g);
    case GoalKind::Under: return under(goal.f, goal.g, goal.of);
    case GoalKind::Lemma1: return lemma_1(goal.a, goal.of);
    case GoalKind::Unrestrict: return unrestrict(goal.of);
    case GoalKind::StateWise: return state_wise(goal.a, goal.of);
    }
    return std::nullopt;
}

void Induction::opaque(Formula f) const
{
    throw NotGenerated{Why::DoesNotFollow,
                       fmt::format("a formula without metavariables here: this needs induction on "
                                   "{}; state it for concrete formulas",
                                   tools_.print(f)),
                       fmt::format("{}, which is a metavariable", tools_.print(f))};
}

std::optional<Lines::Number> Induction::by_operands(Formula wanted, const Operator& op, Formula phi,
                                                    GoalKind kind, Action a)
{
    std::vector<Number> cited{distributes(op, phi)};
    for (const Formula child : phi.children())
        if (const auto line = need({kind, {}, {}, child, a}))
            cited.push_back(*line);
    if (!wanted_.empty())
        return std::nullopt;
    if (!phi.is(Kind::Iff))
        return taut(wanted, cited, {{{op.over(store_, phi), true}}});
    return taut(wanted, cited,
                {{{phi[0], true}, {phi[1], true}}, {{phi[0], true}}, {{phi[1], true}}});
}

Lines::Number Induction::unfolds(Formula f)
{
    return Lines::definition(f, sgl::definition(store_, tools_.frame, f));
}

Lines::Number Induction::lemma(std::string_view name, Formula f,
                               const std::vector<Number>& premises, std::optional<Action> index)
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
        throw NotGenerated{Why::NotAnInstance,
                           fmt::format("the library's theorem of the name '{}'", name),
                           "another one"};
    return known(
        f, [&]
        { return derivation_.theorem(theorem->name(), f, std::move(matcher.values), premises); });
}

Lines::Number Induction::taut(Formula f, const std::vector<Number>& cited,
                              const std::vector<Clause>& hints)
{
    if (const auto found = lines_.find(f); found != lines_.end())
        return found->second;
    std::vector<Formula> premises;
    for (const Number line : cited)
        premises.push_back(formula(line));
    std::vector<Literal> refutation;
    if (tautologies_.follows(premises, f) == Consequence::Unknown)
    {
        refutation = as_literals(hints, tautologies_.clauses(premises, f));
        if (tautologies_.follows(premises, f, refutation) != Consequence::Yes)
            refutation = tools_.find_refutation ? tools_.find_refutation(premises, f)
                                                : std::vector<Literal>();
    }
    return known(f, [&] { return derivation_.tautology(f, cited, std::move(refutation)); });
}

std::vector<Literal> Induction::as_literals(const std::vector<Clause>& hints, const Clauses& of)
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

void Induction::about_to_write()
{
    if (derivation_.lines().size() - first_ >= most_lines)
        throw NotGenerated{Why::TooHard, fmt::format("no more than {} lines", most_lines), "more"};
    tools_.line_written();
}

bool GameDependence::operator()(Derivation::Number line)
{
    const auto lines = derivation_.lines();
    for (std::size_t i = uses_game_.size(); i <= line; ++i)
    {
        bool uses = lines[i].rule == Rule::GameAxiom;
        if (lines[i].rule == Rule::Theorem)
        {
            const Theorem* const theorem = tools_.cited(derivation_.name_of(lines[i]));
            uses = theorem != nullptr && theorem->uses_game();
        }
        for (const Derivation::Number cited : derivation_.citations(lines[i]))
            uses = uses || (cited < i && uses_game_[cited]);
        uses_game_.push_back(uses);
    }
    return uses_game_[line];
}

} // namespace sgl::axioms
