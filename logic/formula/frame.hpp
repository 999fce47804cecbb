#pragma once

// A frame: agents, their actions (disjoint), and the fluents that formulas over it may name.

#include "logic/formula/formula.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sgl
{

/// A multi-agent frame (SGL section 2) with the fluents Φ; names as the user writes them:
/// `a(x,1,1)`.
class Frame
{
public:
    Agent add_agent(std::string name);
    Action add_action(std::string name, Agent agent);
    Fluent add_fluent(std::string name);

    std::size_t agent_count() const { return agents_.size(); }
    std::size_t action_count() const { return actions_.size(); }
    std::size_t fluent_count() const { return fluents_.size(); }

    const std::string& name(Agent i) const { return agents_[i.index].name; }
    const std::string& name(Action a) const { return actions_[a.index].name; }
    const std::string& name(Fluent p) const { return fluents_[p.index]; }
    Agent agent(Action a) const { return actions_[a.index].agent; }
    /// A_i, in order of declaration.
    const std::vector<Action>& actions_of(Agent i) const { return agents_[i.index].actions; }

    std::optional<Agent> find_agent(std::string_view name) const;
    std::optional<Action> find_action(std::string_view name) const;
    std::optional<Fluent> find_fluent(std::string_view name) const;

    /// The same names in the same order, and actions of the same agents.
    bool operator==(const Frame& other) const;

private:
    struct AgentEntry
    {
        std::string name;
        std::vector<Action> actions;
    };
    struct ActionEntry
    {
        std::string name;
        Agent agent;
    };
    using Index = std::unordered_map<std::string, std::uint32_t>;

    std::vector<AgentEntry> agents_;
    std::vector<ActionEntry> actions_;
    std::vector<std::string> fluents_;
    Index agent_index_, action_index_, fluent_index_;
};

/// ⋁_{a ∈ A_i} (does(a) ∧ legal(a)): the move is a legal one of agent i.
Formula legal_move_of(FormulaStore& store, const Frame& frame, Agent i);

} // namespace sgl
