#pragma once

// A frame: agents, their actions (disjoint), and the fluents that formulas over it may name.

#include "logic/formula/formula.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace sgl
{

/// What a family of actions or fluents is applied to: `p(x,1,2)` has an agent and two numbers.
using SymbolArgument = std::variant<Agent, std::int64_t>;

/// Fluents in a row, such as "heap(1)=0", "heap(1)=1", …
struct FluentRange
{
    Fluent first;
    std::uint32_t count = 0;
    Fluent operator[](std::uint32_t i) const { return Fluent{first.index + i}; }
    bool contains(Fluent p) const { return p.index - first.index < count; }
};

/// "p(x,1,2)"; "p" where there are no arguments.
std::string applied(std::string_view family, std::span<const std::string> arguments);

/// A multi-agent frame (SGL section 2) with the fluents Φ; names as the user writes them:
/// `a(x,1,1)`.
class Frame
{
public:
    Agent add_agent(std::string name);
    /// A name that is its own family, without arguments.
    Action add_action(std::string name, Agent agent);
    Fluent add_fluent(std::string name);
    /// A member of a family; agents among the arguments were added before.
    Action add_action(std::string_view family, std::span<const SymbolArgument> arguments,
                      Agent agent);
    Fluent add_fluent(std::string_view family, std::span<const SymbolArgument> arguments);
    /// A fluent with values: one fluent for each of them, "heap(1)=5", which has the value as its
    /// last argument. Exactly one of them is true in a state, by an axiom of the game.
    void add_valued_fluent(std::string_view family, std::span<const SymbolArgument> arguments,
                           std::span<const SymbolArgument> values);

    std::size_t agent_count() const { return agents_.size(); }
    std::size_t action_count() const { return actions_.size(); }
    std::size_t fluent_count() const { return fluents_.size(); }

    const std::string& name(Agent i) const { return agents_[i.index].name; }
    const std::string& name(Action a) const { return actions_[a.index].symbol.name; }
    const std::string& name(Fluent p) const { return fluents_[p.index].name; }
    Agent agent(Action a) const { return actions_[a.index].agent; }
    /// A_i, in order of declaration.
    const std::vector<Action>& actions_of(Agent i) const { return agents_[i.index].actions; }

    /// `p` of p(x,1,2).
    const std::string& family(Action a) const { return family_of(actions_[a.index].symbol); }
    const std::string& family(Fluent p) const { return family_of(fluents_[p.index]); }
    /// x, 1 and 2 of p(x,1,2).
    std::span<const SymbolArgument> arguments(Action a) const
    {
        return arguments_of(actions_[a.index].symbol);
    }
    std::span<const SymbolArgument> arguments(Fluent p) const
    {
        return arguments_of(fluents_[p.index]);
    }
    /// 1 and 2 of p(x,1,2).
    std::vector<std::int64_t> numbers(Fluent p) const;
    /// "p(x,_,_)" for p(x,1,2): the name of all that differ in numbers only.
    std::string without_numbers(Fluent p) const;
    /// An argument as it stands in a name.
    std::string text(const SymbolArgument& argument) const;

    /// Of the fluents with values, the fluents that are their values.
    const std::vector<FluentRange>& valued() const { return valued_; }

    std::optional<Agent> find_agent(std::string_view name) const;
    std::optional<Action> find_action(std::string_view name) const;
    std::optional<Fluent> find_fluent(std::string_view name) const;

    /// The same names in the same order, and actions of the same agents; what the names are made
    /// of does not count.
    bool operator==(const Frame& other) const;

private:
    struct AgentEntry
    {
        std::string name;
        std::vector<Action> actions;
    };
    /// The name of an action or fluent, and where its parts are.
    struct SymbolEntry
    {
        std::string name;
        std::uint32_t argument_count = 0;
        bool has_value = false;         // the last argument
        std::uint32_t family = 0;       // of those with arguments
        std::size_t first_argument = 0; // the others follow
    };
    struct ActionEntry
    {
        SymbolEntry symbol;
        Agent agent;
    };
    using Index = std::unordered_map<std::string, std::uint32_t>;

    SymbolEntry entry(std::string_view family, std::span<const SymbolArgument> arguments,
                      bool has_value = false);
    Action add(SymbolEntry symbol, Agent agent);
    Fluent add(SymbolEntry symbol);
    const std::string& family_of(const SymbolEntry& symbol) const
    {
        return symbol.argument_count == 0 ? symbol.name : families_[symbol.family];
    }
    std::span<const SymbolArgument> arguments_of(const SymbolEntry& symbol) const
    {
        return std::span(arguments_).subspan(symbol.first_argument, symbol.argument_count);
    }

    std::vector<AgentEntry> agents_;
    std::vector<ActionEntry> actions_;
    std::vector<SymbolEntry> fluents_;
    std::vector<std::string> families_;
    std::vector<SymbolArgument> arguments_; // of all actions and fluents
    std::vector<FluentRange> valued_;
    Index agent_index_, action_index_, fluent_index_;
};

/// ⋁_{a ∈ A_i} (does(a) ∧ legal(a)): the move is a legal one of agent i.
Formula legal_move_of(FormulaStore& store, const Frame& frame, Agent i);

} // namespace sgl
