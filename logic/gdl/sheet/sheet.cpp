#include "logic/gdl/sheet/sheet.hpp"

#include <algorithm>

namespace sgl::gdl
{

std::optional<int> goal_value(const Terms& terms, Term value)
{
    const std::string& text = terms.folded(terms.function(value));
    if (terms.is_variable(value) || terms.arity(value) != 0 || text.empty() || text.size() > 3)
        return std::nullopt;
    int answer = 0;
    for (char c : text)
    {
        if (c < '0' || c > '9')
            return std::nullopt;
        answer = answer * 10 + (c - '0');
    }
    return answer <= 100 ? std::optional(answer) : std::nullopt;
}

Position Sheet::position_of(Symbol name, std::uint32_t expression) const
{
    for (std::uint32_t at = expression; at < expressions[expression].end; ++at)
        if (!expressions[at].is_list && expressions[at].symbol == name)
            return expressions[at].position;
    return expressions[expression].position;
}

std::vector<Term> Sheet::roles() const
{
    std::vector<Term> answer;
    for (const Rule& rule : rules)
        if (terms.function(rule.head) == Role)
        {
            const Term role = terms.arguments(rule.head)[0];
            if (std::ranges::find(answer, role) == answer.end())
                answer.push_back(role);
        }
    return answer;
}

} // namespace sgl::gdl
