#pragma once

// Reduced ordered binary decision diagrams (BDDs) for sets of states in certificates: small and
// plain, and not shared with the engines. Nodes are never freed; a diagram that is to outlive the
// others is copied into a new store.

#include "prover/resources/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl::certificate
{

/// A store of diagrams. Variables are decided in the order of their levels. Functions that make
/// nodes throw Interrupted.
class Bdds
{
public:
    /// A diagram, by the number of its root. The children of a node have smaller numbers.
    using Node = std::uint32_t;
    using Level = std::uint32_t;
    static constexpr Node none = 0, all = 1;

    /// The number of nodes that a store may have within this much memory (MiB), but at least
    /// 10,000.
    static std::size_t nodes_within(std::size_t mebibytes);

    /// A store of at most `most_nodes` nodes. Interrupted is thrown when there are more nodes, or
    /// when the budget, which must outlive the store, is used up.
    Bdds(const Budget& budget, std::size_t most_nodes);

    Node variable(Level level) { return choice(level, none, all); }
    /// The diagram that is `high` where the variable is true, else `low`. Levels of both must be
    /// later.
    Node choice(Level level, Node low, Node high);
    Node if_then_else(Node f, Node g, Node h);
    Node both(Node f, Node g) { return if_then_else(f, g, none); }
    Node either(Node f, Node g) { return if_then_else(f, all, g); }
    Node without(Node f, Node g) { return if_then_else(g, none, f); }

    /// Existential quantification: ∃x f over the variables x whose levels are marked.
    Node some(Node f, const std::vector<bool>& levels);
    /// Each variable replaced by the variable of level `to[level]`; the replacement must keep the
    /// order.
    Node moved(Node f, const std::vector<Level>& to);

    bool is_constant(Node f) const { return f <= all; }
    Level level(Node f) const { return nodes_[f].level; }
    Node low(Node f) const { return nodes_[f].low; }
    Node high(Node f) const { return nodes_[f].high; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t most() const { return most_; }

    /// The nodes of these diagrams, without the constants, children first.
    std::vector<Node> nodes_of(std::span<const Node> roots) const;
    /// The diagrams of another store, copied into this one.
    std::vector<Node> copied(const Bdds& from, std::span<const Node> roots);

private:
    struct Entry
    {
        Level level;
        Node low, high;
    };
    struct Known
    {
        Node f = 0, g = 0, h = 0, result = 0;
    };

    void grow_table();
    std::size_t place_of(Level level, Node low, Node high) const;
    Known& known(Node f, Node g, Node h);

    const Budget& budget_;
    std::size_t most_;
    std::vector<Entry> nodes_;
    std::vector<Node> table_; // hash table of nodes by level, low and high; 0: free
    std::vector<Known> known_;
    std::size_t steps_ = 0;
};

} // namespace sgl::certificate
