#pragma once

// What is answered to a question about plays.

#include "prover/claims/question.hpp"
#include "prover/claims/verdict.hpp"

#include <optional>

namespace sgl
{

/// The answer to a question.
struct PlayAnswer
{
    Verdict verdict = Undecided{};
    bool any_initial = false;
    bool premise_seen = false;
    std::optional<Refuted> stuck;
};

} // namespace sgl
