#include "logic/gdl/machine/facts.hpp"

#include <algorithm>
#include <bit>

namespace sgl::gdl
{

namespace
{

void add_state(const StateGraph& graph, std::uint32_t state, GameFacts& facts)
{
    const std::uint32_t* counts = graph.legal_counts.data() + state * graph.roles;
    const std::int8_t* goals = graph.goals.data() + state * graph.roles;
    if (graph.is_terminal[state])
    {
        ++facts.terminal_states;
        std::string key;
        bool is_bad = false;
        for (std::size_t role = 0; role < graph.roles; ++role)
        {
            is_bad = is_bad || goals[role] < 0;
            key += (role == 0 ? "" : "/") + (goals[role] < 0 ? "?" : std::to_string(goals[role]));
        }
        ++facts.terminal_goals[key];
        facts.terminal_with_bad_goal += is_bad ? 1U : 0U;
        if (is_bad && !facts.first_bad_goal)
            facts.first_bad_goal = state;
        return;
    }
    std::size_t choices = 0;
    std::uint64_t joint = 1;
    for (std::size_t role = 0; role < graph.roles; ++role)
    {
        choices += counts[role] > 1 ? 1U : 0U;
        joint *= counts[role];
    }
    facts.most_joint_moves = std::max(facts.most_joint_moves, joint);
    facts.is_simultaneous = facts.is_simultaneous || choices > 1;
    facts.deadlocks += joint == 0 ? 1U : 0U;
    if (joint == 0 && !facts.first_deadlock)
        facts.first_deadlock = state;
}

} // namespace

GameFacts facts_of(const Terms& terms, const Program& program, const StateGraph& graph,
                   std::size_t most_plies)
{
    GameFacts answer;
    for (const Program::Role& role : program.roles)
        answer.roles.push_back(terms.folded(terms.function(role.name)));
    for (const Program::Fluent& fluent : program.fluents)
        answer.init_fluents += fluent.is_initial ? 1U : 0U;
    if (graph.expanded > 0)
        answer.initial_legal.assign(graph.legal_counts.begin(),
                                    graph.legal_counts.begin() +
                                        static_cast<std::ptrdiff_t>(graph.roles));
    answer.plies = count_plies(graph, most_plies);
    answer.is_complete = graph.is_complete;
    answer.states = graph.size();
    answer.expanded = graph.expanded;
    answer.joint_moves = graph.successors.size();
    for (std::uint32_t state = 0; state < graph.expanded; ++state)
        add_state(graph, state, answer);
    std::vector<std::uint64_t> seen(graph.words, 0);
    for (std::size_t i = 0; i < graph.states.size(); ++i)
        seen[i % graph.words] |= graph.states[i];
    for (std::uint64_t word : seen)
        answer.fluents_seen += static_cast<std::uint64_t>(std::popcount(word));
    for (const std::vector<bool>& moves : graph.seen_moves)
        answer.moves_seen.push_back(static_cast<std::uint64_t>(std::ranges::count(moves, true)));
    if (graph.is_complete)
    {
        answer.longest_play = longest_play(graph);
        answer.values = values(graph);
    }
    return answer;
}

} // namespace sgl::gdl
