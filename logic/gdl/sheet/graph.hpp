#pragma once

// Which relation, or which atom, depends on which: a graph, and what is asked of it.

#include <cstdint>
#include <span>
#include <vector>

namespace sgl::gdl
{

/// A graph with numbers for nodes; an edge may be negative: through `not`.
class Graph
{
public:
    struct Edge
    {
        std::uint32_t to;
        bool is_negative;
    };

    explicit Graph(std::size_t nodes = 0) : edges_(nodes) {}
    std::size_t size() const { return edges_.size(); }
    std::uint32_t add_node()
    {
        edges_.emplace_back();
        return static_cast<std::uint32_t>(edges_.size() - 1);
    }
    void add(std::uint32_t from, std::uint32_t to, bool is_negative)
    {
        edges_[from].push_back({to, is_negative});
    }
    std::span<const Edge> edges(std::uint32_t from) const { return edges_[from]; }

    /// The strongly connected components; each one's number is greater than the numbers of all
    /// that it depends on.
    std::vector<std::uint32_t> components() const;

    /// A shortest path, both ends included; empty where there is none. Where `component` is given,
    /// all nodes on it are in the component of `from`.
    std::vector<std::uint32_t> path(std::uint32_t from, std::uint32_t to,
                                    const std::vector<std::uint32_t>* component = nullptr) const;

    /// A cycle with a negative edge, the first node again at its end; empty where there is none.
    std::vector<std::uint32_t> negative_cycle() const;

    /// Whether there is a negative edge between two nodes.
    bool is_negative(std::uint32_t from, std::uint32_t to) const;

private:
    std::vector<std::vector<Edge>> edges_;
};

} // namespace sgl::gdl
