#include "logic/gdl/machine/explore.hpp"

#include <algorithm>
#include <limits>

namespace sgl::gdl
{

namespace
{

/// The distinct states, in a table with open addressing.
class StateTable
{
public:
    explicit StateTable(StateGraph& graph) : graph_(graph), table_(1024, 0) {}

    std::uint32_t add(const std::uint64_t* state, std::uint32_t ply)
    {
        const std::size_t words = graph_.words;
        std::size_t at = hash(state) & (table_.size() - 1);
        for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1))
        {
            const std::uint64_t* other = graph_.states.data() + (table_[at] - 1) * words;
            if (std::equal(state, state + words, other))
                return table_[at] - 1;
        }
        const auto number = static_cast<std::uint32_t>(graph_.size());
        table_[at] = number + 1;
        graph_.states.insert(graph_.states.end(), state, state + words);
        graph_.ply.push_back(ply);
        if (graph_.size() * 2 > table_.size())
            grow();
        return number;
    }

private:
    std::size_t hash(const std::uint64_t* state) const
    {
        std::uint64_t h = 0x9E3779B97F4A7C15U;
        for (std::size_t w = 0; w < graph_.words; ++w)
        {
            h = (h ^ state[w]) * 0xBF58476D1CE4E5B9U;
            h ^= h >> 32;
        }
        return static_cast<std::size_t>(h * 0x94D049BB133111EBU >> 16);
    }

    void grow()
    {
        table_.assign(table_.size() * 2, 0);
        for (std::uint32_t i = 0; i < graph_.size(); ++i)
        {
            std::size_t at = hash(graph_.states.data() + i * graph_.words) & (table_.size() - 1);
            while (table_[at] != 0)
                at = (at + 1) & (table_.size() - 1);
            table_[at] = i + 1;
        }
    }

    StateGraph& graph_;
    std::vector<std::uint32_t> table_; // a state's number and 1, or 0
};

class Explorer
{
public:
    Explorer(Machine& machine, const ExploreLimits& limits)
        : machine_(machine), limits_(limits), table_(graph_)
    {
        graph_.words = machine.words_in_state();
        graph_.roles = machine.program().roles.size();
        for (const Program::Role& role : machine.program().roles)
            graph_.seen_moves.emplace_back(role.moves.size(), false);
    }

    StateGraph run()
    {
        table_.add(machine_.initial().data(), 0);
        while (graph_.expanded < graph_.size() && !is_at_limit())
            expand_some();
        graph_.is_complete = graph_.expanded == graph_.size();
        return std::move(graph_);
    }

private:
    bool is_at_limit() const
    {
        return is_full_ || graph_.size() > limits_.states ||
               graph_.ply[graph_.expanded] >= limits_.plies;
    }

    /// The states of one batch, which all have a ply below the limit.
    void expand_some()
    {
        const std::uint32_t first = graph_.expanded;
        auto last = static_cast<std::uint32_t>(
            std::min<std::size_t>(graph_.size(), std::size_t{first} + lane_count));
        while (graph_.ply[last - 1] >= limits_.plies)
            --last;
        machine_.look(graph_.states.data() + first * graph_.words, last - first, facts_);
        std::uint32_t state = first;
        for (; state < last && !is_over_ && fits(facts_[state - first]); ++state)
            add_moves(state, facts_[state - first]);
        flush();
        graph_.expanded = state;
        is_full_ = state < last;
        if (is_over_)
            take_back();
    }

    /// States whose joint moves were not all made are not expanded.
    void take_back()
    {
        is_full_ = true;
        while (graph_.first_successor.back() > graph_.successors.size())
        {
            graph_.first_successor.pop_back();
            --graph_.expanded;
        }
        graph_.successors.resize(graph_.first_successor.back());
        graph_.is_terminal.resize(graph_.expanded);
        graph_.legal_counts.resize(graph_.expanded * graph_.roles);
        graph_.goals.resize(graph_.expanded * graph_.roles);
    }

    /// Whether there is room for a state's joint moves.
    bool fits(const StateFacts& facts) const
    {
        std::uint64_t joint = 1, room = limits_.joint_moves;
        room -= std::min<std::uint64_t>(room, graph_.first_successor.back());
        for (const std::vector<std::uint32_t>& moves : facts.legal)
        {
            if (moves.empty() || facts.is_terminal)
                return true;
            if (joint > room / moves.size())
                return false;
            joint *= moves.size();
        }
        return true;
    }

    void add_moves(std::uint32_t state, const StateFacts& facts)
    {
        graph_.is_terminal.push_back(facts.is_terminal);
        std::uint64_t joint = facts.is_terminal ? 0 : 1;
        for (std::size_t role = 0; role < graph_.roles; ++role)
        {
            const std::size_t count = facts.legal[role].size();
            joint *= count;
            graph_.legal_counts.push_back(static_cast<std::uint32_t>(count));
            graph_.goals.push_back(static_cast<std::int8_t>(
                facts.goals[role].size() == 1 ? facts.goals[role][0] : -1));
            if (!facts.is_terminal)
                for (std::uint32_t move : facts.legal[role])
                    graph_.seen_moves[role][move] = true;
        }
        graph_.first_successor.push_back(graph_.first_successor.back() + joint);
        if (joint == 0)
            return;
        std::vector<std::size_t>& digits = digits_;
        digits.assign(graph_.roles, 0);
        for (std::uint64_t i = 0; i < joint; ++i)
        {
            from_.push_back(state);
            for (std::size_t role = 0; role < graph_.roles; ++role)
                moves_.push_back(facts.legal[role][digits[role]]);
            for (std::size_t role = graph_.roles; role-- > 0;)
            {
                if (++digits[role] < facts.legal[role].size())
                    break;
                digits[role] = 0;
            }
            if (from_.size() == lane_count)
                flush();
            if (is_over_)
                return;
        }
    }

    void flush()
    {
        if (from_.empty())
            return;
        constexpr std::uint64_t pause =
            16; // flushes; of a large sheet one takes tenths of a second
        is_over_ = is_over_ || (flushes_++ % pause == 0 && limits_.is_over && limits_.is_over());
        if (is_over_)
            return;
        pointers_.clear();
        for (std::uint32_t state : from_)
            pointers_.push_back(graph_.states.data() + state * graph_.words);
        next_.resize(lane_count * graph_.words);
        machine_.step(pointers_, moves_, next_.data());
        for (std::size_t i = 0; i < from_.size(); ++i)
            graph_.successors.push_back(
                table_.add(next_.data() + i * graph_.words, graph_.ply[from_[i]] + 1));
        from_.clear();
        moves_.clear();
    }

    Machine& machine_;
    const ExploreLimits& limits_;
    StateGraph graph_;
    StateTable table_;
    bool is_full_ = false; // no room for the next state's joint moves
    bool is_over_ = false; // somebody said so
    std::uint64_t flushes_ = 0;
    std::vector<StateFacts> facts_;
    std::vector<std::uint32_t> from_, moves_;
    std::vector<const std::uint64_t*> pointers_;
    std::vector<std::uint64_t> next_;
    std::vector<std::size_t> digits_;
};

/// The states in an order in which each comes after all that follow it; empty where there is a
/// cycle.
std::vector<std::uint32_t> last_first(const StateGraph& graph)
{
    std::vector<std::uint32_t> before(graph.size(), 0), answer;
    for (std::uint32_t to : graph.successors)
        ++before[to];
    if (before.empty() || before[0] != 0)
        return {};
    answer.push_back(0); // every other state has a predecessor
    for (std::size_t i = 0; i < answer.size(); ++i)
        for (std::uint32_t to : graph.next(answer[i]))
            if (--before[to] == 0)
                answer.push_back(to);
    if (answer.size() != graph.size())
        return {};
    std::ranges::reverse(answer);
    return answer;
}

/// The value of a state for a role, from those that follow.
int forced_now(const StateGraph& graph, std::uint32_t state, std::size_t role,
               const std::vector<std::int8_t>& value)
{
    const std::uint32_t* counts = graph.legal_counts.data() + state * graph.roles;
    const auto next = graph.next(state);
    std::size_t stride = 1;
    for (std::size_t other = role + 1; other < graph.roles; ++other)
        stride *= counts[other];
    std::vector<int> worst(counts[role], std::numeric_limits<int>::max());
    for (std::size_t i = 0; i < next.size(); ++i)
    {
        int& mine = worst[i / stride % counts[role]];
        mine = std::min<int>(mine, value[next[i]]);
    }
    return worst.empty() ? -1 : std::ranges::max(worst);
}

} // namespace

StateGraph explore(Machine& machine, const ExploreLimits& limits)
{
    return Explorer(machine, limits).run();
}

Plies count_plies(const StateGraph& graph, std::size_t most)
{
    Plies answer;
    std::vector<std::uint32_t> layer{0}, next;
    std::vector<long double> count(graph.size(), 0), next_count(graph.size(), 0);
    count[0] = 1;
    for (std::size_t ply = 0; ply <= most; ++ply)
    {
        long double sequences = 0;
        for (std::uint32_t state : layer)
            sequences += count[state];
        answer.states.push_back(layer.size());
        answer.sequences.push_back(sequences);
        if (layer.empty() || std::ranges::max(layer) >= graph.expanded)
            break;
        next.clear();
        for (std::uint32_t state : layer)
        {
            for (std::uint32_t to : graph.next(state))
            {
                if (next_count[to] == 0)
                    next.push_back(to);
                next_count[to] += count[state];
            }
            count[state] = 0;
        }
        std::swap(layer, next);
        std::swap(count, next_count);
    }
    return answer;
}

std::vector<RoleValue> values(const StateGraph& graph)
{
    std::vector<RoleValue> answer(graph.roles);
    std::vector<std::uint32_t> order = last_first(graph);
    const bool is_acyclic = !order.empty();
    if (!is_acyclic)
        for (std::uint32_t i = static_cast<std::uint32_t>(graph.size()); i-- > 0;)
            order.push_back(i);
    for (std::size_t role = 0; role < graph.roles; ++role)
        for (const bool is_forced : {true, false})
        {
            std::vector<std::int8_t> value(graph.size(), -1);
            for (bool changed = true; changed;)
            {
                changed = false;
                for (std::uint32_t state : order)
                {
                    int now = -1;
                    if (graph.is_terminal[state])
                        now = graph.goals[state * graph.roles + role];
                    else if (is_forced && !graph.next(state).empty())
                        now = forced_now(graph, state, role, value);
                    else
                        for (std::uint32_t to : graph.next(state))
                            now = std::max<int>(now, value[to]);
                    changed = changed || now != value[state];
                    value[state] = static_cast<std::int8_t>(now);
                }
                changed = changed && !is_acyclic;
            }
            (is_forced ? answer[role].forced : answer[role].best) = value[0];
        }
    return answer;
}

std::optional<std::uint32_t> longest_play(const StateGraph& graph)
{
    const std::vector<std::uint32_t> order = last_first(graph);
    if (order.empty())
        return std::nullopt;
    std::vector<std::uint32_t> longest(graph.size(), 0);
    for (std::uint32_t state : order)
        for (std::uint32_t to : graph.next(state))
            longest[state] = std::max(longest[state], longest[to] + 1);
    return longest[0];
}

} // namespace sgl::gdl
