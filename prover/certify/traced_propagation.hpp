#pragma once

// Unit propagation that records the clauses that a clause follows from. The checker does not use
// it, and checks the certificates written with it.

#include "axioms/kernel/propagation.hpp"

#include <span>
#include <vector>

namespace sgl::certificate
{

class TracedPropagation : public axioms::Propagation
{
public:
    /// True if the clause follows (axioms/kernel/propagation.hpp); `used` then has the clauses that
    /// it follows from.
    bool implies_by(std::span<const axioms::Literal> clause);
    /// The clauses that the last clause of `implies_by` follows from, besides the reasons of what
    /// is known: the violated clause first, and each clause before the reasons of its literals.
    const std::vector<Clause>& used() const { return used_; }
    /// The literals that the clauses made true for good, in order, and the clause that made one
    /// true.
    std::span<const axioms::Literal> known() const { return trail_; }
    Clause reason(axioms::Literal known) const { return reasons_[index(known) / 2]; }
    /// After a contradiction: the clause that is false.
    Clause violated() const { return violated_; }
    using Propagation::literals;

private:
    std::vector<Clause> used_;
    std::vector<bool> met_; // by variable; all false between calls
};

} // namespace sgl::certificate
