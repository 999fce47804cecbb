#pragma once

// What is true of the states of plays, as a graph of gates: an and of two operands, or a variable,
// or the negation of one. Gates that are the same are made once.

#include "prover/checker/symbolic/bdd.hpp"
#include "prover/resources/budget.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sgl::certificate
{

class AndInverterGraph
{
public:
    /// A gate by its number, from 1; its negation has the negative number.
    using Node = std::int32_t;
    static constexpr Node none = -1, all = 1;

    /// Throws Interrupted when there are more gates, or the budget, which outlives it, is used up.
    AndInverterGraph(const Budget& budget, std::size_t most);

    /// A new one.
    Node variable();
    Node both(Node f, Node g);
    Node either(Node f, Node g) { return -both(-f, -g); }
    Node without(Node f, Node g) { return both(f, -g); }
    Node if_then_else(Node f, Node g, Node h);

    /// Whether the gate, negated or not, is an and.
    bool is_and(Node f) const { return entry(f).first != 0; }
    std::pair<Node, Node> operands(Node f) const { return {entry(f).first, entry(f).second}; }
    /// How many gates, so far, have it for an operand.
    std::uint32_t users(Node f) const { return entry(f).users; }
    std::size_t size() const { return entries_.size(); }

private:
    struct Entry
    {
        Node first = 0, second = 0; // 0: a variable, or all
        std::uint32_t users = 0;
    };

    const Entry& entry(Node f) const { return entries_[static_cast<std::size_t>(f < 0 ? -f : f)]; }
    Node made(Entry entry);
    void grow_table();
    std::size_t place_of(Node first, Node second) const;

    const Budget& budget_;
    std::size_t most_;
    std::vector<Entry> entries_;
    std::vector<Node> table_; // of ands by their operands; 0: free
};

/// The sets of states that are spoken of at one state of a play: those in which a gate is true.
class StateGates
{
public:
    using Node = AndInverterGraph::Node;
    using Level = Bdds::Level;
    static constexpr Node none = AndInverterGraph::none, all = AndInverterGraph::all;

    /// The variables of the first levels are these gates where they are not 0; all others are new.
    StateGates(AndInverterGraph& gates, std::vector<Node> first)
        : gates_(gates), variables_(std::move(first))
    {
    }

    Node variable(Level level);
    Node both(Node f, Node g) { return gates_.both(f, g); }
    Node either(Node f, Node g) { return gates_.either(f, g); }
    Node without(Node f, Node g) { return gates_.without(f, g); }
    Node if_then_else(Node f, Node g, Node h) { return gates_.if_then_else(f, g, h); }

private:
    AndInverterGraph& gates_;
    std::vector<Node> variables_; // by level; 0: not made yet
};

} // namespace sgl::certificate
