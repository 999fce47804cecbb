#pragma once

// An and-inverter graph for formulas about the states of plays. A gate is an and of two operands, a
// variable, or a constant; each operand may be negated. Equal gates are shared.

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
    /// A gate by its number, from 1. A negative number is the negation of the gate.
    using Node = std::int32_t;
    static constexpr Node none = -1, all = 1;

    /// A graph of at most `most` gates. Functions that make gates throw Interrupted when there are
    /// more gates, or when the budget, which must outlive the graph, is used up.
    AndInverterGraph(const Budget& budget, std::size_t most);

    /// A new variable.
    Node variable();
    Node both(Node f, Node g);
    Node either(Node f, Node g) { return -both(-f, -g); }
    Node without(Node f, Node g) { return both(f, -g); }
    Node if_then_else(Node f, Node g, Node h);

    /// True if the gate, negated or not, is an and.
    bool is_and(Node f) const { return entry(f).first != 0; }
    std::pair<Node, Node> operands(Node f) const { return {entry(f).first, entry(f).second}; }
    /// The number of gates so far that have the gate as an operand.
    std::uint32_t users(Node f) const { return entry(f).users; }
    std::size_t size() const { return entries_.size(); }

private:
    struct Entry
    {
        Node first = 0, second = 0; // 0: a variable or the constant `all`
        std::uint32_t users = 0;
    };

    const Entry& entry(Node f) const { return entries_[static_cast<std::size_t>(f < 0 ? -f : f)]; }
    Node made(Entry entry);
    void grow_table();
    std::size_t place_of(Node first, Node second) const;

    const Budget& budget_;
    std::size_t most_;
    std::vector<Entry> entries_;
    std::vector<Node> table_; // hash table of and-gates by operands; 0: free
};

/// Sets of states for SymbolicIn, at one state of a play: a set is a gate, true if the state is in
/// the set.
class StateGates
{
public:
    using Node = AndInverterGraph::Node;
    using Level = Bdds::Level;
    static constexpr Node none = AndInverterGraph::none, all = AndInverterGraph::all;

    /// The gates in `first`, where they are not 0, stand for the variables of the first levels; all
    /// other variables are new gates.
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
