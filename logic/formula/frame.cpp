#include "logic/formula/frame.hpp"

#include <algorithm>

namespace sgl
{

std::string applied(std::string_view family, std::span<const std::string> arguments)
{
    std::string name(family);
    for (std::size_t i = 0; i < arguments.size(); ++i)
    {
        name += i == 0 ? '(' : ',';
        name += arguments[i];
    }
    if (!arguments.empty())
        name += ')';
    return name;
}

namespace
{
/// "heap(1)=5", the last argument being the value.
std::string applied_to(std::string_view family, std::span<const std::string> arguments,
                       bool has_value)
{
    if (!has_value)
        return applied(family, arguments);
    return applied(family, arguments.first(arguments.size() - 1)) + "=" + arguments.back();
}
} // namespace

Agent Frame::add_agent(std::string name)
{
    const Agent i{static_cast<std::uint32_t>(agents_.size())};
    agent_index_.emplace(name, i.index);
    agents_.push_back({std::move(name), {}});
    return i;
}

Action Frame::add_action(std::string name, Agent agent)
{
    return add(SymbolEntry{std::move(name), 0, false, 0, 0}, agent);
}

Fluent Frame::add_fluent(std::string name)
{
    return add(SymbolEntry{std::move(name), 0, false, 0, 0});
}

Action Frame::add_action(std::string_view family, std::span<const SymbolArgument> arguments,
                         Agent agent)
{
    return add(entry(family, arguments), agent);
}

Fluent Frame::add_fluent(std::string_view family, std::span<const SymbolArgument> arguments)
{
    return add(entry(family, arguments));
}

void Frame::add_valued_fluent(std::string_view family, std::span<const SymbolArgument> arguments,
                              std::span<const SymbolArgument> values)
{
    FluentRange range{Fluent{static_cast<std::uint32_t>(fluents_.size())},
                      static_cast<std::uint32_t>(values.size())};
    std::vector<SymbolArgument> all(arguments.begin(), arguments.end());
    all.emplace_back();
    for (const SymbolArgument& value : values)
    {
        all.back() = value;
        add(entry(family, all, true));
    }
    valued_.push_back(range);
}

Frame::SymbolEntry Frame::entry(std::string_view family, std::span<const SymbolArgument> arguments,
                                bool has_value)
{
    std::vector<std::string> texts;
    for (const SymbolArgument& argument : arguments)
        texts.push_back(text(argument));
    SymbolEntry symbol{applied_to(family, texts, has_value),
                       static_cast<std::uint32_t>(arguments.size()), has_value, 0,
                       arguments_.size()};
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    if (!arguments.empty())
    {
        if (families_.empty() || families_.back() != family)
            families_.emplace_back(family);
        symbol.family = static_cast<std::uint32_t>(families_.size() - 1);
    }
    return symbol;
}

Action Frame::add(SymbolEntry symbol, Agent agent)
{
    const Action a{static_cast<std::uint32_t>(actions_.size())};
    action_index_.emplace(symbol.name, a.index);
    actions_.push_back({std::move(symbol), agent});
    agents_[agent.index].actions.push_back(a);
    return a;
}

Fluent Frame::add(SymbolEntry symbol)
{
    const Fluent p{static_cast<std::uint32_t>(fluents_.size())};
    fluent_index_.emplace(symbol.name, p.index);
    fluents_.push_back(std::move(symbol));
    return p;
}

std::vector<std::int64_t> Frame::numbers(Fluent p) const
{
    std::vector<std::int64_t> answer;
    for (const SymbolArgument& argument : arguments(p))
        if (const auto* number = std::get_if<std::int64_t>(&argument))
            answer.push_back(*number);
    return answer;
}

std::string Frame::without_numbers(Fluent p) const
{
    std::vector<std::string> texts;
    for (const SymbolArgument& argument : arguments(p))
        texts.push_back(std::holds_alternative<Agent>(argument) ? text(argument) : "_");
    return applied_to(family(p), texts, fluents_[p.index].has_value);
}

std::string Frame::text(const SymbolArgument& argument) const
{
    const auto* agent = std::get_if<Agent>(&argument);
    return agent != nullptr ? name(*agent) : std::to_string(std::get<std::int64_t>(argument));
}

namespace
{
template <class Symbol, class Index>
std::optional<Symbol> find(const Index& index, std::string_view name)
{
    const auto found = index.find(std::string(name));
    return found == index.end() ? std::nullopt : std::optional(Symbol{found->second});
}
} // namespace

std::optional<Agent> Frame::find_agent(std::string_view name) const
{
    return find<Agent>(agent_index_, name);
}
std::optional<Action> Frame::find_action(std::string_view name) const
{
    return find<Action>(action_index_, name);
}
std::optional<Fluent> Frame::find_fluent(std::string_view name) const
{
    return find<Fluent>(fluent_index_, name);
}

bool Frame::operator==(const Frame& other) const
{
    return std::ranges::equal(agents_, other.agents_, {}, &AgentEntry::name, &AgentEntry::name) &&
           std::ranges::equal(actions_, other.actions_,
                              [](const auto& a, const auto& b)
                              { return a.symbol.name == b.symbol.name && a.agent == b.agent; }) &&
           std::ranges::equal(fluents_, other.fluents_, {}, &SymbolEntry::name, &SymbolEntry::name);
}

Formula legal_move_of(FormulaStore& store, const Frame& frame, Agent i)
{
    std::vector<Formula> moves;
    for (Action a : frame.actions_of(i))
        moves.push_back(store.conjunction(store.does(a), store.legal(a)));
    return store.disjunction(moves);
}

} // namespace sgl
