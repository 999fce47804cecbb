#include "logic/gdl/sheet/build.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>

namespace sgl::gdl
{

namespace
{

struct KeywordUse
{
    std::uint32_t arity;
    const char* form;
    const char* never_head; // why it heads no rule
    const char* never_body; // why it is in no body
};

/// Of the keywords from Role to Sees.
constexpr std::array<KeywordUse, Random - Role> keyword_uses{{
    {1, "(role NAME)", nullptr, nullptr},
    {1, "(init FLUENT)", nullptr, nullptr},
    {1, "(true FLUENT)", "what is true now follows from 'init' and 'next'", nullptr},
    {2, "(does ROLE MOVE)", "what a role does is its own choice", nullptr},
    {1, "(next FLUENT)", nullptr, "rules cannot look at the state to come"},
    {2, "(legal ROLE MOVE)", nullptr, nullptr},
    {0, "terminal", nullptr, nullptr},
    {2, "(goal ROLE VALUE)", nullptr, nullptr},
    {1, "(base FLUENT)", nullptr, nullptr},
    {2, "(input ROLE MOVE)", nullptr, nullptr},
    {2, "(sees ROLE WHAT)", nullptr, "no rule depends on what a role sees"},
}};

/// Recursion goes as deep as lists nest, which `deepest_nesting` limits.
class Builder
{
public:
    Builder(Sheet& sheet, Reports& reports) : sheet_(sheet), terms_(sheet.terms), reports_(reports)
    {
    }

    void build()
    {
        const auto end = static_cast<std::uint32_t>(sheet_.expressions.size());
        for (std::uint32_t at = 0; at < end && !reports_.is_full(); at = expression(at).end)
            rule(at);
    }

private:
    const Expression& expression(std::uint32_t at) const { return sheet_.expressions[at]; }
    Position position(std::uint32_t at) const { return expression(at).position; }

    std::vector<std::uint32_t> elements(std::uint32_t list) const
    {
        std::vector<std::uint32_t> answer;
        for (std::uint32_t at = list + 1; at < expression(list).end; at = expression(at).end)
            answer.push_back(at);
        return answer;
    }

    bool is_token(std::uint32_t at, Symbol symbol) const
    {
        return !expression(at).is_list && expression(at).symbol == symbol;
    }

    bool is_variable(std::uint32_t at) const
    {
        return !expression(at).is_list && terms_.folded(expression(at).symbol).front() == '?';
    }

    /// The symbol that a list starts with, or that a token is.
    std::optional<Symbol> head_symbol(std::uint32_t at) const
    {
        if (!expression(at).is_list)
            return expression(at).symbol;
        if (expression(at).end == at + 1 || expression(at + 1).is_list)
            return std::nullopt;
        return expression(at + 1).symbol;
    }

    void rule(std::uint32_t at)
    {
        const std::optional<Symbol> symbol = head_symbol(at);
        if (symbol && expression(at).is_list)
        {
            const std::string& name = terms_.folded(*symbol);
            if (name == "=>" || name == "<=>")
                return reports_.error(position(at), fmt::format("'{}' is no operator of GDL", name),
                                      "expected (<= head body…)");
        }
        Rule answer;
        answer.expression = answer.head_expression = at;
        std::vector<std::uint32_t> body;
        if (symbol == Arrow)
        {
            body = elements(at);
            if (body.size() < 2)
                return reports_.error(position(at), "'<=' without a head",
                                      "expected (<= head body…)");
            answer.head_expression = body[1];
            body.erase(body.begin(), body.begin() + 2);
        }
        const std::optional<Term> head = this->head(answer.head_expression);
        const std::size_t conditions_before = sheet_.conditions.size();
        for (std::uint32_t part : body)
            if (const std::optional<std::uint32_t> condition = this->condition(part))
                answer.body.push_back(*condition);
        constexpr std::size_t most_conditions = 1000;
        if (sheet_.conditions.size() - conditions_before > most_conditions)
            return reports_.limit(
                position(at), fmt::format("a rule with more than {} conditions", most_conditions));
        if (!head)
            return;
        if (terms_.function(*head) == Role && symbol == Arrow && !body.empty())
            reports_.error(position(at), "a role depends on nothing: 'role' has facts only",
                           "expected (role NAME)");
        answer.head = *head;
        sheet_.rules.push_back(std::move(answer));
    }

    std::optional<Term> head(std::uint32_t at)
    {
        const std::optional<Symbol> symbol = head_symbol(at);
        if (symbol == Not || symbol == Or || symbol == Distinct)
        {
            reports_.error(position(at), fmt::format("'{}' in a rule's head", name(*symbol)),
                           "expected a relation");
            return std::nullopt;
        }
        if (symbol && *symbol >= Role && *symbol < Random)
            if (const char* why = keyword_uses[*symbol - Role].never_head)
            {
                reports_.error(position(at), fmt::format("'{}' in a rule's head", name(*symbol)),
                               why);
                return std::nullopt;
            }
        const std::optional<Term> answer = atom(at);
        if (answer && terms_.function(*answer) == Role && !terms_.is_ground(*answer))
        {
            reports_.error(position(at), "a role that is a variable", "expected (role NAME)");
            return std::nullopt;
        }
        if (answer && terms_.function(*answer) == Goal)
            check_goal(*answer, at);
        return answer;
    }

    void check_goal(Term goal, std::uint32_t at)
    {
        const Term value = terms_.arguments(goal)[1];
        if (terms_.is_variable(value) || goal_value(terms_, value))
            return;
        reports_.error(position(elements(at)[2]),
                       fmt::format("the goal value {}", terms_.text(value)),
                       "expected a whole number from 0 to 100");
    }

    std::optional<std::uint32_t> condition(std::uint32_t at)
    {
        const std::optional<Symbol> symbol = head_symbol(at);
        Condition answer;
        answer.expression = at;
        if (symbol == Not || symbol == Or)
        {
            answer.kind = symbol == Not ? Condition::Kind::Not : Condition::Kind::Or;
            std::vector<std::uint32_t> parts;
            if (expression(at).is_list)
                parts = elements(at);
            if (symbol == Not && parts.size() != 2)
            {
                reports_.error(position(at), "'not' of other than one condition",
                               "expected (not condition)");
                return std::nullopt;
            }
            if (symbol == Or && parts.size() < 2)
            {
                reports_.error(position(at), "'or' of nothing, which never holds",
                               "expected (or condition…)");
                return std::nullopt;
            }
            for (std::size_t i = 1; i < parts.size(); ++i)
            {
                const std::optional<std::uint32_t> part = condition(parts[i]);
                if (!part)
                    return std::nullopt;
                answer.parts.push_back(*part);
            }
            return add(std::move(answer));
        }
        if (symbol == Distinct)
        {
            std::vector<std::uint32_t> parts;
            if (expression(at).is_list)
                parts = elements(at);
            if (parts.size() != 3)
            {
                reports_.error(position(at), "'distinct' of other than two terms",
                               "expected (distinct term term)");
                return std::nullopt;
            }
            const std::optional<Term> left = term(parts[1]), right = term(parts[2]);
            if (!left || !right)
                return std::nullopt;
            answer.kind = Condition::Kind::Distinct;
            answer.left = *left;
            answer.right = *right;
            return add(std::move(answer));
        }
        if (symbol && *symbol >= Role && *symbol < Random)
            if (const char* why = keyword_uses[*symbol - Role].never_body)
            {
                reports_.error(position(at), fmt::format("'{}' in a rule's body", name(*symbol)),
                               why);
                return std::nullopt;
            }
        const std::optional<Term> atom = this->atom(at);
        if (!atom)
            return std::nullopt;
        answer.left = *atom;
        return add(std::move(answer));
    }

    std::uint32_t add(Condition condition)
    {
        sheet_.conditions.push_back(std::move(condition));
        return static_cast<std::uint32_t>(sheet_.conditions.size() - 1);
    }

    std::optional<Term> atom(std::uint32_t at)
    {
        if (is_variable(at))
        {
            reports_.error(position(at),
                           fmt::format("the variable {} in the place of a condition",
                                       name(expression(at).symbol)),
                           "expected a relation");
            return std::nullopt;
        }
        if (!is_named(at, "relation"))
            return std::nullopt;
        const Symbol symbol = *head_symbol(at);
        const std::string& folded = terms_.folded(symbol);
        if (symbol == Arrow || folded == "=>" || folded == "<=>")
        {
            reports_.error(position(at), fmt::format("'{}' in the place of a relation", folded),
                           "expected (<= head body…) at the top of the sheet");
            return std::nullopt;
        }
        const std::optional<Term> answer = term(at);
        if (!answer || symbol < Role || symbol >= Random)
            return answer;
        const KeywordUse& use = keyword_uses[symbol - Role];
        if (terms_.arity(*answer) == use.arity)
            return answer;
        reports_.error(position(at),
                       fmt::format("'{}' with {} argument{}", name(symbol), terms_.arity(*answer),
                                   terms_.arity(*answer) == 1 ? "" : "s"),
                       fmt::format("expected {}", use.form));
        return std::nullopt;
    }

    /// A list that starts with a name which is no variable, or a token.
    bool is_named(std::uint32_t at, const char* what)
    {
        if (!expression(at).is_list)
            return true;
        if (expression(at).end == at + 1)
        {
            reports_.error(position(at), "an empty list", fmt::format("expected a {}", what));
            return false;
        }
        if (expression(at + 1).is_list)
        {
            reports_.error(position(at + 1), fmt::format("a list in the place of a {}", what),
                           "expected a name");
            return false;
        }
        if (is_variable(at + 1))
        {
            reports_.error(position(at + 1),
                           fmt::format("the variable {} in the place of a {}",
                                       name(expression(at + 1).symbol), what),
                           "expected a name");
            return false;
        }
        return true;
    }

    std::optional<Term> term(std::uint32_t at)
    {
        if (is_variable(at))
            return terms_.variable(expression(at).symbol);
        if (!is_named(at, "function"))
            return std::nullopt;
        const Symbol symbol = *head_symbol(at);
        if (symbol < Role || terms_.folded(symbol) == "=>")
        {
            reports_.error(position(at), fmt::format("'{}' inside a term", name(symbol)),
                           "expected a name that GDL gives no meaning");
            return std::nullopt;
        }
        if (!expression(at).is_list)
            return terms_.constant(symbol);
        std::vector<Term> arguments;
        std::uint32_t element = expression(at + 1).end;
        for (; element < expression(at).end; element = expression(element).end)
        {
            const std::optional<Term> argument = term(element);
            if (!argument)
                return std::nullopt;
            arguments.push_back(*argument);
        }
        return terms_.compound(symbol, arguments);
    }

    std::string name(Symbol symbol) const { return shortened(terms_.spelling(symbol), 100); }

    Sheet& sheet_;
    Terms& terms_;
    Reports& reports_;
};

} // namespace

void build_rules(Sheet& sheet, Reports& reports)
{
    Builder(sheet, reports).build();
}

} // namespace sgl::gdl
