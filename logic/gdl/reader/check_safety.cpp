#include "logic/gdl/reader/checks.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace sgl::gdl
{

namespace
{

using SortedVariables = std::vector<Term>; // sorted

SortedVariables sorted(SortedVariables variables)
{
    std::ranges::sort(variables);
    return variables;
}

/// Recursion goes as deep as conditions nest, which the reader limits.
class SafetyOfRule
{
public:
    SafetyOfRule(const Sheet& sheet, const Rule& rule, Reports& reports)
        : sheet_(sheet), terms_(sheet.terms), rule_(rule), reports_(reports)
    {
    }

    void check()
    {
        SortedVariables bound;
        for (std::uint32_t part : rule_.body)
            bound = both(bound, bindings(part));
        SortedVariables head;
        terms_.collect_variables(rule_.head, head);
        for (Term variable : head)
            if (!contains(bound, variable))
                report(variable, rule_.head_expression, "the head");
        for (std::uint32_t part : rule_.body)
            check(part, bound);
    }

private:
    static bool contains(const SortedVariables& variables, Term variable)
    {
        return std::ranges::binary_search(variables, variable);
    }

    static SortedVariables both(const SortedVariables& a, const SortedVariables& b)
    {
        SortedVariables answer;
        std::ranges::set_union(a, b, std::back_inserter(answer));
        return answer;
    }

    /// The variables that a condition binds where it holds.
    SortedVariables bindings(std::uint32_t at) const
    {
        const Condition& condition = sheet_.conditions[at];
        SortedVariables answer;
        if (condition.kind == Condition::Kind::Atom)
        {
            terms_.collect_variables(condition.left, answer);
            return sorted(answer);
        }
        if (condition.kind != Condition::Kind::Or)
            return answer;
        answer = bindings(condition.parts.front());
        for (std::uint32_t part : condition.parts)
        {
            SortedVariables common;
            std::ranges::set_intersection(answer, bindings(part), std::back_inserter(common));
            answer = std::move(common);
        }
        return answer;
    }

    void check(std::uint32_t at, const SortedVariables& bound)
    {
        const Condition& condition = sheet_.conditions[at];
        switch (condition.kind)
        {
        case Condition::Kind::Atom: return;
        case Condition::Kind::Distinct: return need(at, bound, "'distinct'");
        case Condition::Kind::Not: return need(at, bound, "'not'");
        case Condition::Kind::Or:
            for (std::uint32_t part : condition.parts)
                check(part, both(bound, bindings(part)));
        }
    }

    void need(std::uint32_t at, const SortedVariables& bound, const char* where)
    {
        SortedVariables variables;
        collect(at, variables);
        for (Term variable : variables)
            if (!contains(bound, variable))
                report(variable, sheet_.conditions[at].expression, where);
    }

    void collect(std::uint32_t at, SortedVariables& variables) const
    {
        const Condition& condition = sheet_.conditions[at];
        if (condition.kind == Condition::Kind::Atom || condition.kind == Condition::Kind::Distinct)
            terms_.collect_variables(condition.left, variables);
        if (condition.kind == Condition::Kind::Distinct)
            terms_.collect_variables(condition.right, variables);
        for (std::uint32_t part : condition.parts)
            collect(part, variables);
    }

    void report(Term variable, std::uint32_t expression, const char* where)
    {
        if (std::ranges::find(reported_, variable) != reported_.end())
            return;
        reported_.push_back(variable);
        const std::string name = terms_.text(variable);
        std::string why = fmt::format("expected a condition without 'not' that binds {}", name);
        for (std::uint32_t part : rule_.body)
            if (const std::size_t branch = missing_branch(part, variable); branch > 0)
                why = fmt::format("the {}{} branch of 'or' does not bind {}", branch,
                                  branch == 1   ? "st"
                                  : branch == 2 ? "nd"
                                  : branch == 3 ? "rd"
                                                : "th",
                                  name);
        reports_.error(sheet_.position_of(terms_.function(variable), expression),
                       fmt::format("the variable {} of {} is not bound in the rule of '{}'", name,
                                   where, terms_.spelling(terms_.function(rule_.head))),
                       why);
    }

    /// The number, from 1, of the first branch of an 'or' that does not bind a variable which
    /// another branch binds; 0 where there is none.
    std::size_t missing_branch(std::uint32_t at, Term variable) const
    {
        const Condition& condition = sheet_.conditions[at];
        if (condition.kind != Condition::Kind::Or)
            return 0;
        std::size_t answer = 0;
        bool is_bound_somewhere = false;
        for (std::size_t i = 0; i < condition.parts.size(); ++i)
            if (contains(bindings(condition.parts[i]), variable))
                is_bound_somewhere = true;
            else if (answer == 0)
                answer = i + 1;
        return is_bound_somewhere ? answer : 0;
    }

    const Sheet& sheet_;
    const Terms& terms_;
    const Rule& rule_;
    Reports& reports_;
    SortedVariables reported_;
};

} // namespace

void check_safety(const Sheet& sheet, Reports& reports)
{
    for (const Rule& rule : sheet.rules)
        SafetyOfRule(sheet, rule, reports).check();
}

} // namespace sgl::gdl
