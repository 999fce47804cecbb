// The checking loop. What a line may rest on is what stands above it; whether it rests on a game
// axiom is carried along, line by line.

#include "axioms/derivation.hpp"
#include "axioms/tautology.hpp"
#include "logic/definition.hpp"

#include <algorithm>
#include <array>

namespace sgl::axioms
{

Calculus::Calculus(FormulaStore& store, Frame frame, std::vector<Axiom> game_axioms)
    : store_(store), frame_(std::move(frame))
{
    for (const AxiomText& axiom : catalogue())
        schemas_[std::string(axiom.name)].emplace_back(axiom);
    for (const Axiom& axiom : game_axioms)
        game_axioms_[axiom.name].insert(axiom.formula.id());
}

std::variant<Theorem, Rejection> Calculus::check(const Derivation& derivation)
{
    if (derivation.lines.empty())
        return Rejection{0, Why::Empty, "a derivation has at least one line"};
    if (theorems_.contains(derivation.name))
        return Rejection{0, Why::AlreadyShown,
                         "there is a theorem '" + derivation.name + "' already"};
    Theorem theorem;
    std::vector<Shown> shown;
    shown.reserve(derivation.lines.size());
    for (std::size_t i = 0; i < derivation.lines.size(); ++i)
    {
        Shown here;
        if (auto rejection = follows_from(derivation, i, shown, theorem, here))
            return std::move(*rejection);
        shown.push_back(here);
    }
    theorem.formula_ = derivation.lines.back().formula;
    theorem.uses_game_ = shown.back().uses_game;
    theorems_.emplace(derivation.name, theorem);
    return theorem;
}

/// Nothing when the line follows; then `here` says what it rests on, and `sum` what all lines do.
std::optional<Rejection> Calculus::follows_from(const Derivation& derivation, std::size_t index,
                                                const std::vector<Shown>& shown, Theorem& sum,
                                                Shown& here) const
{
    const Line& line = derivation.lines[index];
    const auto reject = [&](Why why, std::string message) {
        return Rejection{index, why, std::move(message)};
    };
    std::vector<Formula> cited;
    for (std::uint32_t citation : line.citations)
    {
        if (citation >= index)
            return reject(Why::WrongCitations, "a line can only cite lines above it");
        cited.push_back(derivation.lines[citation].formula);
        here.uses_game = here.uses_game || shown[citation].uses_game;
    }
    const auto cites = [&](std::size_t count) { return cited.size() == count; };
    const auto one_line = [&] { return reject(Why::WrongCitations, "this rule cites one line"); };
    switch (line.rule)
    {
    case Rule::Axiom:
        if (!cites(0))
            return reject(Why::WrongCitations, "an axiom cites no line");
        if (!schemas_.contains(line.name))
            return reject(Why::NoSuchAxiom, "SGL has no axiom '" + line.name + "'");
        if (!is_instance(line))
            return reject(Why::NotAnInstance,
                          "this is no instance of " + line.name + ", which is " +
                              std::string(schemas_.find(line.name)->second[0].text().text));
        sum.axioms_.insert(line.name);
        return std::nullopt;
    case Rule::Tautology:
        sum.axioms_.insert("A1");
        switch (follows(cited, line.formula))
        {
        case Consequence::Yes: return std::nullopt;
        case Consequence::No:
            return reject(Why::DoesNotFollow,
                          cited.empty()
                              ? "this is no propositional tautology"
                              : "this is no propositional consequence of the lines cited");
        case Consequence::TooHard: break;
        }
        return reject(Why::TooHard, "this propositional step takes too many decisions to check");
    case Rule::ModusPonens:
        if (!cites(2))
            return reject(Why::WrongCitations, "MP cites two lines: φ, and φ -> ψ");
        if (!cited[1].is(Kind::Implies) || cited[1][0] != cited[0] || cited[1][1] != line.formula)
            return reject(Why::DoesNotFollow, "the second line cited is not the first -> this one");
        return std::nullopt;
    case Rule::GeneraliseAction:
        if (!cites(1))
            return one_line();
        if (!line.formula.is(Kind::After) || line.formula[0] != cited[0])
            return reject(Why::DoesNotFollow, "GEN A makes [a]φ of the line φ");
        return std::nullopt;
    case Rule::GeneraliseChoice:
        if (!cites(1))
            return one_line();
        if (!line.formula.is(Kind::Select) || line.formula[0] != cited[0])
            return reject(Why::DoesNotFollow, "GEN C makes <<a>>φ of the line φ");
        return std::nullopt;
    case Rule::GeneraliseStrategy:
        if (!cites(1))
            return one_line();
        if (!line.formula.is(Kind::Restrict) || line.formula[1] != cited[0])
            return reject(Why::DoesNotFollow, "GEN S makes {α}φ of the line φ");
        if (here.uses_game)
            return reject(
                Why::DependsOnGame,
                "GEN S cannot be used on a line that rests on a game axiom: under {α} the "
                "game's axioms need not hold any more");
        return std::nullopt;
    case Rule::GameAxiom:
    {
        if (!cites(0))
            return reject(Why::WrongCitations, "an axiom cites no line");
        const auto found = game_axioms_.find(line.name);
        if (found == game_axioms_.end())
            return reject(Why::NoSuchAxiom, "the game has no axiom '" + line.name + "'");
        if (!found->second.contains(line.formula.id()))
            return reject(Why::NotAnInstance,
                          "this is no ground instance of the game's axiom '" + line.name + "'");
        sum.game_axioms_.insert(line.name);
        here.uses_game = true;
        return std::nullopt;
    }
    case Rule::Definition:
        if (!cites(1))
            return one_line();
        if (!is_one_definition_apart(store_, frame_, cited[0], line.formula))
            return reject(Why::DoesNotFollow,
                          "DEF unfolds or folds one next, |> or &> of the line cited");
        return std::nullopt;
    case Rule::Theorem:
    {
        if (!cites(0))
            return reject(Why::WrongCitations, "a theorem is cited by its name alone");
        const auto found = theorems_.find(line.name);
        if (found == theorems_.end())
            return reject(Why::NoSuchAxiom, "no theorem '" + line.name + "' was shown before");
        if (found->second.formula() != line.formula)
            return reject(Why::NotAnInstance,
                          "the theorem '" + line.name + "' says something else");
        here.uses_game = found->second.uses_game();
        sum.axioms_.insert(found->second.axioms().begin(), found->second.axioms().end());
        sum.game_axioms_.insert(found->second.game_axioms().begin(),
                                found->second.game_axioms().end());
        return std::nullopt;
    }
    }
    return reject(Why::DoesNotFollow, "no rule");
}

bool Calculus::is_instance(const Line& line) const
{
    return std::ranges::any_of(schemas_.find(line.name)->second, [&](const Schema& schema)
                               { return schema.match(frame_, line.formula).has_value(); });
}

bool is_one_definition_apart(FormulaStore& store, const Frame& frame, Formula before, Formula after)
{
    // Down to the one place where they differ. The place is found by going down while exactly one
    // operand differs; there, or on the way, one side is what the other abbreviates.
    while (before != after)
    {
        if (definition(store, frame, before) == after || definition(store, frame, after) == before)
            return true;
        if (before.kind() != after.kind() || before.children().size() != after.children().size() ||
            store.with_children(before, after.children()) != after)
            return false;
        const auto differing = std::ranges::mismatch(before.children(), after.children());
        const auto rest = std::ranges::equal(std::next(differing.in1), before.children().end(),
                                             std::next(differing.in2), after.children().end());
        if (!rest)
            return false;
        before = *differing.in1;
        after = *differing.in2;
    }
    return true;
}

} // namespace sgl::axioms
