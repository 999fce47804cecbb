#include "prover/checker/symbolic/bdd.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace sgl::certificate
{

namespace
{

constexpr std::uint32_t no_level = std::numeric_limits<std::uint32_t>::max();

std::size_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c)
{
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    std::uint64_t hash = a * golden;
    hash = (hash ^ (hash >> 29) ^ b) * golden;
    hash = (hash ^ (hash >> 31) ^ c) * golden;
    return hash ^ (hash >> 32);
}

} // namespace

std::size_t Bdds::nodes_within(std::size_t mebibytes)
{
    constexpr std::size_t bytes_a_node = 64; // with its share of the tables
    constexpr std::size_t least = 10'000, most = std::size_t{1} << 31;
    return std::clamp((mebibytes << 20) / bytes_a_node, least, most);
}

Bdds::Bdds(const Budget& budget, std::size_t most_nodes)
    : budget_(budget), most_(most_nodes), nodes_{{no_level, none, none}, {no_level, all, all}},
      table_(std::size_t{1} << 12), known_(std::size_t{1} << 14)
{
}

std::size_t Bdds::place_of(Level level, Node low, Node high) const
{
    std::size_t place = mixed(level, low, high) & (table_.size() - 1);
    while (table_[place] != 0)
    {
        const Entry& entry = nodes_[table_[place]];
        if (entry.level == level && entry.low == low && entry.high == high)
            break;
        place = (place + 1) & (table_.size() - 1);
    }
    return place;
}

Bdds::Node Bdds::choice(Level level, Node low, Node high)
{
    if (low == high)
        return low;
    std::size_t place = place_of(level, low, high);
    if (table_[place] != 0)
        return table_[place];
    if (nodes_.size() >= most_)
        throw Interrupted{"the sets of states take too much memory", Cause::Memory};
    if (nodes_.size() * 2 > table_.size())
    {
        grow_table();
        place = place_of(level, low, high);
    }
    nodes_.push_back({level, low, high});
    return table_[place] = static_cast<Node>(nodes_.size() - 1);
}

void Bdds::grow_table()
{
    table_.assign(table_.size() * 2, 0);
    for (Node node = 2; node < nodes_.size(); ++node)
        table_[place_of(nodes_[node].level, nodes_[node].low, nodes_[node].high)] = node;
    constexpr std::size_t most_known = std::size_t{1} << 22;
    if (known_.size() < std::min(most_known, table_.size()))
        known_.assign(known_.size() * 2, {});
}

Bdds::Known& Bdds::known(Node f, Node g, Node h)
{
    return known_[mixed(f, g, h) & (known_.size() - 1)];
}

/// Both halves of the topmost variable, one after the other, on a stack of its own.
Bdds::Node Bdds::if_then_else(Node f, Node g, Node h)
{
    struct Task
    {
        Node f, g, h;
        Level level = 0;
        Node low = 0;
        unsigned stage = 0;
    };
    std::vector<Task> stack{{f, g, h}};
    Node result = none;
    while (!stack.empty())
    {
        Task& task = stack.back();
        if (task.stage == 2)
        {
            result = choice(task.level, task.low, result);
            known(task.f, task.g, task.h) = {task.f, task.g, task.h, result};
            stack.pop_back();
            continue;
        }
        const auto half = [&](Node node, bool high)
        {
            const Entry& entry = nodes_[node];
            return entry.level != task.level ? node : high ? entry.high : entry.low;
        };
        if (task.stage == 1)
        {
            task.low = result;
            task.stage = 2;
            const Task other{half(task.f, true), half(task.g, true), half(task.h, true)};
            stack.push_back(other);
            continue;
        }
        constexpr std::size_t often = 1 << 16, in_a_step = 8; // of other engines
        if (++steps_ % often == 0)
        {
            budget_.spend(often / in_a_step);
            budget_.check();
        }
        if (task.f == task.g)
            task.g = all;
        if (task.f == task.h)
            task.h = none;
        if (is_constant(task.f) || task.g == task.h || (task.g == all && task.h == none))
        {
            result = task.f == all ? task.g : task.f == none || task.g == task.h ? task.h : task.f;
            stack.pop_back();
            continue;
        }
        const Known& entry = known(task.f, task.g, task.h);
        if (entry.f == task.f && entry.g == task.g && entry.h == task.h)
        {
            result = entry.result;
            stack.pop_back();
            continue;
        }
        task.level = std::min({nodes_[task.f].level, nodes_[task.g].level, nodes_[task.h].level});
        task.stage = 1;
        const Task first{half(task.f, false), half(task.g, false), half(task.h, false)};
        stack.push_back(first);
    }
    return result;
}

std::vector<Bdds::Node> Bdds::nodes_of(std::span<const Node> roots) const
{
    std::vector<Node> found, stack(roots.begin(), roots.end());
    std::vector<bool> seen(nodes_.size());
    while (!stack.empty())
    {
        const Node node = stack.back();
        stack.pop_back();
        if (is_constant(node) || seen[node])
            continue;
        seen[node] = true;
        found.push_back(node);
        stack.push_back(nodes_[node].low);
        stack.push_back(nodes_[node].high);
    }
    std::ranges::sort(found);
    return found;
}

Bdds::Node Bdds::some(Node f, const std::vector<bool>& levels)
{
    std::unordered_map<Node, Node> results{{none, none}, {all, all}};
    for (const Node node : nodes_of(std::span(&f, 1)))
    {
        const auto [level, low, high] = nodes_[node];
        const bool chosen = level < levels.size() && levels[level];
        results[node] = chosen ? either(results.at(low), results.at(high))
                               : choice(level, results.at(low), results.at(high));
    }
    return results.at(f);
}

Bdds::Node Bdds::moved(Node f, const std::vector<Level>& to)
{
    std::unordered_map<Node, Node> results{{none, none}, {all, all}};
    for (const Node node : nodes_of(std::span(&f, 1)))
    {
        const auto [level, low, high] = nodes_[node];
        results[node] =
            choice(level < to.size() ? to[level] : level, results.at(low), results.at(high));
    }
    return results.at(f);
}

std::vector<Bdds::Node> Bdds::copied(const Bdds& from, std::span<const Node> roots)
{
    std::unordered_map<Node, Node> results{{none, none}, {all, all}};
    for (const Node node : from.nodes_of(roots))
    {
        const auto [level, low, high] = from.nodes_[node];
        results[node] = choice(level, results.at(low), results.at(high));
    }
    std::vector<Node> copies;
    for (const Node root : roots)
        copies.push_back(results.at(root));
    return copies;
}

} // namespace sgl::certificate
