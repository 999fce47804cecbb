#pragma once

// What clauses have to show of plays, contradiction by contradiction: the same for who looks for
// them and for who checks them.

#include "prover/certificate/certificate.hpp"
#include "prover/certificate/check.hpp"
#include "prover/certificate/layer.hpp"

#include <optional>
#include <span>

namespace sgl::certificate
{

/// Who is asked about contradictions.
class Judge
{
public:
    virtual ~Judge() = default;
    /// There are no clauses.
    virtual void begin() = 0;
    virtual void add(std::span<const Literal> clause) = 0;
    /// The literal is false where the clauses are true; from now on, it is one of them that it is.
    virtual bool excludes(Literal literal) = 0;
};

/// What the argument has to show, without its lines: asked until the judge does not agree.
Objection objection_of(Judge& judge, const Ground& ground, const Claim& claim, const Part& part,
                       const ByClauses& how);

} // namespace sgl::certificate
