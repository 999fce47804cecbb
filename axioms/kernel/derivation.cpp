#include "axioms/kernel/derivation.hpp"

#include <algorithm>
#include <cassert>

namespace sgl::axioms
{

bool Variables::differ(Action a, Action b) const
{
    if (a == b)
        return false;
    if (!is_variable(a) && !is_variable(b))
        return true;
    return std::ranges::any_of(distinct, [&](const auto& pair)
                               { return pair == std::pair(a, b) || pair == std::pair(b, a); });
}

Formula substitute_at_top(FormulaStore& store, Formula f, const Substitution& values,
                          std::span<const Formula> operands)
{
    const auto action = [&]
    {
        const Action a = f.action();
        return is_variable(a) ? values.actions.at(a.index - first_action_variable) : a;
    };
    switch (f.kind())
    {
    case Kind::Fluent:
        if (is_formula_variable(f.fluent()))
            return values.formulas.at(f.fluent().index - first_formula_variable);
        if (is_atom_variable(f.fluent()))
            return values.atoms.at(f.fluent().index - first_atom_variable);
        return f;
    case Kind::Legal: return store.legal(action());
    case Kind::Does: return store.does(action());
    case Kind::After: return store.after(action(), operands[0]);
    case Kind::Select: return store.select(action(), operands[0]);
    default: return operands.empty() ? f : store.with_children(f, operands);
    }
}

std::string_view name(Rule rule)
{
    switch (rule)
    {
    case Rule::Premise: return "assume";
    case Rule::Axiom: return "axiom of SGL";
    case Rule::Tautology: return "TAUT";
    case Rule::ModusPonens: return "MP";
    case Rule::GeneraliseAction: return "GEN A";
    case Rule::GeneraliseChoice: return "GEN C";
    case Rule::GeneraliseStrategy: return "GEN S";
    case Rule::GameAxiom: return "game axiom";
    case Rule::Definition: return "DEF";
    case Rule::Theorem: return "lemma";
    }
    return "";
}

Derivation::Derivation(std::string name, Variables variables)
    : name_(std::move(name)), variables_(std::move(variables))
{
}

Derivation::Number Derivation::premise(Formula f)
{
    return push(f, Rule::Premise, intern(""), {});
}

Derivation::Number Derivation::axiom(std::string_view name, Formula f)
{
    return push(f, Rule::Axiom, intern(name), {});
}

Derivation::Number Derivation::tautology(Formula f, std::span<const Number> cited,
                                         std::vector<std::int32_t> refutation)
{
    std::uint32_t detail = 0;
    if (!refutation.empty())
    {
        refutations_.push_back(std::move(refutation));
        detail = static_cast<std::uint32_t>(refutations_.size());
    }
    return push(f, Rule::Tautology, intern(""), cited, detail);
}

Derivation::Number Derivation::tautology(Formula f, std::initializer_list<Number> cited)
{
    return tautology(f, std::span(cited.begin(), cited.size()));
}

Derivation::Number Derivation::modus_ponens(Formula f, Number premise, Number implication)
{
    const Number cited[] = {premise, implication};
    return push(f, Rule::ModusPonens, intern(""), cited);
}

Derivation::Number Derivation::generalise(Rule rule, Formula f, Number cited)
{
    assert(rule == Rule::GeneraliseAction || rule == Rule::GeneraliseChoice ||
           rule == Rule::GeneraliseStrategy);
    return push(f, rule, intern(""), {&cited, 1});
}

Derivation::Number Derivation::game_axiom(std::string_view name, Formula f)
{
    return push(f, Rule::GameAxiom, intern(name), {});
}

Derivation::Number Derivation::definition(Formula f, Number cited)
{
    return push(f, Rule::Definition, intern(""), {&cited, 1});
}

Derivation::Number Derivation::theorem(std::string_view name, Formula f, Substitution substitution,
                                       std::span<const Number> premises)
{
    std::uint32_t detail = 0;
    if (!substitution.formulas.empty() || !substitution.atoms.empty() ||
        !substitution.actions.empty())
    {
        substitutions_.push_back(std::move(substitution));
        detail = static_cast<std::uint32_t>(substitutions_.size());
    }
    return push(f, Rule::Theorem, intern(name), premises, detail);
}

void Derivation::carry(Number line, std::vector<std::int32_t> refutation)
{
    assert(lines_[line].rule == Rule::Tautology && lines_[line].detail == 0);
    if (refutation.empty())
        return;
    refutations_.push_back(std::move(refutation));
    lines_[line].detail = static_cast<std::uint32_t>(refutations_.size());
}

Derivation::Number Derivation::add(Formula f, Rule rule, std::string_view name,
                                   std::span<const Number> cited)
{
    return push(f, rule, intern(name), cited);
}

const Substitution& Derivation::substitution(const Line& line) const
{
    static const Substitution none;
    return line.rule == Rule::Theorem && line.detail != 0 ? substitutions_[line.detail - 1] : none;
}

std::span<const std::int32_t> Derivation::refutation(const Line& line) const
{
    if (line.rule != Rule::Tautology || line.detail == 0)
        return {};
    return refutations_[line.detail - 1];
}

Derivation::Number Derivation::push(Formula f, Rule rule, std::uint32_t name,
                                    std::span<const Number> cited, std::uint32_t detail)
{
    lines_.push_back({f, rule, name, static_cast<std::uint32_t>(citations_.size()),
                      static_cast<std::uint32_t>(cited.size()), detail});
    citations_.insert(citations_.end(), cited.begin(), cited.end());
    return static_cast<Number>(lines_.size() - 1);
}

std::uint32_t Derivation::intern(std::string_view name)
{
    // Lines by the same axiom often follow each other; "" is always there.
    if (names_.empty())
        names_.emplace_back();
    if (name.empty())
        return 0;
    if (names_.back() == name)
        return static_cast<std::uint32_t>(names_.size() - 1);
    const auto [place, is_new] =
        name_index_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
    if (is_new)
        names_.emplace_back(name);
    return place->second;
}

} // namespace sgl::axioms
