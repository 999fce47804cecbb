#pragma once

// Gates as clauses (Tseitin): those that what is said is made of, each defined once, in an order
// that depends on the gates and on what is said alone.

#include "axioms/literal.hpp"
#include "prover/certificate/gates.hpp"

#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

namespace sgl::certificate
{

class GateClauses
{
public:
    using Literal = axioms::Literal;
    using Add = std::function<void(std::span<const Literal>)>;

    /// The gates must outlive it, and may become more.
    GateClauses(const Gates& gates, Add add) : gates_(gates), add_(std::move(add)) {}

    /// A literal that is true where the gate is.
    Literal literal(Gates::Node f);
    void assert_true(Gates::Node f);

private:
    Literal number(Gates::Node f);
    void define_open();
    void define(Gates::Node gate);
    bool define_choice(Gates::Node gate);
    bool is_part(Gates::Node f) const;
    std::vector<Gates::Node> conjuncts(Gates::Node gate) const;
    void add(std::initializer_list<Literal> clause)
    {
        add_(std::span(clause.begin(), clause.size()));
    }

    const Gates& gates_;
    Add add_;
    std::vector<Literal> numbers_; // by gate; 0: not spoken of
    Literal last_ = 0;
    std::vector<Gates::Node> open_; // numbered, and to be defined
    std::unordered_set<Gates::Node> asserted_;
};

} // namespace sgl::certificate
