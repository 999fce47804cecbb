#pragma once

#include "prover/checker/certificate.hpp"
#include "prover/verdicts/verdict.hpp"

namespace sgl
{

/// The first state of the play that refutes a claim, as a play without moves: what a certificate
/// `by policy` shows to be initial in a model.
inline certificate::InGame start_of(const Refuted& refuted)
{
    certificate::InGame start{refuted.witness, refuted.otherwise, refuted.within};
    start.witness.start = refuted.states.front();
    start.witness.play.clear();
    start.witness.loop.reset();
    start.witness.open.clear();
    return start;
}

} // namespace sgl
