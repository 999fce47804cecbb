#include "logic/import/turns.hpp"
#include "logic/gdl/machine/deep_checks.hpp"
#include "logic/gdl/machine/machine.hpp"
#include "logic/import/propagation.hpp"

#include <algorithm>
#include <fmt/format.h>
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
            turns_.is_idle.emplace_back(role.moves.size(), false);
    }

    Turns search(const gdl::ExploreLimits& limits)
    {
        if (program_.roles.size() == 1)
            return turns_;
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

    /// A move is idle that was legal, and never one of several.
    void find_idle(const StateGraph& graph)
    {
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            turns_.is_idle[r].assign(program_.roles[r].moves.size(), false);
        std::vector<std::vector<bool>> was_choice = turns_.is_idle;
        for_each_state(machine_, graph,
                       [&](std::size_t, const StateFacts& facts)
                       {
                           for (std::size_t r = 0; r < facts.legal.size(); ++r)
                               for (const std::uint32_t move : facts.legal[r])
                               {
                                   if (facts.legal[r].size() > 1)
                                       was_choice[r][move] = true;
                                   turns_.is_idle[r][move] = !was_choice[r][move];
                               }
                       });
    }

    void look_at_states(const StateGraph& graph)
    {
        turns_.may_all_be_idle = false;
        for_each_state(
            machine_, graph,
            [&](std::size_t state, const StateFacts& facts)
            {
                if (!turns_.why_not.empty())
                    return;
                std::size_t movers = 0, without = 0, choosers = 0;
                for (std::size_t r = 0; r < facts.legal.size(); ++r)
                {
                    without += facts.legal[r].empty() ? 1U : 0U;
                    choosers += facts.legal[r].size() > 1 ? 1U : 0U;
                    movers += std::ranges::any_of(facts.legal[r], [&](std::uint32_t move)
                                                  { return !turns_.is_idle[r][move]; })
                                  ? 1U
                                  : 0U;
                }
                turns_.may_all_be_idle = turns_.may_all_be_idle || movers == 0;
                if (movers > 1)
                    refuse(bits(graph, state),
                           choosers > 1
                               ? "two roles have a choice at once"
                               : "two roles have moves, which are choices here or elsewhere,");
                else if (without > 0 && without < facts.legal.size())
                    refuse(bits(graph, state), "a role has no legal move, and another one has");
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

    /// The rules for an atom: first and one past the last.
    std::pair<std::size_t, std::size_t> rules_for(std::uint32_t atom) const
    {
        const auto found = std::ranges::equal_range(program_.rules, atom, {}, &Program::Rule::head);
        return {static_cast<std::size_t>(found.begin() - program_.rules.begin()),
                static_cast<std::size_t>(found.end() - program_.rules.begin())};
    }

    /// A move and a rule for its being legal.
    struct Way
    {
        std::size_t role, move, rule;
        std::vector<std::uint32_t> decided; // what follows about the exclusive fluents
    };

    /// At most one fluent of the relation holds: at first, and after each move. Then no two roles
    /// have moves that are not idle, a role with such a move has no idle one, no two idle ones of a
    /// role are legal at once, and where a role has a move that is not idle all others have an idle
    /// one.
    bool decides(gdl::Symbol name)
    {
        std::vector<std::uint32_t> exclusive;
        std::vector<const Program::Fluent*> fluents;
        std::size_t initial = 0;
        for (const Program::Fluent& fluent : program_.fluents)
            if (terms_.function(fluent.fluent) == name)
            {
                exclusive.push_back(fluent.holds);
                fluents.push_back(&fluent);
                initial += fluent.is_initial ? 1U : 0U;
            }
        constexpr std::size_t most = 100;
        if (initial > 1 || exclusive.size() < 2 || exclusive.size() > most)
            return false;
        queries_ = 0;
        Propagation propagation(program_, exclusive);
        return stays_exclusive(propagation, fluents) && says_whose_turn(propagation, exclusive);
    }

    bool stays_exclusive(Propagation& propagation,
                         const std::vector<const Program::Fluent*>& fluents)
    {
        for (std::size_t i = 0; i < fluents.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (fluents[i]->next != none && fluents[j]->next != none &&
                    !exclude_each_other(propagation, fluents[i]->next, fluents[j]->next))
                    return false;
        return true;
    }

    bool exclude_each_other(Propagation& propagation, std::uint32_t a, std::uint32_t b)
    {
        const auto [first_a, last_a] = rules_for(a);
        const auto [first_b, last_b] = rules_for(b);
        for (std::size_t i = first_a; i < last_a; ++i)
            for (std::size_t j = first_b; j < last_b; ++j)
                if (!contradict(propagation, i, j))
                    return false;
        return true;
    }

    bool contradict(Propagation& propagation, std::size_t i, std::size_t j)
    {
        constexpr std::size_t most_queries = 20'000;
        if (++queries_ > most_queries)
            return false;
        const auto a = program_.body(program_.rules[i]), b = program_.body(program_.rules[j]);
        std::vector<std::uint32_t> both(a.begin(), a.end());
        both.insert(both.end(), b.begin(), b.end());
        return propagation.follow(both).is_contradiction;
    }

    bool says_whose_turn(Propagation& propagation, const std::vector<std::uint32_t>& exclusive)
    {
        std::vector<bool> is_exclusive(program_.atoms.size());
        for (const std::uint32_t atom : exclusive)
            is_exclusive[atom] = true;
        std::vector<Way> idle, others;
        for (std::size_t r = 0; r < program_.roles.size(); ++r)
            for (std::size_t m = 0; m < program_.roles[r].moves.size(); ++m)
            {
                const auto [first, last] = rules_for(program_.roles[r].moves[m].legal);
                for (std::size_t rule = first; rule < last; ++rule)
                {
                    const auto follows = propagation.follow(program_.body(program_.rules[rule]));
                    if (follows.is_contradiction)
                        continue;
                    Way way{r, m, rule, {}};
                    for (const std::uint32_t literal : follows.literals)
                        if (is_exclusive[literal / 2])
                            way.decided.push_back(literal);
                    if (!turns_.is_idle[r][m] && !is_forced_on_others(r, follows.literals))
                        return false;
                    (turns_.is_idle[r][m] ? idle : others).push_back(std::move(way));
                }
            }
        // What is about the same fluents excludes the same: it is asked once.
        const auto exclude = [&](const Way& a, const Way& b)
        {
            const bool is_plain = std::ranges::any_of(
                a.decided, [&](std::uint32_t literal)
                { return std::ranges::find(b.decided, literal ^ 1U) != b.decided.end(); });
            return is_plain || contradict(propagation, a.rule, b.rule);
        };
        for (const Way& a : others)
        {
            for (const Way& b : others)
                if (a.role < b.role && !exclude(a, b))
                    return false;
            for (const Way& b : idle)
                if (a.role == b.role && !exclude(a, b))
                    return false;
        }
        turns_.may_all_be_idle = program_.roles.size() > 2;
        for (const Way& a : idle)
            for (const Way& b : idle)
            {
                if (a.role == b.role && a.move < b.move && !exclude(a, b))
                    return false;
                if (a.role < b.role && !exclude(a, b))
                    turns_.may_all_be_idle = true;
            }
        return true;
    }

    /// Every other role has an idle move that is legal where these literals hold.
    bool is_forced_on_others(std::size_t r, const std::vector<std::uint32_t>& literals) const
    {
        const std::set<std::uint32_t> held(literals.begin(), literals.end());
        for (std::size_t other = 0; other < program_.roles.size(); ++other)
        {
            const auto& moves = program_.roles[other].moves;
            bool is_forced = other == r;
            for (std::size_t m = 0; m < moves.size(); ++m)
                is_forced =
                    is_forced || (turns_.is_idle[other][m] && held.contains(2 * moves[m].legal));
            if (!is_forced)
                return false;
        }
        return true;
    }

    static constexpr std::uint32_t none = Program::none;

    const gdl::Terms& terms_;
    const Program& program_;
    Machine machine_;
    Turns turns_;
    std::size_t queries_ = 0;
};

} // namespace

Turns turns_of(const gdl::Terms& terms, const gdl::Program& program,
               const gdl::ExploreLimits& limits)
{
    return TurnSearch(terms, program).search(limits);
}

} // namespace sgl::import
