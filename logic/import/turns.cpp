#include "logic/import/turns.hpp"
#include "logic/gdl/machine/deep_checks.hpp"
#include "logic/gdl/machine/machine.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace sgl::import
{

namespace
{

using gdl::Machine;
using gdl::Program;
using gdl::StateFacts;
using gdl::StateGraph;

/// Runs over the facts of all states that were expanded and do not end the play.
template <class Visitor>
void for_each_state(Machine& machine, const StateGraph& graph, Visitor visit)
{
    std::vector<StateFacts> facts;
    for (std::size_t first = 0; first < graph.expanded; first += gdl::lane_count)
    {
        const std::size_t count = std::min<std::size_t>(gdl::lane_count, graph.expanded - first);
        machine.look(graph.states.data() + first * graph.words, count, facts);
        for (std::size_t i = 0; i < count; ++i)
            if (!facts[i].is_terminal)
                visit(first + i, facts[i]);
    }
}

class TurnSearch
{
public:
    TurnSearch(const gdl::Terms& terms, const Program& program)
        : terms_(terms), program_(program), machine_(program)
    {
        for (const Program::Role& role : program.roles)
            turns_.is_idle.emplace_back(role.moves.size(), true);
    }

    Turns search(const gdl::ExploreLimits& limits)
    {
        if (program_.roles.size() == 1)
        {
            turns_.is_idle.front().assign(program_.roles.front().moves.size(), false);
            return turns_;
        }
        look_at_first_state();
        gdl::ExploreLimits few = limits;
        for (few.states = 500, few.joint_moves = 20'000; turns_.why_not.empty();
             few.states *= 20, few.joint_moves *= 20)
        {
            const bool is_last = few.states >= limits.states;
            const StateGraph graph = gdl::explore(machine_, is_last ? limits : few);
            find_idle(graph);
            look_at_states(graph);
            turns_.saw_all_states = graph.is_complete;
            if (is_last || graph.is_complete)
                break;
        }
        if (turns_.why_not.empty() && !turns_.saw_all_states)
            look_at_rules();
        return turns_;
    }

private:
    /// Where two roles have a choice at once here, there may be too many joint moves to go on.
    void look_at_first_state()
    {
        const std::vector<std::uint64_t> first = machine_.initial();
        const StateFacts facts = machine_.look(first);
        const auto has_choice = [](const std::vector<std::uint32_t>& moves)
        { return moves.size() > 1; };
        if (!facts.is_terminal && std::ranges::count_if(facts.legal, has_choice) > 1)
            refuse(first, "two roles have a choice at once");
    }

    /// A move is idle that never was one of several.
    void find_idle(const StateGraph& graph)
    {
        for_each_state(machine_, graph,
                       [&](std::size_t, const StateFacts& facts)
                       {
                           for (std::size_t r = 0; r < facts.legal.size(); ++r)
                               if (facts.legal[r].size() > 1)
                                   for (const std::uint32_t move : facts.legal[r])
                                       turns_.is_idle[r][move] = false;
                       });
    }

    void look_at_states(const StateGraph& graph)
    {
        for_each_state(machine_, graph,
                       [&](std::size_t state, const StateFacts& facts)
                       {
                           if (!turns_.why_not.empty())
                               return;
                           std::size_t movers = 0, without = 0;
                           for (std::size_t r = 0; r < facts.legal.size(); ++r)
                           {
                               without += facts.legal[r].empty() ? 1U : 0U;
                               movers += std::ranges::any_of(facts.legal[r], [&](std::uint32_t move)
                                                             { return !turns_.is_idle[r][move]; })
                                             ? 1U
                                             : 0U;
                           }
                           turns_.may_all_be_idle = turns_.may_all_be_idle || movers == 0;
                           if (movers > 1)
                               refuse(bits(graph, state), "two roles have a choice at once");
                           else if (without > 0 && without < facts.legal.size())
                               refuse(bits(graph, state),
                                      "a role has no legal move, and another one has");
                       });
    }

    static gdl::StateBits bits(const StateGraph& graph, std::size_t state)
    {
        return {graph.states.data() + state * graph.words, graph.words};
    }

    void refuse(gdl::StateBits state, const std::string& why)
    {
        turns_.why_not = fmt::format("{} in the state {}", why,
                                     shortened(gdl::state_text(terms_, program_, state), 300));
    }

    /// Not all states were seen: fluents of one relation, of which at most one holds, must say
    /// whose turn it is.
    void look_at_rules()
    {
        note_rules();
        std::set<gdl::Symbol> tried;
        for (const Program::Fluent& fluent : program_.fluents)
        {
            const gdl::Symbol name = terms_.function(fluent.fluent);
            if (tried.insert(name).second && decides(name))
                return;
        }
        turns_.why_not = "not all states could be looked at, and no fluents of which at most one "
                         "holds say whose turn it is";
    }

    void note_rules()
    {
        fluent_of_.assign(program_.atoms.size(), Program::none);
        for (std::uint32_t f = 0; f < program_.fluents.size(); ++f)
            fluent_of_[program_.fluents[f].holds] = f;
        first_rule_.assign(program_.atoms.size() + 1, 0);
        for (const Program::Rule& rule : program_.rules)
            ++first_rule_[rule.head + 1];
        for (std::size_t i = 1; i < first_rule_.size(); ++i)
            first_rule_[i] += first_rule_[i - 1];
    }

    /// The fluents of a relation that the rules for an atom need, one a rule; nothing if a rule
    /// needs none.
    std::optional<std::set<std::uint32_t>> needed(std::uint32_t atom, gdl::Symbol name) const
    {
        std::set<std::uint32_t> all;
        if (atom == Program::none)
            return all;
        for (std::size_t i = first_rule_[atom]; i < first_rule_[atom + 1]; ++i)
        {
            const auto body = program_.body(program_.rules[i]);
            const auto found =
                std::ranges::find_if(body,
                                     [&](std::uint32_t literal)
                                     {
                                         const std::uint32_t f = literal % 2 == 0
                                                                     ? fluent_of_[literal / 2]
                                                                     : Program::none;
                                         return f != Program::none &&
                                                terms_.function(program_.fluents[f].fluent) == name;
                                     });
            if (found == body.end())
                return std::nullopt;
            all.insert(fluent_of_[*found / 2]);
        }
        return all;
    }

    /// At most one fluent of the relation holds at first, and each leads to one at most; moves that
    /// are not idle need them, of different roles different ones; idle ones do as well.
    bool decides(gdl::Symbol name)
    {
        std::map<std::uint32_t, std::uint32_t> leads_to;
        std::size_t initial = 0;
        for (std::uint32_t f = 0; f < program_.fluents.size(); ++f)
        {
            const Program::Fluent& fluent = program_.fluents[f];
            if (terms_.function(fluent.fluent) != name)
                continue;
            initial += fluent.is_initial ? 1U : 0U;
            const auto before = needed(fluent.next, name);
            if (!before)
                return false;
            for (const std::uint32_t b : *before)
                if (!leads_to.emplace(b, f).second)
                    return false;
        }
        if (initial > 1)
            return false;
        std::map<std::uint32_t, std::size_t> mover; // by fluent
        std::vector<std::set<std::uint32_t>> of_idle(program_.roles.size());
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
            {
                const auto when = needed(program_.roles[r].moves[m].legal, name);
                if (!when)
                    return false;
                for (const std::uint32_t f : *when)
                    if (turns_.is_idle[r][m])
                    {
                        if (!of_idle[r].insert(f).second)
                            return false; // two idle moves may be legal at once
                    }
                    else if (mover.emplace(f, r).first->second != r)
                        return false;
            }
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            for (const std::uint32_t f : of_idle[r])
                if (const auto found = mover.find(f); found != mover.end() && found->second == r)
                    return false;
        for (const auto& [f, r] : mover)
            for (std::size_t other = 0; other < program_.roles.size(); ++other)
                if (other != r && !is_forced(other, f))
                    return false;
        turns_.may_all_be_idle = mover.size() < count(name);
        return true;
    }

    /// An idle move of the role is legal wherever the fluent holds.
    bool is_forced(std::size_t r, std::uint32_t f) const
    {
        for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
        {
            const std::uint32_t atom = program_.roles[r].moves[m].legal;
            for (std::size_t i = first_rule_[atom]; i < first_rule_[atom + 1]; ++i)
            {
                const auto body = program_.body(program_.rules[i]);
                if (turns_.is_idle[r][m] && body.size() == 1 &&
                    body.front() == 2 * program_.fluents[f].holds)
                    return true;
            }
        }
        return false;
    }

    std::size_t count(gdl::Symbol name) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(program_.fluents, [&](const Program::Fluent& fluent)
                                  { return terms_.function(fluent.fluent) == name; }));
    }

    const gdl::Terms& terms_;
    const Program& program_;
    Machine machine_;
    Turns turns_;
    std::vector<std::uint32_t> fluent_of_;
    std::vector<std::size_t> first_rule_; // of each atom, in rules
};

} // namespace

Turns turns_of(const gdl::Terms& terms, const gdl::Program& program,
               const gdl::ExploreLimits& limits)
{
    return TurnSearch(terms, program).search(limits);
}

} // namespace sgl::import
