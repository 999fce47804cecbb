#pragma once

#include "prover/verdicts/verdict.hpp"

namespace sgl::testing
{

/// The verdict on the claim `valid f`, within ten seconds.
Verdict verdict_on_valid(FormulaStore& store, const Frame& frame, Formula f);

} // namespace sgl::testing
