#pragma once

// Sets of states that go into certificates state by state.

#include "logic/states/state_list.hpp"
#include "prover/checker/symbolic/axiom_sets.hpp"
#include "prover/claims/question.hpp"

#include <cstddef>
#include <optional>

namespace sgl::certificate
{

struct ListingLimits
{
    std::size_t gates = 0;
    std::size_t states = 0;
    std::size_t bytes = 0; // of memory
};

/// The states that plays of the question reach, as the check sees them, in ascending order; with
/// ranks where plays must end. Nothing where some are bad, or plays do not end. Throws Interrupted,
/// also at a limit, and EvaluationTooDeep.
std::optional<StateList> listed_states(const GameUnderCheck& ground, const Question& question,
                                       const ListingLimits& limits);

} // namespace sgl::certificate
