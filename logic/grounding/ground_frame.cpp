// Grounding what a game declares: agents, actions, fluents, and how a state is drawn.

#include "logic/grounding/ground.hpp"
#include "logic/grounding/ground_size.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace sgl::language
{

namespace
{

constexpr std::int64_t most_tuples = std::int64_t{1} << 62;
constexpr std::size_t steps_a_symbol = 20; // a name costs more than a formula node

/// The arguments of a tuple.
std::vector<std::int64_t> arguments_of(const Shape& shape, std::int64_t tuple)
{
    std::vector<std::int64_t> answer(shape.domains.size());
    for (std::size_t i = answer.size(); i-- > 0;)
    {
        const Values& domain = shape.domains[i];
        const std::int64_t size = domain.last - domain.first + 1;
        answer[i] = domain.first + tuple % size;
        tuple /= size;
    }
    return answer;
}

bool is_of_agents(const Grounding& in, const Domain& domain)
{
    if (domain.kind == Domain::Kind::Named)
        return is_of_agents(in, *in.file.ranges[domain.range].domain);
    return domain.kind == Domain::Kind::Agents;
}

std::string shown(const Grounding& in, const Domain& domain, std::int64_t v)
{
    if (is_of_agents(in, domain))
        return std::string(in.file.agents[static_cast<std::size_t>(v)]);
    return std::to_string(v);
}

/// The arguments as a frame has them: an agent is declared before what it is an argument of.
std::vector<SymbolArgument> symbol_arguments(const Grounding& in, const SymbolDeclaration& declared,
                                             const std::vector<std::int64_t>& arguments)
{
    std::vector<SymbolArgument> answer;
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        if (is_of_agents(in, *declared.arguments[i].domain))
            answer.emplace_back(Agent{static_cast<std::uint32_t>(arguments[i])});
        else
            answer.emplace_back(arguments[i]);
    }
    return answer;
}

} // namespace

Shape shape_of(const Grounding& in, const SymbolDeclaration& declared)
{
    Shape shape;
    for (const Argument& argument : declared.arguments)
    {
        const Values values = in.terms.values(*argument.domain);
        const Values up{values.least(), values.greatest(), false};
        std::int64_t size = 0;
        const bool overflow =
            !up.empty() &&
            (__builtin_sub_overflow(up.last, up.first, &size) ||
             __builtin_add_overflow(size, 1, &size) ||
             __builtin_mul_overflow(shape.count, size, &shape.count) || shape.count > most_tuples);
        if (overflow)
            throw Fault{in.texts.error(argument.domain->at, "the range is too large")};
        if (up.empty())
            shape.count = 0;
        shape.domains.push_back(up);
    }
    return shape;
}

std::string ground_name(const Grounding& in, const SymbolDeclaration& declared,
                        const std::vector<std::int64_t>& arguments)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        texts.push_back(shown(in, *declared.arguments[i].domain, arguments[i]));
    return applied(declared.name, texts);
}

void Grounder::declare_frame()
{
    const File& file = in_.file;
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
            throw Fault{in_.texts.error(
                file.agents[i].data(), fmt::format("agent '{}' has no actions", file.agents[i]),
                "declare one: 'action … by " + std::string(file.agents[i]) + "'")};
    legal_moves_.resize(file.agents.size());
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
    for (std::int64_t at = 0; at < shape.count; ++at)
    {
        in_.terms.spend(declared.name.data(), steps_a_symbol);
        in_.frame.add_fluent(declared.name,
                             symbol_arguments(in_, declared, arguments_of(shape, at)));
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
            text = shown(in_, *fluent.arguments[label_position].domain, labels.first);
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
