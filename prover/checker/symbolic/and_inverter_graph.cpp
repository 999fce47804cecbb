#include "prover/checker/symbolic/and_inverter_graph.hpp"

#include <algorithm>
#include <cstdlib>

namespace sgl::certificate
{

AndInverterGraph::AndInverterGraph(const Budget& budget, std::size_t most)
    : budget_(budget), most_(std::min<std::size_t>(most, 0x7FFFFFFF)), entries_(2),
      table_(std::size_t{1} << 12)
{
}

AndInverterGraph::Node AndInverterGraph::variable()
{
    return made({});
}

AndInverterGraph::Node AndInverterGraph::both(Node f, Node g)
{
    // f ∧ ¬(f ∧ h) = f ∧ ¬h, and so on into h; every time the second is a smaller gate.
    for (;;)
    {
        if (std::abs(f) < std::abs(g))
            std::swap(f, g);
        if (g == all || f == g)
            return f;
        if (g == none || f == -g)
            return none;
        if (!is_and(f))
            break;
        const auto [first, second] = operands(f);
        if (f > 0 && (first == g || second == g))
            return f;
        if (f > 0 && (first == -g || second == -g))
            return none;
        if (f < 0 && (first == -g || second == -g))
            return g;
        if (f > 0 || (first != g && second != g))
            break;
        f = -(first == g ? second : first);
    }
    std::size_t place = place_of(f, g);
    if (table_[place] != 0)
        return table_[place];
    if (entries_.size() * 2 > table_.size())
    {
        grow_table();
        place = place_of(f, g);
    }
    return table_[place] = made({f, g});
}

AndInverterGraph::Node AndInverterGraph::if_then_else(Node f, Node g, Node h)
{
    if (f == all || g == h)
        return g;
    if (f == none)
        return h;
    return either(both(f, g), both(-f, h));
}

AndInverterGraph::Node AndInverterGraph::made(Entry entry)
{
    if (entries_.size() >= most_)
        throw Interrupted{"the clauses take too much memory", Cause::Memory};
    constexpr std::size_t often = 1 << 12;
    if (entries_.size() % often == 0)
        budget_.check();
    for (const Node operand : {entry.first, entry.second})
    {
        if (operand != 0)
            ++entries_[static_cast<std::size_t>(std::abs(operand))].users;
    }
    entries_.push_back(entry);
    return static_cast<Node>(entries_.size() - 1);
}

std::size_t AndInverterGraph::place_of(Node first, Node second) const
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    std::uint64_t hash = static_cast<std::uint32_t>(first) * golden;
    hash = (hash ^ (hash >> 29) ^ static_cast<std::uint32_t>(second)) * golden;
    std::size_t place = (hash ^ (hash >> 32)) & (table_.size() - 1);
    while (table_[place] != 0 && operands(table_[place]) != std::pair(first, second))
        place = (place + 1) & (table_.size() - 1);
    return place;
}

void AndInverterGraph::grow_table()
{
    table_.assign(table_.size() * 2, 0);
    for (std::size_t i = 2; i < entries_.size(); ++i)
    {
        if (entries_[i].first != 0)
            table_[place_of(entries_[i].first, entries_[i].second)] = static_cast<Node>(i);
    }
}

StateGates::Node StateGates::variable(Level level)
{
    if (level >= variables_.size())
        variables_.resize(level + 1, 0);
    if (variables_[level] == 0)
        variables_[level] = gates_.variable();
    return variables_[level];
}

} // namespace sgl::certificate
