#pragma once

// Sets of states as reduced ordered decision diagrams, for certificates: small and plain, and not
// what the engines use. Nodes are never given up; a diagram that is to outlive the others is copied
// into a new store.

#include "prover/resources/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sgl::certificate
{

/// Diagrams over variables that are decided in the order of their levels.
class Bdds
{
public:
    /// A diagram, by its root; the operands of a node have smaller numbers.
    using Node = std::uint32_t;
    using Level = std::uint32_t;
    static constexpr Node none = 0, all = 1;

    /// How many nodes a store may have within so much memory, but 10,000 at least.
    static std::size_t nodes_within(std::size_t mebibytes);

    /// Throws Interrupted when there are more nodes, or the budget, which outlives it, is used up.
    Bdds(const Budget& budget, std::size_t most_nodes);

    Node variable(Level level) { return choice(level, none, all); }
    /// High where the variable is true, else low; both are decided by later levels alone.
    Node choice(Level level, Node low, Node high);
    Node if_then_else(Node f, Node g, Node h);
    Node both(Node f, Node g) { return if_then_else(f, g, none); }
    Node either(Node f, Node g) { return if_then_else(f, all, g); }
    Node without(Node f, Node g) { return if_then_else(g, none, f); }

    /// Those of which some variables, by level, can be chosen so that they are in f.
    Node some(Node f, const std::vector<bool>& levels);
    /// Every variable replaced by the one of another level, which keeps their order.
    Node moved(Node f, const std::vector<Level>& to);

    bool is_constant(Node f) const { return f <= all; }
    Level level(Node f) const { return nodes_[f].level; }
    Node low(Node f) const { return nodes_[f].low; }
    Node high(Node f) const { return nodes_[f].high; }
    std::size_t size() const { return nodes_.size(); }
    std::size_t most() const { return most_; }

    /// The nodes of these diagrams but the constants, operands first.
    std::vector<Node> nodes_of(std::span<const Node> roots) const;
    /// The same diagrams made of another store's nodes.
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
    std::vector<Node> table_; // of nodes by their parts; 0: free
    std::vector<Known> known_;
    std::size_t steps_ = 0;
};

} // namespace sgl::certificate
