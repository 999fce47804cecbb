#pragma once

// Gates as clauses (Tseitin encoding). Only gates used by literal and assert_true are defined, each
// once; the order of the clauses depends only on the gates and on the calls.

#include "axioms/kernel/literal.hpp"
#include "prover/checker/symbolic/and_inverter_graph.hpp"

#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

namespace sgl::certificate
{

class Tseitin
{
public:
    using Literal = axioms::Literal;
    using Add = std::function<void(std::span<const Literal>)>;

    /// The gates must outlive the object, and may grow.
    Tseitin(const AndInverterGraph& gates, Add add) : gates_(gates), add_(std::move(add)) {}

    /// The literal that is equivalent to the gate.
    Literal literal(AndInverterGraph::Node f);
    void assert_true(AndInverterGraph::Node f);

private:
    Literal number(AndInverterGraph::Node f);
    void define_open();
    void define(AndInverterGraph::Node gate);
    bool define_choice(AndInverterGraph::Node gate);
    bool is_part(AndInverterGraph::Node f) const;
    std::vector<AndInverterGraph::Node> conjuncts(AndInverterGraph::Node gate) const;
    void add(std::initializer_list<Literal> clause)
    {
        add_(std::span(clause.begin(), clause.size()));
    }

    const AndInverterGraph& gates_;
    Add add_;
    std::vector<Literal> numbers_; // variable of each gate; 0: none yet
    Literal last_ = 0;
    std::vector<AndInverterGraph::Node> open_; // gates with a variable and without clauses
    std::unordered_set<AndInverterGraph::Node> asserted_;
};

} // namespace sgl::certificate
