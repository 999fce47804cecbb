#pragma once

// Questions about plays of any length, answered by all states that plays reach.

#include "prover/confirmation.hpp"
#include "prover/engine.hpp"

#include <cstddef>
#include <optional>

namespace sgl
{

/// By diagrams or enumeration, whichever is asked for; where neither is, few states are enumerated
/// and many are left to diagrams. `replays` confirms the plays found. Nothing where the engine does
/// not apply or gives up. Throws Interrupted when the budget runs out, or, where one engine was
/// asked for, with its reason for giving up. What was done is noted in `tried`.
std::optional<Exploration> explore_all_states(Theory& theory, const Question& question,
                                              std::optional<unsigned> bound, Confirmation& replays,
                                              Engine engine, const Budget& budget,
                                              std::vector<Attempt>* tried = nullptr);

} // namespace sgl
