#include "tests/gdl/naive.hpp"

#include <algorithm>

namespace sgl::gdl
{

Term NaiveReasoner::value(Term term)
{
    if (sheet_.terms.is_variable(term))
        return values_.at(term);
    std::vector<Term> arguments;
    for (std::uint32_t i = 0; i < sheet_.terms.arity(term); ++i)
        arguments.push_back(value(sheet_.terms.arguments(term)[i]));
    return sheet_.terms.compound(sheet_.terms.function(term), arguments);
}

bool NaiveReasoner::holds(std::uint32_t at, const std::set<Term>& facts)
{
    const Condition condition = sheet_.conditions[at];
    switch (condition.kind)
    {
    case Condition::Kind::Atom: return facts.contains(value(condition.left));
    case Condition::Kind::Distinct: return value(condition.left) != value(condition.right);
    case Condition::Kind::Not: return !holds(condition.parts[0], facts);
    case Condition::Kind::Or:
        return std::ranges::any_of(condition.parts,
                                   [&](std::uint32_t part) { return holds(part, facts); });
    }
    return false;
}

void NaiveReasoner::try_values(const Rule& rule, const std::vector<Term>& variables,
                               std::size_t next, std::set<Term>& facts, bool& changed)
{
    if (next < variables.size())
    {
        for (Term term : universe_)
        {
            values_[variables[next]] = term;
            try_values(rule, variables, next + 1, facts, changed);
        }
        return;
    }
    if (std::ranges::all_of(rule.body, [&](std::uint32_t part) { return holds(part, facts); }))
        changed = facts.insert(value(rule.head)).second || changed;
}

void NaiveReasoner::apply(const Rule& rule, std::set<Term>& facts, bool& changed)
{
    std::vector<Term> variables;
    sheet_.terms.collect_variables(rule.head, variables);
    std::vector<std::uint32_t> open = rule.body;
    while (!open.empty())
    {
        const Condition& condition = sheet_.conditions[open.back()];
        open.pop_back();
        sheet_.terms.collect_variables(condition.left, variables);
        sheet_.terms.collect_variables(condition.right, variables);
        open.insert(open.end(), condition.parts.begin(), condition.parts.end());
    }
    try_values(rule, variables, 0, facts, changed);
}

std::set<Term> NaiveReasoner::closure(std::set<Term> facts)
{
    for (const std::string& stratum : strata_)
        for (bool changed = true; changed;)
        {
            changed = false;
            for (const Rule& rule : sheet_.rules)
                if (sheet_.terms.folded(sheet_.terms.function(rule.head)) == stratum)
                    apply(rule, facts, changed);
        }
    return facts;
}

} // namespace sgl::gdl
