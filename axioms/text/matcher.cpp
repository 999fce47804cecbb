#include "axioms/text/matcher.hpp"

#include <unordered_set>

namespace sgl::axioms::text
{

Matcher::Matcher(const Variables& variables, bool formulas_are_closed)
    : formulas_are_closed_(formulas_are_closed)
{
    values.formulas.resize(variables.formulas.size());
    values.atoms.resize(variables.atoms.size());
    values.actions.resize(variables.actions.size(), no_action);
}

bool Matcher::match(Formula pattern, Formula formula)
{
    // What a theorem says of hundreds of actions is a tree with some thousand formulas, and is
    // gone through quickest as one; in what takes more steps, pairs are remembered.
    constexpr std::size_t few = 20'000;
    std::vector<std::pair<Formula, Formula>> left{{pattern, formula}};
    std::unordered_set<std::uint64_t> seen;
    std::size_t steps = 0;
    while (!left.empty())
    {
        const auto [p, f] = left.back();
        left.pop_back();
        if (formulas_are_closed_ && p == f)
            continue; // so has the pattern none here
        if (++steps > few && !seen.insert((std::uint64_t{p.id()} << 32) | f.id()).second)
            continue;
        const bool is_variable = p.is(Kind::Fluent) && p.fluent().index >= first_atom_variable;
        if (!match_node(p, f))
            return false;
        if (is_variable)
            continue;
        for (std::size_t i = p.children().size(); i-- > 0;)
            left.emplace_back(p[i], f[i]);
    }
    return true;
}

bool Matcher::match_node(Formula pattern, Formula formula)
{
    if (pattern.is(Kind::Fluent) && pattern.fluent().index >= first_atom_variable)
    {
        const bool is_atom_pattern = is_atom_variable(pattern.fluent());
        const std::uint32_t i = pattern.fluent().index -
                                (is_atom_pattern ? first_atom_variable : first_formula_variable);
        std::vector<Formula>& known = is_atom_pattern ? values.atoms : values.formulas;
        if (i >= known.size() || (is_atom_pattern && !is_atom(formula)))
            return false;
        if (!known[i])
            known[i] = formula;
        return known[i] == formula;
    }
    if (pattern.kind() != formula.kind() || pattern.children().size() != formula.children().size())
        return false;
    switch (pattern.kind())
    {
    case Kind::Fluent: return pattern.fluent() == formula.fluent();
    case Kind::Legal:
    case Kind::Does:
    case Kind::After:
    case Kind::Select: return match_action(pattern.action(), formula.action());
    default: return true;
    }
}

bool Matcher::match_action(Action pattern, Action action)
{
    if (!is_variable(pattern))
        return pattern == action;
    const std::uint32_t i = pattern.index - first_action_variable;
    if (i >= values.actions.size())
        return false;
    if (values.actions[i] == no_action)
        values.actions[i] = action;
    return values.actions[i] == action;
}

std::string Matcher::missing(const Variables& variables) const
{
    for (std::size_t i = 0; i < values.formulas.size(); ++i)
        if (!values.formulas[i])
            return variables.formulas[i];
    for (std::size_t i = 0; i < values.atoms.size(); ++i)
        if (!values.atoms[i])
            return variables.atoms[i];
    for (std::size_t i = 0; i < values.actions.size(); ++i)
        if (values.actions[i] == no_action)
            return variables.actions[i];
    return "";
}

} // namespace sgl::axioms::text
