#pragma once

// Unit propagation that says which clauses a clause follows from. The check of certificates does
// without it; what is written by it is checked.

#include "axioms/kernel/propagation.hpp"

#include <span>
#include <vector>

namespace sgl::certificate
{

class TracedPropagation : public axioms::Propagation
{
public:
    /// The clause follows (axioms/kernel/propagation.hpp), and `used` says from what.
    bool implies_by(std::span<const axioms::Literal> clause);
    /// The clauses that the last one of `implies_by` follows from, beside those of `known_by`.
    const std::vector<Clause>& used() const { return used_; }
    /// The clauses that say, one by one, what each variable is that is known.
    std::vector<Clause> known_by() const;

private:
    std::vector<Clause> used_;
    std::vector<bool> met_; // by variable; all false between calls
};

} // namespace sgl::certificate
