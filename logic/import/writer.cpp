#include "logic/import/writer.hpp"

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

std::string Parameters::applied(const std::string& name) const
{
    return names.empty() ? name : fmt::format("{}({})", name, fmt::join(names, ","));
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

std::string Writer::constant(ColumnKind kind, int value) const
{
    return kind == ColumnKind::Agent ? symbols_.agent_names()[static_cast<std::size_t>(value)]
                                     : std::to_string(value);
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
    std::vector<std::string> parts;
    const auto agents = static_cast<int>(symbols_.agent_names().size());
    for (const RuleShape& shape : shapes)
        for (const Box& one : boxes_of(shape.rows, shape.kinds, agents))
        {
            const std::vector<std::string> all = conjuncts(head, shape, one);
            const std::string text = fmt::format("{}", fmt::join(all, " & "));
            if (all.empty())
                return "true";
            parts.push_back(all.size() > 1 ? "(" + text + ")" : text);
        }
    if (parts.empty())
        return "false";
    if (parts.size() == 1 && parts.front().starts_with('(') && !parts.front().starts_with("(any"))
        return parts.front().substr(1, parts.front().size() - 2);
    return fmt::format("{}", fmt::join(parts, "\n    | "));
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
        return constant(shape.kinds[column], entry.offset);
    return sum(names[static_cast<std::size_t>(entry.variable)], entry.factor, entry.offset);
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
        if (inner->least > variable.least)
            parts.push_back(fmt::format("{} >= {}", names[at], inner->least));
        if (inner->greatest < variable.greatest)
            parts.push_back(fmt::format("{} <= {}", names[at], inner->greatest));
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
        {
            if (variable.least > head.least[at])
                conditions.push_back(fmt::format("{} >= {}", names[at], variable.least));
            if (variable.greatest < head.greatest[at])
                conditions.push_back(fmt::format("{} <= {}", names[at], variable.greatest));
        }
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
        const std::string atom = values.empty()
                                     ? literal.name
                                     : fmt::format("{}({})", literal.name, fmt::join(values, ","));
        literals.push_back(literal.before + atom + literal.after);
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
