#include "logic/gdl/ground/clauses.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace sgl::gdl
{

namespace
{

using Variables = std::vector<Term>;

bool contains(const Variables& all, Term variable)
{
    return std::ranges::find(all, variable) != all.end();
}

bool includes(const Variables& all, const Variables& some)
{
    return std::ranges::all_of(some, [&](Term variable) { return contains(all, variable); });
}

/// Conditions nest no deeper than the reader allows, and so does the recursion here.
class Compiler
{
public:
    explicit Compiler(Sheet& sheet) : sheet_(sheet), terms_(sheet.terms) {}

    Clauses compile(const std::vector<bool>& is_needed)
    {
        for (std::uint32_t i = 0; i < sheet_.rules.size(); ++i)
        {
            if (!is_needed[i])
                continue;
            rule_ = i;
            add(sheet_.rules[i].head, sheet_.rules[i].body);
        }
        return std::move(answer_);
    }

private:
    using Conditions = std::vector<std::uint32_t>;

    /// A clause, and clauses for its 'or's.
    void add(Term head, const Conditions& body)
    {
        Clause clause;
        clause.head = head;
        clause.rule = rule_;
        Conditions ors;
        std::vector<Test> tests;
        for (std::uint32_t part : body)
            sort(part, clause, ors);
        while (!ors.empty())
            if (!settle_one(clause, ors))
            {
                multiply_out(head, body, ors.front());
                return;
            }
        for (Test& test : clause.tests)
            name_gates(test);
        answer_.list.push_back(std::move(clause));
    }

    /// What binds, what tests, and what is an 'or'.
    void sort(std::uint32_t part, Clause& clause, Conditions& ors)
    {
        const Condition& condition = sheet_.conditions[part];
        if (condition.kind == Condition::Kind::Atom)
            clause.atoms.push_back(condition.left);
        else if (condition.kind == Condition::Kind::Or && condition.parts.size() == 1)
            sort(condition.parts[0], clause, ors);
        else if (condition.kind == Condition::Kind::Or)
            ors.push_back(part);
        else
            clause.tests.push_back(test(part, false));
    }

    Test test(std::uint32_t part, bool is_negated) const
    {
        const Condition& condition = sheet_.conditions[part];
        Test answer;
        answer.left = condition.left;
        answer.right = condition.right;
        switch (condition.kind)
        {
        case Condition::Kind::Atom:
            answer.kind = is_negated ? Test::Kind::Fails : Test::Kind::Holds;
            break;
        case Condition::Kind::Distinct:
            answer.kind = is_negated ? Test::Kind::Equal : Test::Kind::Differ;
            break;
        case Condition::Kind::Not: return test(condition.parts[0], !is_negated);
        case Condition::Kind::Or:
            answer.kind = is_negated ? Test::Kind::All : Test::Kind::Any;
            for (std::uint32_t branch : condition.parts)
                answer.parts.push_back(test(branch, is_negated));
            break;
        }
        return answer;
    }

    void name_gates(Test& test)
    {
        for (Test& part : test.parts)
            name_gates(part);
        if (test.kind == Test::Kind::All || test.kind == Test::Kind::Any)
            for (const Test& part : test.parts)
                for (Term variable : part.variables)
                    if (!contains(test.variables, variable))
                        test.variables.push_back(variable);
        if (test.kind == Test::Kind::Any)
            test.gate = terms_.compound(fresh_name(), test.variables);
        if (test.kind != Test::Kind::All && test.kind != Test::Kind::Any)
            terms_.collect_variables(test.left, test.variables);
        if (test.kind == Test::Kind::Differ || test.kind == Test::Kind::Equal)
            terms_.collect_variables(test.right, test.variables);
    }

    /// A name that no sheet can have.
    Symbol fresh_name() { return terms_.symbol(fmt::format("or {}", next_name_++)); }

    Variables variables_of_atoms(const std::vector<Term>& atoms) const
    {
        Variables answer;
        for (Term atom : atoms)
            terms_.collect_variables(atom, answer);
        return answer;
    }

    void collect(std::uint32_t part, Variables& variables) const
    {
        const Condition& condition = sheet_.conditions[part];
        terms_.collect_variables(condition.left, variables);
        terms_.collect_variables(condition.right, variables);
        for (std::uint32_t inner : condition.parts)
            collect(inner, variables);
    }

    Variables variables_of(std::uint32_t part) const
    {
        Variables answer;
        collect(part, answer);
        return answer;
    }

    /// What a branch binds by itself.
    Variables bound_by(std::uint32_t part) const
    {
        const Condition& condition = sheet_.conditions[part];
        Variables answer;
        if (condition.kind == Condition::Kind::Atom)
            terms_.collect_variables(condition.left, answer);
        if (condition.kind != Condition::Kind::Or)
            return answer;
        answer = bound_by(condition.parts[0]);
        for (std::uint32_t branch : condition.parts)
        {
            const Variables other = bound_by(branch);
            std::erase_if(answer, [&](Term variable) { return !contains(other, variable); });
        }
        return answer;
    }

    /// Makes a test or a relation of one of the 'or's.
    bool settle_one(Clause& clause, Conditions& ors)
    {
        const Variables bound = variables_of_atoms(clause.atoms);
        for (auto place = ors.begin(); place != ors.end(); ++place)
            if (includes(bound, variables_of(*place)))
            {
                clause.tests.push_back(test(*place, false));
                ors.erase(place);
                return true;
            }
        for (auto place = ors.begin(); place != ors.end(); ++place)
            if (make_relation(clause, ors, *place, bound))
            {
                ors.erase(place);
                return true;
            }
        return false;
    }

    bool make_relation(Clause& clause, const Conditions& ors, std::uint32_t part,
                       const Variables& bound)
    {
        const Variables shared = shared_variables(clause, ors, part);
        const std::vector<std::uint32_t> branches = sheet_.conditions[part].parts;
        for (std::uint32_t branch : branches)
        {
            Variables need = needed(branch, shared);
            if (!includes(bound, need))
                return false;
        }
        const Term head = terms_.compound(fresh_name(), shared);
        const std::vector<Term> atoms = clause.atoms;
        clause.atoms.push_back(head);
        for (std::uint32_t branch : branches)
        {
            Conditions body{branch};
            for (Term variable : needed(branch, shared))
            {
                const auto atom = std::ranges::find_if(
                    atoms, [&](Term candidate)
                    { return contains(variables_of_atoms({candidate}), variable); });
                body.push_back(as_condition(*atom, part));
            }
            std::ranges::sort(body.begin() + 1, body.end());
            body.erase(std::unique(body.begin() + 1, body.end()), body.end());
            add(head, body);
        }
        return true;
    }

    /// The variables that a branch does not bind and that it tests, or that its head has.
    Variables needed(std::uint32_t branch, const Variables& shared) const
    {
        const Variables own = bound_by(branch);
        Variables answer;
        for (Term variable : shared)
            if (!contains(own, variable))
                answer.push_back(variable);
        return answer;
    }

    /// The variables of an 'or' that its rule has outside of it, too.
    Variables shared_variables(const Clause& clause, const Conditions& ors,
                               std::uint32_t part) const
    {
        Variables outside = variables_of_atoms(clause.atoms);
        terms_.collect_variables(clause.head, outside);
        for (const Test& test : clause.tests)
            collect_variables(test, outside);
        for (std::uint32_t other : ors)
            if (other != part)
                collect(other, outside);
        Variables answer;
        for (Term variable : variables_of(part))
            if (contains(outside, variable))
                answer.push_back(variable);
        return answer;
    }

    void collect_variables(const Test& test, Variables& variables) const
    {
        terms_.collect_variables(test.left, variables);
        terms_.collect_variables(test.right, variables);
        for (const Test& part : test.parts)
            collect_variables(part, variables);
    }

    std::uint32_t as_condition(Term atom, std::uint32_t part)
    {
        for (std::uint32_t known : made_)
            if (sheet_.conditions[known].left == atom)
                return known;
        Condition condition;
        condition.left = atom;
        condition.expression = sheet_.conditions[part].expression;
        sheet_.conditions.push_back(condition);
        made_.push_back(static_cast<std::uint32_t>(sheet_.conditions.size() - 1));
        return made_.back();
    }

    /// A clause for each branch: where 'or's bind each other's variables, which is rare.
    void multiply_out(Term head, const Conditions& body, std::uint32_t part)
    {
        constexpr std::size_t most = 2000;
        if (answer_.too_entangled || ++multiplied_ > most)
        {
            answer_.too_entangled = rule_;
            return;
        }
        const std::vector<std::uint32_t> branches = sheet_.conditions[part].parts;
        for (std::uint32_t branch : branches)
        {
            Conditions changed;
            for (std::uint32_t old : body)
                changed.push_back(holds(old, part) ? branch : old);
            add(head, changed);
        }
    }

    /// Whether a part is an 'or', but for others of one branch around it.
    bool holds(std::uint32_t part, std::uint32_t inner) const
    {
        while (part != inner && sheet_.conditions[part].kind == Condition::Kind::Or &&
               sheet_.conditions[part].parts.size() == 1)
            part = sheet_.conditions[part].parts[0];
        return part == inner;
    }

    Sheet& sheet_;
    Terms& terms_;
    Clauses answer_;
    std::uint32_t rule_ = 0;
    std::size_t next_name_ = 0, multiplied_ = 0;
    Conditions made_;
};

/// The rules that the game depends on.
std::vector<bool> needed_rules(const Sheet& sheet)
{
    std::unordered_map<Relation, std::vector<std::size_t>> by_head;
    for (std::size_t i = 0; i < sheet.rules.size(); ++i)
        by_head[relation(sheet.terms, sheet.rules[i].head)].push_back(i);
    std::vector<Relation> open{keyword_relation(Terminal, 0)};
    for (const Keyword keyword : {Init, Next, Base, Role})
        open.push_back(keyword_relation(keyword, 1));
    for (const Keyword keyword : {Legal, Goal, Input})
        open.push_back(keyword_relation(keyword, 2));
    std::vector<bool> answer(sheet.rules.size(), false);
    std::set<Relation> seen(open.begin(), open.end());
    while (!open.empty())
    {
        const std::vector<std::size_t> rules = by_head[open.back()];
        open.pop_back();
        for (std::size_t i : rules)
        {
            answer[i] = true;
            std::vector<std::uint32_t> parts = sheet.rules[i].body;
            while (!parts.empty())
            {
                const Condition& condition = sheet.conditions[parts.back()];
                parts.pop_back();
                if (condition.kind == Condition::Kind::Atom &&
                    seen.insert(relation(sheet.terms, condition.left)).second)
                    open.push_back(relation(sheet.terms, condition.left));
                parts.insert(parts.end(), condition.parts.begin(), condition.parts.end());
            }
        }
    }
    return answer;
}

} // namespace

Clauses clauses_of(Sheet& sheet)
{
    return Compiler(sheet).compile(needed_rules(sheet));
}

} // namespace sgl::gdl
