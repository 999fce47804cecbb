#include "logic/formula/frame.hpp"

#include <algorithm>

namespace sgl
{

Agent Frame::add_agent(std::string name)
{
    const Agent i{static_cast<std::uint32_t>(agents_.size())};
    agent_index_.emplace(name, i.index);
    agents_.push_back({std::move(name), {}});
    return i;
}

Action Frame::add_action(std::string name, Agent agent)
{
    const Action a{static_cast<std::uint32_t>(actions_.size())};
    action_index_.emplace(name, a.index);
    actions_.push_back({std::move(name), agent});
    agents_[agent.index].actions.push_back(a);
    return a;
}

Fluent Frame::add_fluent(std::string name)
{
    const Fluent p{static_cast<std::uint32_t>(fluents_.size())};
    fluent_index_.emplace(name, p.index);
    fluents_.push_back(std::move(name));
    return p;
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
                              { return a.name == b.name && a.agent == b.agent; }) &&
           fluents_ == other.fluents_;
}

Formula legal_move_of(FormulaStore& store, const Frame& frame, Agent i)
{
    std::vector<Formula> moves;
    for (Action a : frame.actions_of(i))
        moves.push_back(store.conjunction(store.does(a), store.legal(a)));
    return store.disjunction(moves);
}

} // namespace sgl
