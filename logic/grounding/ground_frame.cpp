// Grounding what a game declares: agents, actions, fluents, and how a state is drawn.

#include "logic/grounding/ground.hpp"
#include "logic/grounding/ground_size.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::size_t steps_a_symbol = 20; // a name costs more than a formula node

} // namespace

void Grounder::declare_frame()
{
    const GameFile& file = in_.file;
    if (file.agents.empty())
    {
        throw Fault{in_.texts.error(in_.texts.start(), "the game has no agents",
                                    "declare them: 'agents x, o'")};
    }
    for (std::string_view agent : file.agents)
        in_.frame.add_agent(std::string(agent));
    for (const SymbolDeclaration& declared : file.actions)
        declare_actions(declared);
    for (const SymbolDeclaration& declared : file.fluents)
        declare_fluents(declared);
    for (std::uint32_t i = 0; i < file.agents.size(); ++i)
        if (in_.frame.actions_of(Agent{i}).empty())
            lack_actions(Agent{i});
    legal_moves_.resize(file.agents.size());
}

/// Throws what is to blame for it: an empty range, where an action would be the agent's but for it.
void Grounder::lack_actions(Agent agent) const
{
    const std::string name(in_.file.agents[agent.index]);
    for (std::size_t k = 0; k < actions_.size(); ++k)
    {
        const SymbolDeclaration& declared = in_.file.actions[k];
        const bool is_of_another =
            declared.agent->target == Target::Agent && declared.agent->index != agent.index;
        for (std::size_t i = 0; i < declared.arguments.size() && !is_of_another; ++i)
            if (in_.terms.values(*declared.arguments[i].domain).empty())
                throw empty_range(*declared.arguments[i].domain,
                                  fmt::format("so agent '{}' has no actions", name));
    }
    throw Fault{in_.texts.error(in_.file.agents[agent.index].data(),
                                fmt::format("agent '{}' has no actions", name),
                                fmt::format("declare one: 'action … by {}'", name))};
}

/// Said of the declaration that gives its bounds, if it has a name.
Fault Grounder::empty_range(const Domain& domain, std::string consequence) const
{
    const Domain* bounds = &domain;
    const RangeDeclaration* named = nullptr;
    while (bounds->kind == Domain::Kind::Named)
    {
        named = &in_.file.ranges[bounds->range];
        bounds = named->domain;
    }
    const Values values = in_.terms.values(*bounds);
    return Fault{
        in_.texts.error(named == nullptr ? bounds->at : named->name.data(),
                        fmt::format("range {}{}{}{} is empty",
                                    named == nullptr ? "" : fmt::format("{} = ", named->name),
                                    values.first, values.down ? " downto " : "..", values.last),
                        consequence)};
}

void Grounder::declare_actions(const SymbolDeclaration& declared)
{
    Shape shape = shape_of(in_, declared);
    GroundSize::check_count(in_, declared.name.data(), "actions", static_cast<double>(shape.count),
                            steps_a_symbol, formula_limit_);
    shape.first = static_cast<std::uint32_t>(in_.frame.action_count());
    for (std::int64_t at = 0; at < shape.count; ++at)
    {
        in_.terms.spend(declared.name.data(), steps_a_symbol);
        const std::vector<std::int64_t> arguments = arguments_of(shape, at);
        const std::size_t old = in_.terms.open_frame(declared.slots);
        std::uint32_t slot = 0;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!declared.arguments[i].name.empty())
                in_.terms.slot(slot++) = arguments[i];
        const Agent agent = agent_of(declared.agent);
        in_.terms.close_frame(old);
        in_.frame.add_action(declared.name, symbol_arguments(in_, declared, arguments), agent);
    }
    actions_.push_back(std::move(shape));
}

void Grounder::declare_fluents(const SymbolDeclaration& declared)
{
    Shape shape = shape_of(in_, declared);
    GroundSize::check_count(in_, declared.name.data(), "fluents", static_cast<double>(shape.count),
                            steps_a_symbol, formula_limit_);
    shape.first = static_cast<std::uint32_t>(in_.frame.fluent_count());
    if (declared.values != nullptr && shape.domains.back().empty())
        throw empty_range(*declared.values, fmt::format("so '{}' has no value", declared.name));
    const std::int64_t values = declared.values == nullptr ? 1 : size_of(shape.domains.back());
    for (std::int64_t at = 0; at < shape.count; at += values)
    {
        in_.terms.spend(declared.name.data(), steps_a_symbol * static_cast<std::size_t>(values));
        std::vector<SymbolArgument> arguments =
            symbol_arguments(in_, declared, arguments_of(shape, at));
        if (declared.values == nullptr)
        {
            in_.frame.add_fluent(declared.name, arguments);
            continue;
        }
        std::vector<SymbolArgument> each;
        for (std::int64_t i = 0; i < values; ++i)
            each.push_back(symbol_arguments(in_, declared, arguments_of(shape, at + i)).back());
        arguments.pop_back();
        in_.frame.add_valued_fluent(declared.name, arguments, each);
    }
    fluents_.push_back(std::move(shape));
}

std::vector<std::string> Grounder::names_of(const std::vector<SymbolDeclaration>& all,
                                            std::size_t most) const
{
    std::vector<std::string> names;
    for (const SymbolDeclaration& declared : all)
    {
        const Shape shape = shape_of(in_, declared);
        for (std::int64_t at = 0; at < shape.count && shape.count <= std::int64_t(most); ++at)
            names.push_back(ground_name(in_, declared, arguments_of(shape, at)));
    }
    return names;
}

// ---- the board

std::optional<Board> Grounder::board()
{
    if (in_.file.boards.empty())
        return std::nullopt;
    const BoardDeclaration& declared = in_.file.boards.front();
    Board board;
    std::vector<std::vector<std::string>*> names{&board.row_names, &board.column_names};
    if (declared.axes.size() == 1)
    {
        board.row_names = {""};
        names.erase(names.begin());
    }
    double places = 1;
    for (const Domain* axis : declared.axes)
    {
        places *= in_.terms.values(*axis).count();
        GroundSize::check_count(in_, axis->at, "places on the board", places, steps_a_symbol,
                                formula_limit_);
    }
    for (std::size_t k = 0; k < declared.axes.size(); ++k)
    {
        Values left = in_.terms.values(*declared.axes[k]);
        for (bool more = !left.empty(); more; more = left.advance())
        {
            in_.terms.spend(declared.at, steps_a_symbol);
            names[k]->push_back(shown(in_, *declared.axes[k], left.first));
        }
    }
    board.rows = board.row_names.size();
    board.columns = board.column_names.size();
    for (const BoardMark& mark : declared.marks)
        mark_board(board, declared, mark);
    return board;
}

/// Marks one kind of fluent: the pattern's variables, except the label, are the axes in order.
void Grounder::mark_board(Board& board, const BoardDeclaration& declared, const BoardMark& mark)
{
    const Expr* pattern = mark.pattern;
    const SymbolDeclaration& fluent = in_.file.fluents[pattern->index];
    const Shape& shape = fluents_[pattern->index];
    const Expr* label = nullptr;
    std::size_t label_position = 0;
    std::vector<const Expr*> axes;
    for (std::size_t i = 0; i < pattern->operands.size(); ++i)
    {
        const Expr* argument = pattern->operands[i];
        if (argument->target != Target::Variable)
            continue;
        if (argument->name == mark.label->name)
        {
            label = argument;
            label_position = i;
        }
        else
            axes.push_back(argument);
    }
    if (axes.size() != declared.axes.size())
        fail(pattern, fmt::format("the board has {} axes, the pattern {}", declared.axes.size(),
                                  axes.size()));
    Values labels = label == nullptr ? Values{0, 0, false} : shape.domains[label_position];
    const std::size_t old =
        in_.terms.open_frame(static_cast<std::uint32_t>(pattern->operands.size()));
    for (bool more = !labels.empty(); more; more = labels.advance())
    {
        std::string text(mark.label->name);
        if (label != nullptr)
        {
            in_.terms.slot(label->index) = labels.first;
            text = shown(in_, domain_of(fluent, label_position), labels.first);
        }
        for (std::size_t row = 0; row < board.rows; ++row)
            for (std::size_t column = 0; column < board.columns; ++column)
            {
                const std::size_t places[] = {row, column};
                for (std::size_t k = 0; k < axes.size(); ++k)
                {
                    const Values along = in_.terms.values(*declared.axes[k]);
                    const auto step = static_cast<std::int64_t>(places[k + 2 - axes.size()]);
                    in_.terms.slot(axes[k]->index) =
                        along.down ? along.first - step : along.first + step;
                }
                in_.terms.spend(pattern->at);
                const auto at = static_cast<std::uint32_t>(tuple(pattern, fluent, shape));
                board.marks.push_back({Fluent{shape.first + at}, row, column, text});
            }
    }
    in_.terms.close_frame(old);
}

} // namespace sgl::language
