#pragma once

// What clauses have to show of plays, contradiction by contradiction: the same for who looks for
// them and for who checks them.

#include "prover/checker/certificate.hpp"
#include "prover/checker/check.hpp"
#include "prover/checker/symbolic/state_sets.hpp"

#include <optional>
#include <span>

namespace sgl::certificate
{

/// Who is asked about contradictions.
class ClauseProof
{
public:
    virtual ~ClauseProof() = default;
    /// There are no clauses.
    virtual void begin() = 0;
    virtual void add(std::span<const Literal> clause) = 0;
    /// The literal is false where the clauses are true; from now on, it is one of them that it is.
    virtual bool excludes(Literal literal) = 0;
};

/// What the argument has to show, without its lines: asked until the proof has no answer. Throws
/// Interrupted where the gates would be more than so many nodes.
Objection objection_of(ClauseProof& proof, const GameUnderCheck& ground, const Claim& claim,
                       const ClaimPart& part, const ByClauses& how, std::size_t most_nodes);

} // namespace sgl::certificate
