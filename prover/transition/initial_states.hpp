#pragma once

// The initial states of a transition system, found by a propositional solver.

#include "prover/resources/budget.hpp"
#include "prover/transition/transition_system.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sgl
{

/// All initial states, by their bits; nothing where there are more than `most`. Throws Interrupted.
std::optional<std::vector<std::vector<bool>>>
initial_states(const TransitionSystem& system, std::size_t most, const Budget& budget);

/// At most `most` initial states, by their bits. Throws Interrupted.
std::vector<std::vector<bool>> some_initial_states(const TransitionSystem& system, std::size_t most,
                                                   const Budget& budget);

/// One initial state; nothing where there is none. Throws Interrupted.
std::optional<std::vector<bool>> an_initial_state(const TransitionSystem& system,
                                                  const Budget& budget);

} // namespace sgl
