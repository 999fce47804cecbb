#include "logic/import/writer.hpp"
#include "logic/formula/frame.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sgl::import
{

std::string Parameters::binders() const
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i)
        parts.push_back(fmt::format("{} in {}", names[i], domains[i]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string Parameters::declarations() const
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < names.size(); ++i)
        parts.push_back(fmt::format("{}: {}", names[i], domains[i]));
    return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
}

std::string Writer::domain(ColumnKind kind, int least, int greatest) const
{
    return kind == ColumnKind::Agent ? "agent" : fmt::format("{}..{}", least, greatest);
}

/// Names of variables are of the text alone: no symbol has one.
Parameters Writer::parameters(const Symbol& symbol) const
{
    Parameters answer;
    for (std::size_t i = 0; i < symbol.kinds.size(); ++i)
    {
        answer.names.push_back(fmt::format("{}{}", variable_prefix(symbol.kinds[i]), i + 1));
        answer.domains.push_back(domain(symbol.kinds[i], symbol.least[i], symbol.greatest[i]));
    }
    answer.least = symbol.least;
    answer.greatest = symbol.greatest;
    answer.kinds = symbol.kinds;
    return answer;
}

std::string Writer::sum(const std::string& variable, int factor, int offset) const
{
    if (factor < 0)
        return fmt::format("{}-{}", offset, variable);
    if (offset == 0)
        return variable;
    return fmt::format("{}{}{}", variable, offset > 0 ? "+" : "", offset);
}

std::string Writer::rules(const Parameters& head, const std::vector<RuleShape>& shapes) const
{
    std::vector<std::vector<std::string>> parts;
    const auto agents = static_cast<int>(symbols_.agent_names().size());
    for (const RuleShape& shape : shapes)
        for (const Box& box : boxes_of(shape.rows, shape.kinds, agents))
            parts.push_back(conjuncts(head, shape, box));
    if (std::ranges::any_of(parts, &std::vector<std::string>::empty))
        return "true";
    if (parts.empty())
        return "false";
    if (parts.size() == 1)
        return fmt::format("{}", fmt::join(parts.front(), " & "));
    std::vector<std::string> texts;
    for (const std::vector<std::string>& part : parts)
        texts.push_back(part.size() == 1 ? part.front()
                                         : fmt::format("({})", fmt::join(part, " & ")));
    return fmt::format("{}", fmt::join(texts, "\n    | "));
}

std::string Writer::comparison(const std::vector<std::string>& names, const Comparison& c)
{
    constexpr std::array signs{"<", ">", "<=", ">=", "!="}; // as Comparison::Sign has them
    const char* const sign = signs.at(static_cast<std::size_t>(c.sign));
    return fmt::format("{} {} {}", names[static_cast<std::size_t>(c.left)], sign,
                       names[static_cast<std::size_t>(c.right)]);
}

std::string Writer::entry_text(const std::vector<std::string>& names, const RuleShape& shape,
                               const Entry& entry, std::size_t column) const
{
    if (entry.is_constant())
        return symbols_.text(shape.kinds[column], entry.offset);
    return sum(names[static_cast<std::size_t>(entry.variable)], entry.factor, entry.offset);
}

/// That a variable is in its range, which is one within least to greatest.
void Writer::bounds(const std::string& name, const Box::Variable& variable, int least, int greatest,
                    std::vector<std::string>& conditions)
{
    if (variable.least > least)
        conditions.push_back(fmt::format("{} >= {}", name, variable.least));
    if (variable.greatest < greatest)
        conditions.push_back(fmt::format("{} <= {}", name, variable.greatest));
}

/// That the variables' values are not in the hole.
std::string Writer::hole(const std::vector<std::string>& names, const RuleShape& shape,
                         const Box& box) const
{
    const Box& in = box.hole.front();
    std::vector<std::string> parts;
    for (const Box::Variable& variable : box.variables)
    {
        const auto at = static_cast<std::size_t>(variable.column);
        const Entry& entry = in.columns[at];
        if (entry.variable != variable.column)
        {
            parts.push_back(fmt::format("{} = {}", names[at], entry_text(names, shape, entry, at)));
            continue;
        }
        const auto inner = std::ranges::find(in.variables, variable.column, &Box::Variable::column);
        bounds(names[at], *inner, variable.least, variable.greatest, parts);
    }
    for (const Comparison& c : in.comparisons)
        parts.push_back(comparison(names, c));
    return fmt::format("!({})", fmt::join(parts, " & "));
}

std::vector<std::string> Writer::conjuncts(const Parameters& head, const RuleShape& shape,
                                           const Box& box) const
{
    std::vector<std::string> names(shape.kinds.size()), bound, where, conditions;
    const std::size_t arguments = head.names.size();
    const auto is_of_head = [&](int column)
    { return static_cast<std::size_t>(column) < arguments; };
    for (const Box::Variable& variable : box.variables)
    {
        const auto at = static_cast<std::size_t>(variable.column);
        const ColumnKind kind = shape.kinds[at];
        names[at] = is_of_head(variable.column)
                        ? head.names[at]
                        : fmt::format("{}{}", variable_prefix(kind), at + 1);
        if (!is_of_head(variable.column))
            bound.push_back(fmt::format("{} in {}", names[at],
                                        domain(kind, variable.least, variable.greatest)));
        else if (kind == ColumnKind::Number)
            bounds(names[at], variable, head.least[at], head.greatest[at], conditions);
    }
    const auto text = [&](std::size_t column)
    { return entry_text(names, shape, box.columns[column], column); };
    for (std::size_t column = 0; column < arguments; ++column)
    {
        const Entry& entry = box.columns[column];
        const bool is_itself = entry.variable == static_cast<int>(column);
        const bool is_all = entry.is_constant() && head.kinds[column] == ColumnKind::Number &&
                            head.least[column] == head.greatest[column];
        const bool is_only_agent = entry.is_constant() && head.kinds[column] == ColumnKind::Agent &&
                                   symbols_.agent_names().size() == 1;
        if (!is_itself && !is_all && !is_only_agent)
            conditions.push_back(fmt::format("{} = {}", head.names[column], text(column)));
    }
    for (const Comparison& c : box.comparisons)
        (is_of_head(c.left) && is_of_head(c.right) ? conditions : where)
            .push_back(comparison(names, c));
    if (!box.hole.empty())
        (bound.empty() ? conditions : where).push_back(hole(names, shape, box));
    std::vector<std::string> literals;
    std::size_t column = arguments;
    for (const Literal& literal : shape.literals)
    {
        std::vector<std::string> values;
        for (std::size_t i = 0; i < literal.arguments; ++i)
            values.push_back(text(column++));
        literals.push_back(literal.before + applied(literal.name, values) + literal.after);
    }
    if (!bound.empty())
    {
        const std::string inner =
            literals.empty() ? "true" : fmt::format("{}", fmt::join(literals, " & "));
        const std::string condition =
            where.empty() ? "" : fmt::format(" where {}", fmt::join(where, " & "));
        conditions.push_back(
            fmt::format("(any {}{}: {})", fmt::join(bound, ", "), condition, inner));
    }
    else
        conditions.insert(conditions.end(), literals.begin(), literals.end());
    return conditions;
}

} // namespace sgl::import
