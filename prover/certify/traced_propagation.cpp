#include "prover/certify/traced_propagation.hpp"

namespace sgl::certificate
{

using axioms::Literal;

bool TracedPropagation::implies_by(std::span<const Literal> clause)
{
    used_.clear();
    const std::size_t start = trail_.size();
    const bool follows = follows_denied(clause);
    if (follows && violated_ != no_clause)
    {
        // From the clause violated back: the clauses by which its variables were set, and theirs.
        met_.resize(variables() + 1, false);
        const auto meet = [&](Clause of)
        {
            used_.push_back(of);
            for (const Literal l : literals(of))
                met_[index(l) / 2] = true;
        };
        meet(violated_);
        for (std::size_t i = trail_.size(); i-- > start;)
        {
            const std::size_t variable = index(trail_[i]) / 2;
            if (met_[variable] && reasons_[variable] != no_clause)
                meet(reasons_[variable]);
        }
        for (const Clause of : used_)
            for (const Literal l : literals(of))
                met_[index(l) / 2] = false;
    }
    take_back(start);
    return follows;
}

} // namespace sgl::certificate
