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
    /// The clauses that the last clause of `implies_by` follows from, besides the clauses of
    /// `known_by`.
    const std::vector<Clause>& used() const { return used_; }
    /// The clauses that set the variables known so far, one for each.
    std::vector<Clause> known_by() const;

private:
    std::vector<Clause> used_;
    std::vector<bool> met_; // by variable; all false between calls
};

} // namespace sgl::certificate
