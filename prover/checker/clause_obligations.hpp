#pragma once

// The contradictions that clauses about plays must show, one after the other. The prover, which
// searches for the lines, and the checker walk the same obligations through a ClauseProof.

#include "prover/checker/certificate.hpp"
#include "prover/checker/check.hpp"
#include "prover/checker/symbolic/state_sets.hpp"

#include <optional>
#include <span>

namespace sgl::certificate
{

/// A judge of contradictions: the solver of the prover, or the unit propagation of the checker.
class ClauseProof
{
public:
    virtual ~ClauseProof() = default;
    /// Starts again without clauses.
    virtual void begin() = 0;
    virtual void add(std::span<const Literal> clause) = 0;
    /// True if the judge shows that the clauses imply ¬literal. From now on, ¬literal is one of the
    /// clauses.
    virtual bool excludes(Literal literal) = 0;
};

/// The objection to the argument, without its lines: each contradiction is asked of the judge, up
/// to the first that the judge does not show. Throws EvaluationTooDeep, and Interrupted, also where
/// the gates have more than `most_nodes` nodes.
Objection objection_of(ClauseProof& proof, const GameUnderCheck& ground, const Claim& claim,
                       const ClaimPart& part, const ByClauses& how, std::size_t most_nodes);

} // namespace sgl::certificate
