#pragma once

// Gates as clauses (Tseitin): those that what is said is made of, each defined once, in an order
// that depends on the gates and on what is said alone.

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

    /// The gates must outlive it, and may become more.
    Tseitin(const AndInverterGraph& gates, Add add) : gates_(gates), add_(std::move(add)) {}

    /// A literal that is true where the gate is.
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
    std::vector<Literal> numbers_; // by gate; 0: not spoken of
    Literal last_ = 0;
    std::vector<AndInverterGraph::Node> open_; // numbered, and to be defined
    std::unordered_set<AndInverterGraph::Node> asserted_;
};

} // namespace sgl::certificate
